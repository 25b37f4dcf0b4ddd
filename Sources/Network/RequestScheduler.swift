/// The rank of a request among waiting requests.
public struct RequestPriority: Comparable, Sendable {
    /// The urgency of the request.
    public var urgency: HTTPUrgency
    /// Among requests of equal urgency the greatest number comes first.
    public var order: Int

    /// A rank. The more urgent request has the greater one.
    public init(urgency: HTTPUrgency, order: Int) {
        self.urgency = urgency
        self.order = order
    }

    public static func < (left: RequestPriority, right: RequestPriority) -> Bool {
        (left.urgency.rawValue, left.order) < (right.urgency.rawValue, right.order)
    }
}

/// A policy's decision about a request.
public enum RequestAdmission<Ticket> {
    case begin(Ticket)
    case wait
    case refuse(TransportError)
}

/// Decides which requests may begin, for example by their number at once or by their number in a minute.
public protocol RequestPolicy {
    /// The properties of a request that the policy needs.
    associatedtype Demand
    /// The policy's record of a request from its beginning to its end.
    associatedtype Ticket: Sendable
    /// The policy's information from the end of a request.
    associatedtype Outcome

    /// The time when the policy's decisions change although no request ends; nil when they do not change.
    var nextChange: ContinuousClock.Instant? { get }

    /// Decides whether a request may begin now. A request that begins counts until its end.
    mutating func admit(_ demand: Demand, at now: ContinuousClock.Instant) -> RequestAdmission<Ticket>

    /// Notes the end of a request.
    mutating func end(_ ticket: Ticket, with outcome: Outcome, at now: ContinuousClock.Instant)
}

/// Starts requests in the order of their priorities, as its policy allows.
@MainActor
public final class RequestScheduler<Policy: RequestPolicy> {
    private struct Waiter {
        let demand: Policy.Demand
        let priority: () -> RequestPriority
        let continuation: CheckedContinuation<Result<Policy.Ticket, TransportError>, Never>
    }

    /// The policy, with its counters.
    public private(set) var policy: Policy
    /// Called when a request starts or stops waiting, and when a request has ended.
    public var onChange: (() -> Void)?

    private var waiters: [Int: Waiter] = [:]
    private var lastID = 0
    private var timer: (end: ContinuousClock.Instant, task: Task<Void, Never>)?

    /// A scheduler without waiting requests.
    public init(_ policy: Policy) {
        self.policy = policy
    }

    /// Whether a matching request waits.
    public func isWaiting(where condition: (Policy.Demand) -> Bool) -> Bool {
        waiters.values.contains { condition($0.demand) }
    }

    /// Waits until a request may begin. Each request that begins must `end` once. The priority is read whenever a request may
    /// begin, because it may change meanwhile.
    ///
    /// Throws `cancelled`, or the policy's error when the policy refuses the request.
    public func begin(
        _ demand: Policy.Demand, priority: @escaping () -> RequestPriority
    ) async throws(TransportError) -> Policy.Ticket {
        switch policy.admit(demand, at: .now) {
        case .begin(let ticket): return ticket
        case .refuse(let error): throw error
        case .wait: break
        }
        lastID += 1
        let id = lastID
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                waiters[id] = Waiter(demand: demand, priority: priority, continuation: continuation)
                setTimer()
                onChange?()
            }
        } onCancel: {
            Task { @MainActor in self.leave(id) }
        }
        onChange?()
        return try result.get()
    }

    /// Notes the end of a request, and starts waiting ones.
    public func end(_ ticket: Policy.Ticket, with outcome: Policy.Outcome) {
        policy.end(ticket, with: outcome, at: .now)
        admitWaiting()
    }

    /// Changes the policy for a reason other than a request, and starts waiting requests.
    public func change(_ body: (inout Policy) -> Void) {
        body(&policy)
        admitWaiting()
    }

    /// Cancels all waiting requests.
    public func abort() {
        for waiter in waiters.values { waiter.continuation.resume(returning: .failure(.cancelled)) }
        waiters = [:]
        timer?.task.cancel()
        timer = nil
        onChange?()
    }
}

extension RequestScheduler {
    private func admitWaiting() {
        let inOrder = waiters.map { (id: $0.key, priority: $0.value.priority()) }.sorted { $0.priority > $1.priority }
        for (id, _) in inOrder {
            guard let waiter = waiters[id] else { continue }
            let result: Result<Policy.Ticket, TransportError>
            switch policy.admit(waiter.demand, at: .now) {
            case .begin(let ticket): result = .success(ticket)
            case .refuse(let error): result = .failure(error)
            case .wait: continue
            }
            waiters[id] = nil
            waiter.continuation.resume(returning: result)
        }
        setTimer()
        onChange?()
    }

    private func leave(_ id: Int) {
        waiters.removeValue(forKey: id)?.continuation.resume(returning: .failure(.cancelled))
    }

    /// Asks the policy again about waiting requests at the time of its `nextChange`.
    private func setTimer() {
        guard !waiters.isEmpty, let end = policy.nextChange, timer?.end != end else { return }
        timer?.task.cancel()
        let task = Task { [weak self] in
            try? await Task.sleep(until: end, clock: .continuous)
            guard !Task.isCancelled else { return }
            self?.timer = nil
            self?.admitWaiting()
        }
        timer = (end, task)
    }
}
