import Dispatch
import Synchronization

/// Runs blocking work on threads of its own, a fixed number at once, the rest in the order in which it came.
///
/// Not on the threads of Swift's concurrency: there are only as many as cores, and all tasks share them.
nonisolated final class WorkQueue: Sendable {
    private struct State {
        var idle: [DispatchQueue]
        var waiting: [@Sendable () -> Void] = []
    }

    private let state: Mutex<State>

    init(label: String, width: Int) {
        // A serial queue may have a thread beyond the number of cores; concurrent ones would share the threads of
        // Swift's concurrency.
        state = Mutex(State(idle: (0..<max(1, width)).map { DispatchQueue(label: "\(label) \($0)") }))
    }

    /// The result of `work`, or nil if the task was cancelled before it began; work that runs is not stopped.
    func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value? {
        let job = Job<Value>()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard job.wait(work, continuation) else { return }
                enqueue { job.run() }
            }
        } onCancel: {
            job.cancel()
        }
    }

    private func enqueue(_ run: @escaping @Sendable () -> Void) {
        let lane = state.withLock { state in
            let lane = state.idle.popLast()
            if lane == nil { state.waiting.append(run) }
            return lane
        }
        guard let lane else { return }
        lane.async { [self] in
            run()
            while let next = next(of: lane) { next() }
        }
    }

    /// What to do next; without any, the lane is idle.
    private func next(of lane: DispatchQueue) -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.idle.append(lane)
            return nil
        }
    }
}

/// One piece of work that ends once: with its result, or cancelled while it waits.
private nonisolated final class Job<Value: Sendable>: Sendable {
    private typealias Continuation = CheckedContinuation<Value?, Never>

    private enum Phase {
        case new
        case waiting(@Sendable () -> Value, Continuation)
        case over
    }

    private let phase = Mutex(Phase.new)

    /// Whether the work has to be run; it has not if it was cancelled already, and then has ended.
    func wait(_ work: @escaping @Sendable () -> Value, _ continuation: CheckedContinuation<Value?, Never>) -> Bool {
        let isCancelled = phase.withLock { phase in
            guard case .new = phase else { return true }
            phase = .waiting(work, continuation)
            return false
        }
        if isCancelled { continuation.resume(returning: nil) }
        return !isCancelled
    }

    func run() {
        guard let (work, continuation) = end() else { return }
        continuation.resume(returning: work())
    }

    /// Also lets go of the work, and with it of the data that it holds.
    func cancel() {
        end()?.1.resume(returning: nil)
    }

    private func end() -> (@Sendable () -> Value, Continuation)? {
        phase.withLock { phase in
            defer { phase = .over }
            guard case .waiting(let work, let continuation) = phase else { return nil }
            return (work, continuation)
        }
    }
}
