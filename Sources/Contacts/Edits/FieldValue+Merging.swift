import Model

extension PartValue {
    /// What an edit makes of a part that reads otherwise than before the edit; nil where a person has to choose.
    func merged(with theirs: PartValue, from before: PartValue) -> PartValue? {
        if theirs == before || theirs == self { return self }
        guard case .field(let mine) = self, case .field(let theirs) = theirs, case .field(let before) = before else {
            return nil
        }
        return mine.merged(with: theirs, from: before).map { .field($0) }
    }

    /// What an edit makes of a part when another value than it was made for is before it: it changes what it has changed, type
    /// and content or a label, and leaves the rest as it is there.
    func rebased(from before: PartValue, onto former: PartValue) -> PartValue {
        guard case .field(let mine) = self, case .field(let before) = before, case .field(let former) = former else {
            return self
        }
        var rebased = mine.saysSame(as: before) ? former : mine
        rebased.labels = mine.mergedLabels(with: former, from: before)
        return .field(rebased)
    }

    /// As `rebased`, but for labels alone: what a part says stays as it is there.
    func labelsRebased(from before: PartValue, onto former: PartValue) -> PartValue {
        guard case .field(let mine) = self, case .field(let before) = before, case .field(var rebased) = former else {
            return former
        }
        rebased.labels = mine.mergedLabels(with: rebased, from: before)
        return .field(rebased)
    }

    /// Whether a field has none of the labels any more that it had.
    func losesLastLabels(of former: PartValue) -> Bool {
        guard case .field(let field) = self, case .field(let former) = former else { return false }
        return field.labels.isEmpty && !former.labels.isEmpty
    }
}

extension PartChange {
    /// Whether it leaves what a field says as it is.
    var changesLabelsAlone: Bool {
        guard case .field(let before)? = before, case .field(let after)? = after else { return false }
        return after.saysSame(as: before)
    }
}

extension FieldValue {
    /// What an edit makes of a field: type and content are one value, and each label is one of its own. Nil where both have
    /// changed the former, so that a person has to choose.
    fileprivate func merged(with theirs: FieldValue, from before: FieldValue) -> FieldValue? {
        var merged = theirs
        if !saysSame(as: before) {
            guard theirs.saysSame(as: before) || theirs.saysSame(as: self) else { return nil }
            (merged.type, merged.content) = (type, content)
        }
        merged.labels = mergedLabels(with: theirs, from: before)
        return merged
    }

    fileprivate func saysSame(as other: FieldValue) -> Bool { type == other.type && content == other.content }

    /// Theirs, less those that the edit takes away and with those that it adds.
    func mergedLabels(with theirs: FieldValue, from before: FieldValue) -> [String] {
        let removed = before.labels.without(labels)
        return theirs.labels.without(removed) + labels.without(before.labels).without(theirs.labels)
    }
}

extension [String] {
    /// Labels, or tags, that others have not, as the server compares them.
    func without(_ others: [String]) -> [String] {
        filter { label in !others.contains { $0.isSameTag(as: label) } }
    }
}
