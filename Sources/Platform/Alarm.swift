import Synchronization

/// One waits until another rings; a ring before the wait counts.
public final class Alarm: Sendable {
    private struct State {
        var hasRung = false
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    /// An alarm that has not rung.
    public init() {}

    /// Ends the wait, or the next one where none is under way.
    public func ring() {
        let waiting = state.withLockHeld { state in
            defer { state.waiting = nil }
            if state.waiting == nil { state.hasRung = true }
            return state.waiting
        }
        waiting?.resume()
    }

    /// Also ends when the task is cancelled. Only one may wait at a time.
    public func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let hasRung = state.withLockHeld { state in
                    if !state.hasRung { state.waiting = continuation }
                    defer { state.hasRung = false }
                    return state.hasRung
                }
                if hasRung { continuation.resume() }
            }
        } onCancel: {
            ring()
        }
    }
}
