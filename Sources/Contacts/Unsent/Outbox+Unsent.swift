public import Foundation
import GRDB
public import Model

// The page of unsent changes.
extension Outbox {
    /// Between two calls of an observer. A slow list waits as long as it takes.
    private static let pace = Duration.milliseconds(100)

    /// All pending changes and notices, contact by contact, the oldest contact first.
    ///
    /// `arrangement` makes the names; nil for the server's names.
    public func waiting(named arrangement: NameArrangement? = nil) async throws(ContactStoreError) -> [WaitingChange] {
        let listed = try await look { WaitingList($0).changes }
        guard !listed.isEmpty else { return [] }
        let fieldTypes = try await store.formChoices()?.fieldTypes ?? []
        return try await store.read { db in
            let names = try NamesOfWaiting(db, fieldTypes: fieldTypes, arrangement)
            return try listed.map(names.describe)
        }
    }

    /// Calls back with the result of `waiting`, and again after each change.
    public func observeWaiting(
        named arrangement: NameArrangement? = nil, onChange: @escaping @Sendable ([WaitingChange]) -> Void
    ) -> ContactObservation {
        let mailbox = store.changes.subscribeToEdits()
        return ContactObservation { [weak self] in
            defer { mailbox.close() }
            var last: [WaitingChange]?
            repeat {
                // A question that fails is asked again with the next change. The last answer stays until then.
                guard let self, !Task.isCancelled else { return }
                let start = ContinuousClock.now
                if let changes = try? await self.waiting(named: arrangement), changes != last, !Task.isCancelled {
                    last = changes
                    onChange(changes)
                }
                guard (try? await Task.sleep(for: max(Self.pace, ContinuousClock.now - start))) != nil else { return }
            } while await mailbox.changed()
        }
    }

    /// In how many seconds a change goes on; nil where no moment ends its wait.
    public func timeLeft(of change: WaitingChange) -> TimeInterval? {
        guard let moment = change.goesOn, moment.isFinite else { return nil }
        return moment > now ? moment - now : nil
    }

    /// The typing that would be lost with the stored contacts.
    public func unsent() async throws(ContactStoreError) -> UnsentWork {
        var work = UnsentWork()
        work.changes = try await waiting().filter { if case .notice = $0.state { false } else { true } }.lines
        work.drafts = try await store.drafts().count
        work.pause = try await look { $0.memory.pause }
        return work
    }

    /// Gives a change up: the server's value stands. Nil if it is not there any more.
    public func drop(_ change: WaitingChange.ID) async throws(ContactStoreError) -> Receipt? {
        try await drop([change])
    }

    /// Gives changes up together, with one receipt. Nil if none of them is there any more.
    public func drop(_ changes: [WaitingChange.ID]) async throws(ContactStoreError) -> Receipt? {
        try await change { try $0.drop(changes) }
    }

    /// Ends the conflicts of some slots of a contact. Nil if none of them conflicts any more.
    public func choose(
        _ choices: [Slot: ConflictChoice], of contact: ContactID
    ) async throws(ContactStoreError) -> Receipt? {
        try await change { try $0.choose(choices, of: contact) }
    }

    /// The person agrees that the server changes other values besides.
    public func agree(_ change: WaitingChange.ID) async throws(ContactStoreError) {
        try await self.change { try $0.agree(change) }
    }

    /// Sends the refused changes of a contact again.
    public func retry(_ contact: ContactID) async throws(ContactStoreError) {
        try await change { try $0.retry(contact) }
    }

    /// The person has seen a notice.
    public func acknowledge(_ change: WaitingChange.ID) async throws(ContactStoreError) {
        try await look { $0.memory.notices[change] = nil }
        store.changes.pauseChanged()
    }

    /// Sets each slot of the receipt that still shows its later value to the value before.
    public func undo(_ receipt: Receipt) async throws(ContactStoreError) -> UndoResult {
        try await change { try $0.undo(receipt) }
    }
}
