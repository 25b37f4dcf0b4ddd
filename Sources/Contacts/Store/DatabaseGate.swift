import GRDB
import Platform
import Synchronization

/// The way to the database for all who read and write it. While nobody does, another one can take its place.
final class DatabaseGate: Sendable {
    private struct State {
        /// Nil once the store is closed: GRDB's queue crashes when it is used after its own `close`.
        var database: (any DatabaseWriter)?
        var users = 0
        var isReplacing = false
        /// Who came while the database is being replaced.
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

    /// The database, which nobody gets any more.
    func take() async -> (any DatabaseWriter)? {
        var place = closed()
        while place == nil {
            await waitForReplacement()
            place = closed()
        }
        return place?.database
    }

    /// From now on called when somebody is about to write; nil for nobody.
    func onWrite(_ body: (@Sendable () -> Void)?) {
        state.withLockHeld { $0.onWrite = body }
    }

    /// Puts the body's database in the place of the one that it gets. Who comes meanwhile waits; returns false, without having
    /// called the body, where somebody uses the database now. Where the body throws, there is no database any more.
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

    /// What was there until now; nil while the database is being replaced.
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
