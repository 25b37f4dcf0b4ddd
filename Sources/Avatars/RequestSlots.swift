import Network

/// Lets a limited number of requests run at once, the most urgent and then the newest first.
final class RequestSlots {
    /// A request's place in the queue.
    struct Priority: Comparable {
        var urgency: HTTPUrgency
        /// Counts up with each wish, so that what came on the screen last goes first.
        var order: Int

        static func < (left: Priority, right: Priority) -> Bool {
            (left.urgency.rawValue, left.order) < (right.urgency.rawValue, right.order)
        }
    }

    private struct Waiter {
        let priority: () -> Priority
        let resume: CheckedContinuation<Bool, Never>
    }

    private let limit: Int
    private var taken = 0
    private var waiters: [Int: Waiter] = [:]
    private var lastID = 0

    init(limit: Int) {
        self.limit = limit
    }

    /// Runs a request once a slot is free. The priority is read when one becomes free: it may have changed by then.
    func run<Value>(
        priority: @escaping () -> Priority, _ request: () async throws(LoadFailure) -> Value
    ) async throws(LoadFailure) -> Value {
        guard await acquire(priority) else { throw .cancelled }
        defer { release() }
        guard !Task.isCancelled else { throw .cancelled }
        return try await request()
    }
}

private extension RequestSlots {
    /// False when cancelled while waiting; otherwise the slot must be released.
    func acquire(_ priority: @escaping () -> Priority) async -> Bool {
        if taken < limit {
            taken += 1
            return true
        }
        lastID += 1
        let id = lastID
        return await withTaskCancellationHandler {
            guard !Task.isCancelled else { return false }
            return await withCheckedContinuation { waiters[id] = Waiter(priority: priority, resume: $0) }
        } onCancel: {
            Task { await self.cancel(id) }
        }
    }

    func cancel(_ id: Int) {
        waiters.removeValue(forKey: id)?.resume.resume(returning: false)
    }

    func release() {
        guard let next = waiters.max(by: { $0.value.priority() < $1.value.priority() }) else {
            taken -= 1
            return
        }
        waiters[next.key] = nil
        next.value.resume.resume(returning: true)
    }
}
