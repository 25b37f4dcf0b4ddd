import Network

/// Delays requests under a server's limit, and reports the delay of background requests.
final class RateLimiter {
    private let scheduler = RequestScheduler(RateLimit())
    /// The number of requests so far.
    private var count = 0
    /// Called with the end of the pause of background requests, and with nil when they continue.
    var onPause: ((ContinuousClock.Instant?) -> Void)?
    private var pause: ContinuousClock.Instant? {
        didSet { if pause != oldValue { onPause?(pause) } }
    }
    /// Whether the list of contacts is filled for the first time, so that photos wait.
    var listComesFirst: Bool {
        get { scheduler.policy.listComesFirst }
        set { if newValue != listComesFirst { scheduler.change { $0.listComesFirst = newValue } } }
    }
    private static let background = RateLimit.Demand(urgency: .background, purpose: .data)

    init() {
        scheduler.onChange = { [weak self] in self?.updatePause() }
    }

    /// Waits until the request may begin. Each ticket must be settled once.
    ///
    /// Throws `rateLimited` when a person's request would wait longer than 10 s, as soon as that is known. Also throws it when
    /// the latest time of the request's beginning is over.
    func admit(_ request: HTTPRequest) async throws(TransportError) -> RateLimit.Ticket {
        count += 1
        // A person's view needs the newest requests first, since the older ones may be out of sight by then. Background
        // requests begin in the order of their arrival.
        let order = request.urgency == .background ? -count : count
        let priority = RequestPriority(urgency: request.urgency, order: order)
        let demand = RateLimit.Demand(
            urgency: request.urgency, purpose: request.purpose, latest: request.latestBeginning)
        return try await scheduler.begin(demand) { priority }
    }

    /// Processes the answer to a request, or nil when none came.
    func settle(_ ticket: RateLimit.Ticket, with answer: RateLimitAnswer?) {
        scheduler.end(ticket, with: answer)
    }

    /// Cancels all waiting requests.
    func abort() {
        scheduler.abort()
    }

    private func updatePause() {
        var limit = scheduler.policy
        guard scheduler.isWaiting(where: { $0 == Self.background }),
            case .wait(let end) = limit.decision(for: Self.background, at: .now)
        else {
            pause = nil
            return
        }
        pause = end
    }
}
