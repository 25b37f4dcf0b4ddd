public import Foundation
public import Model

/// What became of a deletion that somebody takes back.
public enum DeletionUndo: Hashable, Sendable {
    /// The contact is there as before.
    case takenBack
    /// It is final: it is being sent, or will be as soon as that is possible.
    case tooLate
    /// It was carried out, or there is none.
    case done
}

extension EditQueue {
    /// Stores that a contact is to be deleted, not before `seconds` are over.
    ///
    /// `remote` is the server's name of the contact; nil for that of its stored copy, if it has one.
    public func delete(
        _ contact: ContactID, remote: RemoteID?, after seconds: TimeInterval
    ) async throws(ContactStoreError) {
        let moment = now + seconds
        try await change { book in
            let contact = remote.map { book.name(contact, as: $0) } ?? contact
            // Asked for twice it is one.
            guard book.deletion(of: contact) == nil else { return }
            book.nameIfStored(contact)
            let id = book.append(.delete(book.seen(contact, over: book.storedCopy(contact))), of: contact)
            book.update(id) { $0.notBefore = moment }
        }
    }

    /// The toast of a deletion still shows: it is not sent before `seconds` are over, counted from now. Does nothing for one
    /// that is final.
    public func holdDeletion(of contact: ContactID, for seconds: TimeInterval) async throws(ContactStoreError) {
        let moment = now + seconds
        try await change { book in
            if let deletion = book.heldDeletion(of: contact), deletion.notBefore < moment {
                book.update(deletion.id) { $0.notBefore = moment }
            }
        }
    }

    /// The toast of a deletion is gone: it is final.
    public func finishDeletion(of contact: ContactID) async throws(ContactStoreError) {
        try await change { $0.finishDeletion(of: contact) }
    }

    /// Deletions whose toast shows are final from now on: they are sent like any other change.
    public func finishDeletions() async throws(ContactStoreError) {
        try await finishHeld()
    }

    /// Whether there were any.
    @discardableResult
    func finishHeld() async throws(ContactStoreError) -> Bool {
        guard try await edits().contains(where: \.isHeldDeletion) else { return false }
        try await change { book in
            for edit in book.edits where edit.isDeletion { book.finishDeletion(of: edit.contact) }
        }
        return true
    }

    /// Deletions that nobody made final, such as after a crash: a window shows their toast anew, which holds them.
    public func heldDeletions() async throws(ContactStoreError) -> [WaitingChange] {
        try await waiting().filter(\.edit.isHeldDeletion)
    }

    /// Whether somebody has deleted the contact, and the server has it still.
    public func isBeingDeleted(_ contact: ContactID) async throws(ContactStoreError) -> Bool {
        try await onEngine { engine, _ in engine.book.deletion(of: contact) != nil }
    }

    /// Takes back a deletion whose toast still shows.
    public func undoDeletion(of contact: ContactID) async throws(ContactStoreError) -> DeletionUndo {
        let now = now
        return try await change { $0.undoDeletion(of: contact, now: now) }
    }
}

extension EditBook {
    func heldDeletion(of contact: ContactID) -> Edit? {
        deletion(of: contact).flatMap { $0.isHeldDeletion ? $0 : nil }
    }

    mutating func finishDeletion(of contact: ContactID) {
        // Whatever clock the next process has: this moment is over.
        if let deletion = heldDeletion(of: contact) { update(deletion.id) { $0.notBefore = 0 } }
    }

    /// Takes back a deletion that has not been tried, while its toast shows.
    mutating func undoDeletion(of contact: ContactID, now: TimeInterval) -> DeletionUndo {
        guard let deletion = deletion(of: contact) else { return .done }
        guard deletion.isHeldDeletion, deletion.notBefore > now else { return .tooLate }
        end(deletion.id)
        return .takenBack
    }
}

extension Edit {
    /// A deletion that waits for the end of its toast.
    var isHeldDeletion: Bool { isDeletion && state == .waiting && attempts == 0 && notBefore > 0 }
}
