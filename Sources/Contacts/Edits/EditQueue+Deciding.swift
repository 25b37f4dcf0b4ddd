import Foundation
public import Model

// What only a person can decide.
extension EditQueue {
    /// A person has chosen whose value stays, of each that conflicts; `whole` is the choice where the edit is one question,
    /// or asks one besides. Nil for an edit that does not conflict any more.
    public func choose(
        _ values: [ContactKey: ConflictChoice], whole: ConflictChoice? = nil, for edit: EditID
    ) async throws(ContactStoreError) -> DecidedConflict? {
        let now = now
        return try await change { $0.decide(edit, values, whole: whole, now: now) }
    }

    /// Takes back what was chosen in a conflict: as long as nothing has come of it the question is there again, and the
    /// server gets back its own value where it has the person's by now.
    public func undo(_ decided: DecidedConflict) async throws(ContactStoreError) -> DropUndo {
        try await change { $0.undo(decided) }
    }

    /// One of the contacts, or parts, that a conflict offers is the one that was to be made; nil if none of them is. Returns false where
    /// the server could not be asked for it.
    public func takeCandidate(_ edit: EditID, _ candidate: RemoteID?) async throws(ContactStoreError) -> Bool {
        var copy: ServerContact?
        if let candidate {
            let isPart = try await change { book in
                book.takeCandidate(edit, part: candidate)
                return book.edit(edit)?.creation == nil
            }
            if isPart { return true }
            guard case .contact(let there) = await server.answer(.contact(candidate)).answer, there.id == candidate
            else {
                return false
            }
            copy = there
        }
        let now = now
        try await change { [copy] in $0.takeCandidate(edit, copy, now: now) }
        return true
    }

    /// Makes a contact again that the server has no more, as it is shown; its notes and pictures are lost. Nothing for any
    /// other contact.
    @discardableResult
    public func createAgain(_ contact: ContactID) async throws(ContactStoreError) -> [Receipt] {
        let uuid = UUID().uuidString.lowercased()
        return try await change { $0.createAgain(contact, uuid: uuid) }
    }
}

/// Which of two values a person takes.
public enum ConflictChoice: Hashable, Sendable {
    /// The one that they typed.
    case mine
    /// The one that the server has.
    case theirs
}

/// What a person has chosen in a conflict: by this it is taken back.
public struct DecidedConflict: Hashable, Sendable {
    /// What was asked, and what has gone with an answer.
    let removed: RemovedEdits
    let edit: EditID
    /// The values that were asked about; none where the edit was one question.
    let asked: Set<ContactKey>
    /// What is to be sent for it; nil where the server's value stays.
    let left: Edit?

    /// What an answer has let go.
    var change: ContactChange? {
        guard case .values(var values)? = left?.change, !asked.isEmpty else { return left?.change }
        values.deltas = values.deltas.filter { asked.contains($0.key) }
        values.reminders = values.reminders.filter { asked.contains($0.key) }
        return .values(values)
    }

    /// Whether it deletes the contact all the same, once the toast has gone that says so.
    public var deletes: Bool { left?.isHeldDeletion ?? false }
}

extension EditBook {
    /// Nil for an edit that does not conflict.
    mutating func decide(
        _ id: EditID, _ values: [ContactKey: ConflictChoice], whole: ConflictChoice?, now: TimeInterval
    ) -> DecidedConflict? {
        guard let edit = edit(id), edit.state == .conflicting, let conflict = edit.conflict else { return nil }
        let old = self
        if whole == .theirs {
            takeTheirs(id, now: now)
        } else {
            if whole == .mine {
                update(id) {
                    $0.progress.daysMayMove += conflict.movedDays
                    $0.progress.remindersMayDouble += conflict.doubledReminders
                    $0.progress.conflict?.movedDays = []
                    $0.progress.conflict?.doubledReminders = []
                }
            }
            for (key, choice) in values {
                if choice == .mine { takeMine(id, key, now: now) } else { takeTheirs(id, key, now: now) }
            }
            if whole == .mine { takeMine(id, now: now) }
        }
        return DecidedConflict(
            removed: removed(since: old, of: edit.contact), edit: id, asked: Set(conflict.values.keys),
            left: self.edit(id))
    }

    mutating func undo(_ decided: DecidedConflict) -> DropUndo {
        let now = edit(decided.edit)
        if let left = decided.left, let change = decided.change, now != left {
            // Somebody has changed it once more: it is a question already.
            if now?.state == .conflicting { return .takenBack }
            undo([EditQueue.Receipt(edit: left.id, contact: left.contact, change: change)])
            return .takenBack
        }
        guard restore(decided.removed) else { return .contactChanged }
        return edit(decided.edit)?.state == .conflicting ? .takenBack : .overtaken
    }
}
