import GRDB
import Platform
import Synchronization

/// The access of all readers and writers to the database. Without a user, the database can be replaced.
final class DatabaseGate: Sendable {
    private struct State {
        /// Nil once the store is closed: GRDB's queue crashes when it is used after its own `close`.
        var database: (any DatabaseWriter)?
        var users = 0
        var isReplacing = false
        /// The callers that wait for the replacement of the database.
        var waiting: [CheckedContinuation<Void, Never>] = []
        var onWrite: (@Sendable () -> Void)?
    }

    private let state: Mutex<State>

    init(_ database: any DatabaseWriter) {
        state = Mutex(State(database: database))
    }

    /// Calls the body with the database. Throws `closed` when there is none any more.
    func use<Value>(
        isWriting: Bool, _ body: (any DatabaseWriter) async throws -> Value
    ) async throws -> Value {
        var database = try enter(isWriting: isWriting)
        while database == nil {
            await waitForReplacement()
            database = try enter(isWriting: isWriting)
        }
        guard let database else { throw ContactStoreError.closed }
        defer { leave() }
        return try await body(database)
    }

    /// Takes the database out of the gate: later calls get none.
    func take() async -> (any DatabaseWriter)? {
        var place = closed()
        while place == nil {
            await waitForReplacement()
            place = closed()
        }
        return place?.database
    }

    /// Sets the closure that runs before each write; nil for none.
    func onWrite(_ body: (@Sendable () -> Void)?) {
        state.withLockHeld { $0.onWrite = body }
    }

    /// Replaces the database by the body's result; the body gets the former database. Other callers wait meanwhile. Returns
    /// false, without calling the body, while the database is in use. If the body throws, the gate has no database any more.
    func replace(_ body: (any DatabaseWriter) throws -> any DatabaseWriter) throws -> Bool {
        let former: (any DatabaseWriter)? = state.withLockHeld { state in
            guard state.users == 0, !state.isReplacing, let database = state.database else { return nil }
            state.isReplacing = true
            return database
        }
        guard let former else { return false }
        let new = Result { try body(former) }
        let waiting = state.withLockHeld { state in
            defer { state.waiting = [] }
            state.isReplacing = false
            state.database = try? new.get()
            return state.waiting
        }
        for each in waiting { each.resume() }
        _ = try new.get()
        return true
    }

    private func waitForReplacement() async {
        await withCheckedContinuation { wait($0) }
    }
}

extension DatabaseGate {
    /// Nil while the database is being replaced.
    private func enter(isWriting: Bool) throws(ContactStoreError) -> (any DatabaseWriter)? {
        let (isReplacing, database, onWrite) = state.withLockHeld { state in
            if !state.isReplacing, state.database != nil { state.users += 1 }
            return (state.isReplacing, state.database, state.onWrite)
        }
        if isReplacing { return nil }
        guard let database else { throw .closed }
        if isWriting { onWrite?() }
        return database
    }

    private func leave() {
        state.withLockHeld { $0.users -= 1 }
    }

    private struct Place {
        let database: (any DatabaseWriter)?
    }

    /// Closes the gate and returns its former place; nil while the database is being replaced.
    private func closed() -> Place? {
        state.withLockHeld { state in
            guard !state.isReplacing else { return nil }
            defer { state.database = nil }
            return Place(database: state.database)
        }
    }

    private func wait(_ continuation: CheckedContinuation<Void, Never>) {
        let isReplacing = state.withLockHeld { state in
            if state.isReplacing { state.waiting.append(continuation) }
            return state.isReplacing
        }
        if !isReplacing { continuation.resume() }
    }
}
