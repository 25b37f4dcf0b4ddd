import Model

// What a person takes back of a field, an address or a relationship.
extension EditBook {
    mutating func undo(_ change: PartChange, _ id: EditID, _ edit: Edit?, of contact: ContactID) {
        let later = laterChanges(of: change.part, after: id)
        let isUntold = edit.map { $0.state != .sent } ?? false
        // Where either adds or removes the part, the later one has the last word, and may need the part.
        let isOvertaken = later.contains { later in
            [change, later.change].contains { $0.before == nil || $0.after == nil }
        }
        if isOvertaken, !isUntold || change.before == nil { return }
        if isUntold { return remove(id) }
        guard dropped[id] == nil, let opposite = opposite(of: changeCarriedOut(of: change, by: id), in: contact),
            let left = keeping(later, in: opposite)
        else { return }
        append(.part(left), of: contact)
    }

    /// Later edits of a part, with what each is to make of it.
    private func laterChanges(of part: PartID, after id: EditID) -> [(edit: Edit, change: PartChange)] {
        edits.compactMap { later in
            guard later.id > id, let change = changeReplaced(by: later) ?? later.partChange, change.part == part
            else { return nil }
            return (later, change)
        }
    }

    /// The opposite of a change, without what later ones have changed since: labels are undone although the number changed
    /// later, and a number although labels did. Nil if nothing is left.
    private func keeping(_ later: [(edit: Edit, change: PartChange)], in opposite: PartChange) -> PartChange? {
        guard !later.isEmpty, let before = opposite.before, let after = opposite.after else { return opposite }
        let last = later.last { $0.edit.isApplied }?.change.after ?? before
        let isNumberChanged = later.contains { !$0.change.changesLabelsAlone }
        var left = opposite
        left.before = last
        left.after =
            isNumberChanged ? after.labelsRebased(from: before, onto: last) : after.rebased(from: before, onto: last)
        return left.after == last ? nil : left
    }

    /// What an edit made of a part in the end: what it followed from may have been given up since it was saved.
    private func changeCarriedOut(of saved: PartChange, by id: EditID) -> PartChange {
        let edit = edit(id)
        let meant = edit.flatMap { $0.progress.replaces == nil ? $0.partChange : changeReplaced(by: $0) }
        guard let last = meant ?? endedEdits[id]?.partChange, last.part == saved.part else { return saved }
        let isAlike = (last.before == nil) == (saved.before == nil) && (last.after == nil) == (saved.after == nil)
        return isAlike ? last : saved
    }

    private mutating func opposite(of change: PartChange, in contact: ContactID) -> PartChange? {
        guard let before = change.before else {
            guard parts[change.part]?.remote != nil else { return nil }
            return PartChange(kind: change.kind, part: change.part, before: change.after, after: nil)
        }
        if change.after == nil {
            // Another process has given the deletion up.
            let there = shown(contact, over: storedCopy(contact)).parts
            if there[PlacedPart(change.kind, resolved(.local(change.part)))] != nil { return nil }
            let new = newPart(change.kind, of: contact)
            return PartChange(kind: change.kind, part: new, before: nil, after: before)
        }
        // Not one of a contact that was made again since.
        guard parts[change.part] != nil else { return nil }
        return PartChange(kind: change.kind, part: change.part, before: change.after, after: before)
    }
}
