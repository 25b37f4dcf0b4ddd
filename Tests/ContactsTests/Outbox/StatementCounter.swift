import GRDB
import Synchronization

/// Counts the statements of a connection.
final class StatementCounter: Sendable {
    private let state = Mutex(0)

    var count: Int { state.withLock { $0 } }

    func count(_ event: Database.TraceEvent) {
        if case .statement = event { state.withLock { $0 += 1 } }
    }
}
