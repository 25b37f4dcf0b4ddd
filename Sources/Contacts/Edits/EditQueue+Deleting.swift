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

/// A reason why a contact cannot be edited now.
public enum EditingObstacle: Hashable, Sendable {
    /// It is being deleted.
    case deletion
    /// It was changed on the server since it was deleted here: a person decides.
    case undecidedDeletion
}

extension EditQueue {
    /// How long a toast shows at least, in seconds.
    static let toastTime = EditPolicy().deletionWindow

    /// Stores that a contact is to be deleted, not before `seconds` are over.
    ///
    /// `remote` is the server's name of the contact; nil for that of its stored copy, if it has one.
    public func delete(
        _ contact: ContactID, remote: RemoteID?, after seconds: TimeInterval
    ) async throws(ContactStoreError) {
        let moment = now + seconds
        try await change { book in
            let contact = remote.map { book.name(contact, as: $0) } ?? book.current(contact)
            // Asked for twice it is one.
            guard book.deletion(of: contact) == nil else { return }
            book.nameIfStored(contact)
            let id = book.append(.delete(book.seen(contact, over: book.storedCopy(contact))), of: contact)
            book.update(id) { $0.notBefore = moment }
            book.heldHere.insert(id)
        }
    }

    /// The toast of a deletion still shows: it is not sent before `seconds` are over, counted from now. Does nothing for one
    /// that is final.
    public func holdDeletion(of contact: ContactID, for seconds: TimeInterval) async throws(ContactStoreError) {
        let moment = now + seconds
        try await change { book in
            if let deletion = book.heldDeletion(of: contact) { book.hold(deletion.id, until: moment) }
        }
    }

    /// The toast of a deletion is gone: it is final.
    public func finishDeletion(of contact: ContactID) async throws(ContactStoreError) {
        try await change { $0.finishDeletion(of: contact) }
    }

    /// The toast of what a form has stored still shows: what waits for its end is not sent before `seconds` are over,
    /// counted from now. Without an end it goes after some seconds by itself.
    public func hold(_ receipts: [Receipt], for seconds: TimeInterval) async throws(ContactStoreError) {
        let moment = now + seconds
        try await change { book in
            for receipt in receipts where book.edit(receipt.edit)?.isHeld == true {
                book.hold(receipt.edit, until: moment)
            }
        }
    }

    /// The toast of what a form has stored is gone: it is sent like any other change.
    public func finish(_ receipts: [Receipt]) async throws(ContactStoreError) {
        try await change { book in for receipt in receipts { book.finish(receipt.edit) } }
    }

    /// All whose toast shows in this process is final from now on: it is sent like any other change. What another process holds
    /// can be taken back there, and goes by itself where nobody holds it any more.
    public func finishDeletions() async throws(ContactStoreError) {
        guard try await onBook({ !$0.heldHere.isEmpty }) else { return }
        try await change { book in
            for edit in book.heldHere { book.finish(edit) }
            book.heldHere = []
        }
    }

    /// Deletions that nobody made final, such as after a crash, whose toast neither this process nor another one shows: a window
    /// shows it anew. This process holds them from now on, for as long as a toast shows at least.
    public func claimDeletions() async throws(ContactStoreError) -> [WaitingChange] {
        let held = try await waiting().filter(\.edit.isHeldDeletion)
        if held.isEmpty { return [] }
        let moment = now + Self.toastTime
        let claimed = try await change { [locks = store.locks, ids = held.map(\.edit.id)] book in
            let shown = locks.edits
            let claimed = ids.filter {
                book.edit($0)?.isHeldDeletion == true && !shown.contains($0) && !locks.isTakenElsewhere(.edit($0))
            }
            for id in claimed { book.hold(id, until: moment) }
            return Set(claimed)
        }
        return held.filter { claimed.contains($0.edit.id) }
    }

    /// Whether somebody has deleted the contact, and the server has it still.
    public func isBeingDeleted(_ contact: ContactID) async throws(ContactStoreError) -> Bool {
        try await onEngine { engine, _ in engine.book.deletion(of: engine.book.current(contact)) != nil }
    }

    /// Why a contact cannot be edited that a person has deleted, and that the server has still; nil where it can.
    public func obstacle(toEditing contact: ContactID) async throws(ContactStoreError) -> EditingObstacle? {
        try await onEngine { engine, _ in
            let deletion = engine.book.deletion(of: engine.book.current(contact))
            return deletion.map { $0.state == .conflicting ? .undecidedDeletion : .deletion }
        }
    }

    /// Takes back a deletion whose toast still shows.
    public func undoDeletion(of contact: ContactID) async throws(ContactStoreError) -> DeletionUndo {
        let now = now
        return try await change { $0.undoDeletion(of: contact, now: now) }
    }
}

extension EditBook {
    func heldDeletion(of contact: ContactID) -> Edit? {
        deletion(of: current(contact)).flatMap { $0.isHeldDeletion ? $0 : nil }
    }

    /// A toast of this process shows for it.
    mutating func hold(_ id: EditID, until moment: TimeInterval) {
        update(id) { $0.notBefore = max($0.notBefore, moment) }
        heldHere.insert(id)
    }

    mutating func finishDeletion(of contact: ContactID) {
        if let deletion = heldDeletion(of: contact) { finish(deletion.id) }
    }

    /// What waits for the end of its toast waits no more.
    mutating func finish(_ id: EditID) {
        // Whatever clock the next process has: this moment is over.
        if edit(id)?.isHeld == true { update(id) { ($0.notBefore, $0.progress.isFinal) = (0, true) } }
    }

    /// Takes back a deletion that has not been tried, while its toast shows.
    mutating func undoDeletion(of contact: ContactID, now: TimeInterval) -> DeletionUndo {
        guard let deletion = deletion(of: current(contact)) else { return .done }
        guard deletion.isHeldDeletion, deletion.notBefore > now else { return .tooLate }
        end(deletion.id)
        return .takenBack
    }
}

extension Edit {
    /// A deletion that waits for the end of its toast.
    var isHeldDeletion: Bool { isDeletion && isHeld }

    /// Whether it waits for the end of its toast.
    var isHeld: Bool {
        (isDeletion || progress.isHeld) && !progress.isFinal && state == .waiting && attempts == 0 && notBefore > 0
    }
}
