public import Model

/// What a form begins with that puts right what the server refused.
public struct MendableContact: Hashable, Sendable {
    /// The contact as it is shown, without what was refused: what the form compares with. Nil for a contact that could not
    /// be made, whose form makes it.
    public let seen: EditableContact?
    /// The contact with what was refused: what stands in the form. Parts that `seen` has not are new.
    public let wanted: EditableContact
    /// The switches of yearly reminders that were touched.
    public let reminders: [ContactKey: Bool]
    /// Why, in the order in which the edits were made.
    public let refusals: [EditRefusal]
    /// What the form takes the place of.
    public let edits: [EditID]
}

extension EditQueue {
    /// What a form begins with that puts a refused edit right, together with all else that was refused of the contact. Nil
    /// where there is nothing to put right: it is not refused any more, or the server has the contact no more.
    public func mendable(_ edit: EditID, for form: FormID? = nil) async throws(ContactStoreError) -> MendableContact? {
        try await change { book in
            let mended = book.mendable(with: edit)
            guard let contact = mended.first?.contact, let seen = book.openForm(contact, form) else { return nil }
            let wanted = book.wanted(contact, with: mended, over: book.storedCopy(contact))
            return MendableContact(
                seen: mended.contains { $0.creation != nil } ? nil : seen,
                wanted: book.editable(contact, wanted), reminders: book.switched(by: mended),
                refusals: mended.compactMap(\.refusal), edits: mended.map(\.id))
        }
    }

    /// Stores the edits of a form in the place of those that it puts right, in one transaction. Nil, and nothing is changed,
    /// where one of these is not refused any more: what the form shows is not what there is.
    public func store(
        _ changes: [PlannedChange], of contact: ContactID, mending edits: [EditID], closing form: FormID? = nil,
        inPlaceOf draft: Int64? = nil
    ) async throws(ContactStoreError) -> [Receipt]? {
        let toastEnd = now + Self.toastTime
        return try await change { book in
            guard let removed = book.take(edits) else { return nil }
            try book.close(form, draft)
            return book.store(changes, of: contact, toastEnd: toastEnd).replacing(removed)
        }
    }

    /// As `store`, for a contact that could not be made: it keeps its number here.
    public func create(
        _ creation: ContactCreation, then changes: [PlannedChange], mending edits: [EditID],
        closing form: FormID? = nil, inPlaceOf draft: Int64? = nil
    ) async throws(ContactStoreError) -> [Receipt]? {
        let toastEnd = now + Self.toastTime
        return try await change { book in
            guard let removed = book.take(edits) else { return nil }
            try book.close(form, draft)
            let creation = book.makeAnew(creation, inPlaceOf: removed)
            let receipts = book.store(creation, then: changes, of: removed.contact, toastEnd: toastEnd)
            if let first = receipts.first { book.passOnTries(of: removed, to: first.edit) }
            return receipts.replacing(removed)
        }
    }

    /// Brings back what was dropped, as it was.
    public func restore(_ removed: RemovedEdits) async throws(ContactStoreError) -> DropUndo {
        try await change { book in
            guard book.restore(removed) else { return .contactChanged }
            let isBack = removed.edits.contains { book.edit($0.id) != nil }
            return isBack ? .takenBack : .overtaken
        }
    }
}

/// What became of a dropped change that somebody wants back.
public enum DropUndo: Hashable, Sendable {
    /// It waits as before.
    case takenBack
    /// A later change of the same is on its way, or was carried out.
    case overtaken
    /// The contact was deleted, or made anew: the change would be about nobody, or somebody else.
    case contactChanged
}

extension [EditQueue.Receipt] {
    func replacing(_ removed: RemovedEdits) -> [EditQueue.Receipt] {
        var receipts = self
        if !receipts.isEmpty { receipts[0].replaced = removed }
        return receipts
    }
}

extension EditBook {
    /// The last switch of each reminder.
    fileprivate func switched(by edits: [Edit]) -> [ContactKey: Bool] {
        edits.reduce(into: [:]) { switches, edit in
            switch edit.change {
            case .create(let creation): for key in creation.reminders { switches[key] = true }
            case .values(let change): switches.merge(change.reminders) { _, new in new }
            case .part, .addTags, .removeTags, .me, .delete: break
            }
        }
    }
}
