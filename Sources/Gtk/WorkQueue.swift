import Dispatch
import Synchronization

/// Runs blocking work on threads of its own: a fixed number at once, the rest in the order of arrival.
///
/// Not on the threads of Swift's concurrency: there are only as many as cores, and all tasks share them.
nonisolated final class WorkQueue: Sendable {
    private struct State {
        var idle: [DispatchQueue]
        var waiting: [@Sendable () -> Bool] = []
    }

    private let state: Mutex<State>
    private let watchdog = Watchdog()

    init(label: String, width: Int) {
        // Serial queues may have more threads than there are cores. Concurrent queues would share the threads of Swift's
        // concurrency.
        state = Mutex(State(idle: (0..<max(1, width)).map { DispatchQueue(label: "\(label) \($0)") }))
    }

    /// The result of `work`, or nil if the task was cancelled before the work began. Running work is not stopped.
    ///
    /// When work runs for longer than `limit`, the result is nil at once. `onOverrun` is called, and another thread replaces
    /// the busy one.
    func run<Value: Sendable>(
        atMost limit: Duration? = nil, onOverrun: @escaping @Sendable () -> Void = {},
        _ work: @escaping @Sendable () -> Value
    ) async -> Value? {
        let job = Job<Value>()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard job.wait(work, continuation) else { return }
                enqueue { [self] in
                    guard let limit else { return job.run() }
                    let watch = watchdog.watch(for: limit) { [weak self] in
                        guard job.abandon() else { return }
                        onOverrun()
                        self?.goOn(DispatchQueue(label: "in place of one that hangs"))
                    }
                    defer { watchdog.end(watch) }
                    return job.run()
                }
            }
        } onCancel: {
            job.cancel()
        }
    }

    /// `run` returns whether its thread continues with waiting work.
    private func enqueue(_ run: @escaping @Sendable () -> Bool) {
        let lane = state.withLock { state in
            let lane = state.idle.popLast()
            if lane == nil { state.waiting.append(run) }
            return lane
        }
        if let lane { goOn(lane, first: run) }
    }

    private func goOn(_ lane: DispatchQueue, first: (@Sendable () -> Bool)? = nil) {
        lane.async { [self] in
            var run = first ?? next(of: lane)
            while let present = run {
                guard present() else { return }
                run = next(of: lane)
            }
        }
    }

    /// The next work; without any, the lane is idle.
    private func next(of lane: DispatchQueue) -> (@Sendable () -> Bool)? {
        state.withLock { state in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.idle.append(lane)
            return nil
        }
    }
}

/// Calls back when work runs for too long. One timer serves any number of short pieces of work.
private nonisolated final class Watchdog: Sendable {
    private struct Watch: Sendable {
        // This clock stops while the machine sleeps.
        let deadline: SuspendingClock.Instant
        let onOverrun: @Sendable () -> Void
    }

    private struct State {
        var watches: [Int: Watch] = [:]
        var last = 0
        /// The earliest time at which a timer is to look at the watches; nil without a timer.
        var look: SuspendingClock.Instant?
    }

    private let state = Mutex(State())

    /// The number of the watch, for its end.
    func watch(for limit: Duration, onOverrun: @escaping @Sendable () -> Void) -> Int {
        let deadline = SuspendingClock.now + limit
        let (number, isNext) = state.withLock { state in
            state.last += 1
            state.watches[state.last] = Watch(deadline: deadline, onOverrun: onOverrun)
            let isNext = state.look.map { deadline < $0 } ?? true
            if isNext { state.look = deadline }
            return (state.last, isNext)
        }
        if isNext { look(at: deadline) }
        return number
    }

    func end(_ number: Int) {
        state.withLock { $0.watches[number] = nil }
    }

    private func look(at time: SuspendingClock.Instant) {
        let wait = SuspendingClock.now.duration(to: time)
        DispatchQueue.global().asyncAfter(deadline: .now() + wait / .seconds(1)) { [weak self] in self?.look() }
    }

    private func look() {
        let now = SuspendingClock.now
        let (overdue, next) = state.withLock { state in
            let overdue = state.watches.filter { $0.value.deadline <= now }
            for number in overdue.keys { state.watches[number] = nil }
            state.look = state.watches.values.map(\.deadline).min()
            return (Array(overdue.values), state.look)
        }
        for watch in overdue { watch.onOverrun() }
        if let next { look(at: next) }
    }
}

/// A piece of work that ends once: with its result, cancelled while it waits, or abandoned while it runs.
private nonisolated final class Job<Value: Sendable>: Sendable {
    typealias Continuation = CheckedContinuation<Value?, Never>

    private enum Phase {
        case new
        case waiting(@Sendable () -> Value, Continuation)
        case running(Continuation)
        case over
    }

    private let phase = Mutex(Phase.new)

    /// Whether the work has to run. False if it was cancelled already, and so has ended.
    func wait(_ work: @escaping @Sendable () -> Value, _ continuation: Continuation) -> Bool {
        let isCancelled = phase.withLock { phase in
            guard case .new = phase else { return true }
            phase = .waiting(work, continuation)
            return false
        }
        if isCancelled { continuation.resume(returning: nil) }
        return !isCancelled
    }

    /// False if the work was abandoned meanwhile, and another thread replaces this one.
    func run() -> Bool {
        let begun = phase.withLock { phase -> (@Sendable () -> Value)? in
            guard case .waiting(let work, let continuation) = phase else { return nil }
            phase = .running(continuation)
            return work
        }
        guard let begun else { return true }
        let value = begun()
        return end { if case .running(let continuation) = $0 { continuation } else { nil } }?
            .resume(returning: value) != nil
    }

    /// Also releases the work, and with it its data.
    func cancel() {
        phase.withLock { if case .new = $0 { $0 = .over } }
        end { if case .waiting(_, let continuation) = $0 { continuation } else { nil } }?.resume(returning: nil)
    }

    /// Ends the wait for running work; false if it does not run any more.
    func abandon() -> Bool {
        end { if case .running(let continuation) = $0 { continuation } else { nil } }?.resume(returning: nil) != nil
    }

    private func end(_ continuation: (Phase) -> Continuation?) -> Continuation? {
        phase.withLock { phase in
            let found = continuation(phase)
            if found != nil { phase = .over }
            return found
        }
    }
}
