import Synchronization

/// Sleeps that end when a test says so.
final class ManualSleep: Sendable {
    private struct Sleeper: Sendable {
        let id: Int
        let duration: Duration
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State: Sendable {
        var lastID = 0
        var sleepers: [Sleeper] = []
        var all: [Duration] = []
        var cancelled: Set<Int> = []
    }

    private let state = Mutex(State())

    /// Durations of all sleeps so far, ended ones included.
    var all: [Duration] { state.withLock { $0.all } }
    /// Durations of the sleeps that have not ended.
    var durations: [Duration] { state.withLock { $0.sleepers.map(\.duration) } }

    func sleep(_ duration: Duration) async throws {
        let id = state.withLock {
            $0.lastID += 1
            return $0.lastID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isCancelled = state.withLock {
                    $0.all.append(duration)
                    guard !$0.cancelled.contains(id) else { return true }
                    $0.sleepers.append(Sleeper(id: id, duration: duration, continuation: continuation))
                    return false
                }
                if isCancelled { continuation.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            let sleeper = state.withLock { state -> Sleeper? in
                state.cancelled.insert(id)
                guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else { return nil }
                return state.sleepers.remove(at: index)
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Ends all sleeps that have begun.
    func wake() {
        let sleepers = state.withLock { state in
            defer { state.sleepers = [] }
            return state.sleepers
        }
        for sleeper in sleepers { sleeper.continuation.resume() }
    }
}
