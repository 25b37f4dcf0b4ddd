import Dispatch
import GRDB
import Model
import Synchronization
import Testing

@testable import Contacts

/// Who stores an edit during a synchronisation waits for a few contacts at most.
@MainActor
final class SmallTransactionsTests {
    private let store: ContactStore
    private let server = FakeMonica(contacts: 3)

    init() throws { store = try ContactStore.inMemory() }

    @Test func aSynchronisationIsStoredInSmallTransactions() async throws {
        let commits = try await watch()
        for id in 4...250 { server.add(id) }
        try await server.synchronise(store)
        let counts = commits.all.map(\.contacts).filter { $0 > 0 }
        #expect(counts.reduce(0, +) == 250)
        #expect(counts.allSatisfy { $0 <= ContactStore.maxContactsInTransaction })
        #expect(ContactStore.maxContactsInTransaction <= 20)
    }

    @Test func anEditThatIsStoredMeanwhileGetsInBetween() async throws {
        let outbox = Outbox(store: store, server: TestServer())
        let form = FormSave([SlotEdit(.food, to: .text("Vegan"))])
        let storing = Storing()
        // The writer waits until a task has begun to store an edit. The edit is of a contact that has just come.
        let commits = try await watch {
            let hasBegun = DispatchSemaphore(value: 0)
            Task { @MainActor in
                let task = Task.immediate { _ = try await outbox.save(form, of: ContactID(1)) }
                storing.task.withLock { $0 = task }
                hasBegun.signal()
            }
            _ = hasBegun.wait(timeout: .now() + 30)
        }
        for id in 4...250 { server.add(id) }
        try await server.synchronise(store)
        let task = try #require(storing.task.withLock { $0 })
        try await task.value
        let all = commits.all
        let place = try #require(all.firstIndex { $0.edits == 1 })
        #expect(all[..<place].contains { $0.contacts > 0 })
        #expect(all[place...].contains { $0.contacts > 0 }, "it came after all of them")
        #expect(try await outbox.waiting().count == 1)
    }

    private func watch(onFirst: @escaping @Sendable () -> Void = {}) async throws -> Commits {
        let commits = Commits(onFirst: onFirst)
        try await store.writeSynced { db in db.add(transactionObserver: commits, extent: .databaseLifetime) }
        return commits
    }
}

/// The edit on its way into the store.
private final class Storing: Sendable {
    let task = Mutex<Task<Void, any Error>?>(nil)
}

/// How much each transaction brings.
private final class Commits: TransactionObserver, Sendable {
    struct Commit {
        var contacts = 0
        var edits = 0
    }

    private struct State {
        var all: [Commit] = []
        var current = Commit()
    }

    private let state = Mutex(State())
    /// Called on the thread that writes, once the first contacts are stored.
    private let onFirst: @Sendable () -> Void

    init(onFirst: @escaping @Sendable () -> Void) {
        self.onFirst = onFirst
    }

    var all: [Commit] { state.withLock { $0.all } }

    func observes(eventsOfKind kind: DatabaseEventKind) -> Bool {
        switch kind {
        case .insert("contact"), .insert("pending_change"): true
        default: false
        }
    }

    func databaseDidChange(with event: DatabaseEvent) {
        state.withLock {
            if event.tableName == "contact" { $0.current.contacts += 1 } else { $0.current.edits += 1 }
        }
    }

    func databaseDidCommit(_ db: Database) {
        let isFirst = state.withLock { state in
            let isFirst = state.current.contacts > 0 && !state.all.contains { $0.contacts > 0 }
            state.all.append(state.current)
            state.current = Commit()
            return isFirst
        }
        if isFirst { onFirst() }
    }

    func databaseDidRollback(_ db: Database) {
        state.withLock { $0.current = Commit() }
    }
}
