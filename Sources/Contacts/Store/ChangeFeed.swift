import GRDB
import Platform
import Synchronization

/// Tells which contacts each transaction changed. An observer of transactions and no `ValueObservation`, which would ask its
/// whole query anew after each of them: of a list that is all contacts, and here it is known which have changed.
final class ChangeFeed: TransactionObserver, Sendable {
    private struct State {
        var changing: Set<Int> = []
        var mailboxes: [Int: ChangeMailbox] = [:]
        /// The kinds that a mailbox receives besides contacts; no entry for a mailbox that receives only contacts.
        var besides: [Int: Set<ChangeFeed.Kind>] = [:]
        /// Told of edits, and of nothing else.
        var editMailboxes: [Int: ChangeMailbox] = [:]
        var areEditsChanging = false
        var nextMailbox = 0
    }

    /// Parts of contacts that no contact list shows.
    enum Kind { case sections, lists }

    private let state = Mutex(State())

    deinit {
        close()
    }

    /// Ends all observations.
    func close() {
        let mailboxes = state.withLockHeld { Array($0.mailboxes.values) + Array($0.editMailboxes.values) }
        for mailbox in mailboxes { mailbox.close() }
    }

    /// The mailbox gathers changes of contacts, and of `kinds`, until it is closed.
    func subscribe(besides kinds: Set<Kind> = []) -> ChangeMailbox {
        state.withLockHeld { state in
            let number = state.nextMailbox
            state.nextMailbox += 1
            let mailbox = ChangeMailbox { [weak self] in self?.unsubscribe(number) }
            state.mailboxes[number] = mailbox
            if !kinds.isEmpty { state.besides[number] = kinds }
            return mailbox
        }
    }

    /// A mailbox that is told whenever edits were stored, ended or changed; it names no contacts.
    func subscribeToEdits() -> ChangeMailbox {
        state.withLockHeld { state in
            let number = state.nextMailbox
            state.nextMailbox += 1
            let mailbox = ChangeMailbox { [weak self] in self?.unsubscribe(number) }
            state.editMailboxes[number] = mailbox
            return mailbox
        }
    }

    private func unsubscribe(_ number: Int) {
        state.withLockHeld { state in
            state.mailboxes[number] = nil
            state.editMailboxes[number] = nil
            state.besides[number] = nil
        }
    }

    /// Tells that sections of contacts were stored or removed. The writer of the sections calls it: SQLite tells only the
    /// number of their row, not the contact's.
    func sectionsChanged(of contacts: [Int]) {
        if !contacts.isEmpty { tell(Set(contacts), .sections) }
    }

    /// Tells that a list of the account was read anew: once for all its entries, not for each row.
    func listsChanged() {
        tell([], .lists)
    }

    private func tell(_ contacts: Set<Int>, _ kind: Kind) {
        let mailboxes = state.withLockHeld { state in
            state.besides.filter { $0.value.contains(kind) }.compactMap { state.mailboxes[$0.key] }
        }
        for mailbox in mailboxes { mailbox.put(contacts) }
    }

    /// Tells that pending changes wait for another reason than before, or that notices went.
    func pauseChanged() {
        let mailboxes = state.withLockHeld { Array($0.editMailboxes.values) }
        for mailbox in mailboxes { mailbox.put([]) }
    }

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool {
        ["contact", "pending_change", "attempt"].contains(eventKind.tableName)
    }

    func databaseDidChange(with event: DatabaseEvent) {
        let id = event.tableName == "contact" ? Int(event.rowID) : nil
        state.withLockHeld { state in
            if let id { state.changing.insert(id) } else { state.areEditsChanging = true }
        }
    }

    func databaseDidCommit(_ db: Database) {
        let (changed, mailboxes, editMailboxes) = state.withLockHeld { state in
            defer { (state.changing, state.areEditsChanging) = ([], false) }
            let editMailboxes = state.areEditsChanging ? Array(state.editMailboxes.values) : []
            return (state.changing, Array(state.mailboxes.values), editMailboxes)
        }
        for mailbox in editMailboxes { mailbox.put([]) }
        guard !changed.isEmpty else { return }
        for mailbox in mailboxes { mailbox.put(changed) }
    }

    func databaseDidRollback(_ db: Database) {
        state.withLockHeld { ($0.changing, $0.areEditsChanging) = ([], false) }
    }
}

/// Numbers of changed contacts that wait for one reader.
final class ChangeMailbox: Sendable {
    /// One element for any number of changes since the last one.
    let arrivals: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let ids = Mutex<Set<Int>>([])
    private let onClose: @Sendable () -> Void

    init(onClose: @escaping @Sendable () -> Void) {
        (arrivals, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        self.onClose = onClose
    }

    func put(_ changed: Set<Int>) {
        ids.withLockHeld { $0.formUnion(changed) }
        continuation.yield()
    }

    func empty() -> Set<Int> {
        ids.withLockHeld { ids in
            defer { ids = [] }
            return ids
        }
    }

    /// Waits for a change; false when there is none to come.
    func changed() async -> Bool {
        for await _ in arrivals {
            _ = empty()
            return true
        }
        return false
    }

    /// Waits for a change of any of these contacts; false if no change can come any more.
    func changed(oneOf contacts: Set<Int>) async -> Bool {
        for await _ in arrivals where !empty().isDisjoint(with: contacts) { return true }
        return false
    }

    func close() {
        onClose()
        continuation.finish()
    }
}
