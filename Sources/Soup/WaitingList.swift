import Network

/// Requests that wait for their turn, in the order in which they will have it: more urgent ones first; among those that a
/// person looks at the newest first, since the older ones may be out of sight by then; in the background the oldest first.
final class WaitingList<Demand, Grant: Sendable> {
    enum Decision {
        case pass(Grant)
        case stay
        case fail(TransportError)
    }

    private struct Waiter {
        let id: Int
        let urgency: HTTPUrgency
        let demand: Demand
        let continuation: CheckedContinuation<Result<Grant, TransportError>, Never>
    }

    private var waiters: [Waiter] = []
    private var lastID = 0

    var isEmpty: Bool { waiters.isEmpty }

    func contains(where condition: (Demand) -> Bool) -> Bool {
        waiters.contains { condition($0.demand) }
    }

    /// Waits until a decision lets the demand pass or fail. A cancelled task leaves the list with `cancelled`.
    func wait(_ demand: Demand, urgency: HTTPUrgency) async throws(TransportError) -> Grant {
        lastID += 1
        let id = lastID
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                insert(Waiter(id: id, urgency: urgency, demand: demand, continuation: continuation))
            }
        } onCancel: {
            Task { @MainActor in self.leave(id) }
        }
        return try result.get()
    }

    /// Asks for a decision about each waiter, in order.
    func decide(_ decision: (Demand) -> Decision) {
        waiters.removeAll { waiter in
            switch decision(waiter.demand) {
            case .pass(let grant): waiter.continuation.resume(returning: .success(grant))
            case .stay: return false
            case .fail(let error): waiter.continuation.resume(returning: .failure(error))
            }
            return true
        }
    }

    private func insert(_ waiter: Waiter) {
        let index = waiters.firstIndex { other in
            waiter.urgency == .background ? false : other.urgency <= waiter.urgency
        }
        waiters.insert(waiter, at: index ?? waiters.endIndex)
    }

    private func leave(_ id: Int) {
        guard let index = waiters.firstIndex(where: { $0.id == id }) else { return }
        waiters.remove(at: index).continuation.resume(returning: .failure(.cancelled))
    }
}
