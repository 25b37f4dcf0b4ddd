import Model

// What was refused is put right in a form, and stored anew in its place.
extension EditBook {
    /// What a form of the contact puts right together with a refused edit: all that was refused of the contact, and what
    /// cannot go without. Empty unless the edit can be put right.
    func mendable(with id: EditID) -> [Edit] {
        guard let edit = edit(id), edit.state == .refused, !edit.isDeletion, let named = contacts[edit.contact],
            !named.isGone, deletion(of: edit.contact) == nil
        else { return [] }
        let all = edits(of: edit.contact).filter { !$0.isDeletion && $0.state.isUnsent }
        var mended = Set(all.filter { $0.state == .refused }.map(\.id))
        // All there is of a contact that could not be made hangs on its creation.
        if all.contains(where: { $0.creation != nil && mended.contains($0.id) }) { mended = Set(all.map(\.id)) }
        var added = Set(all.filter { mended.contains($0.id) }.compactMap(\.addedPart))
        // What is needed always comes before.
        for other in all where !mended.contains(other.id) {
            let follows = other.partChange.map { added.contains($0.part) } ?? false
            guard follows || other.needs.contains(where: mended.contains) else { continue }
            mended.insert(other.id)
            if let part = other.addedPart { added.insert(part) }
        }
        return all.filter { mended.contains($0.id) }
    }

    /// The contact as it would be with these edits.
    func wanted(_ contact: ContactID, with mended: [Edit], over copy: ServerContact?) -> ShownContact {
        let ids = Set(mended.map(\.id))
        var shown = ShownContact(copy)
        for edit in inTurn(contact) {
            guard ids.contains(edit.id) || isShown(edit) else { continue }
            apply(edit, to: &shown)
            // What is gone on the server is made anew.
            guard ids.contains(edit.id), let change = edit.partChange, let after = change.after else { continue }
            shown.parts[PlacedPart(change.kind, resolved(.local(change.part)))] = resolved(after)
        }
        return shown
    }

    /// Takes away what a form has put right; nil where something of it is not refused any more.
    mutating func take(_ ids: [EditID]) -> RemovedEdits? {
        guard let first = ids.first, let contact = edit(first)?.contact else { return nil }
        let mended = mendable(with: first)
        guard ids.allSatisfy({ id in mended.contains { $0.id == id } }) else { return nil }
        let (old, former) = (self, user)
        for edit in mended.reversed() where ids.contains(edit.id) {
            leaveDaysThere(of: edit)
            let left = self.edit(edit.id) ?? edit
            end(edit.id)
            handOver(left, keys: Set(left.deltas.keys), toForm: true)
        }
        var removed = removed(since: old, of: contact)
        for edit in mended where ids.contains(edit.id) && !edit.onlyMakesAgain { makeRemindersAgain(of: edit) }
        if former == nil { removed.leavesNobodyUser = leaveNobodyUser() }
        return removed
    }

    /// Makes of a refused creation another one, which the server takes for the same.
    mutating func makeAnew(_ creation: ContactCreation, inPlaceOf removed: RemovedEdits) -> ContactCreation {
        guard let former = removed.edits.lazy.compactMap(\.creation).first else { return creation }
        var creation = creation
        creation.uuid = former.uuid
        parts = parts.filter { $0.value.contact != removed.contact }
        return creation
    }

    /// What the tries of a creation have left counts for the one in its place too.
    mutating func passOnTries(of removed: RemovedEdits, to id: EditID) {
        guard let former = removed.edits.first(where: { $0.creation != nil }) else { return }
        update(id) {
            $0.attempts = former.attempts
            $0.progress.firstTry = former.progress.firstTry
            $0.progress.rejected = former.progress.rejected
        }
    }
}

extension Edit {
    /// The part that it adds.
    fileprivate var addedPart: PartID? { partChange.flatMap { $0.before == nil ? $0.part : nil } }
}
