import Network

/// Makes requests wait for their turn under a server's limit, and tells how long the background waits for it.
final class RateLimiter {
    private let scheduler = RequestScheduler(RateLimit())
    /// Requests so far.
    private var count = 0
    /// Told until when the background waits for the server's limit, and with nil when it goes on.
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

    /// Waits until the request may go. Each ticket is to be settled once.
    ///
    /// Throws `rateLimited` when a person would wait for longer than 10 s, at once or as soon as it is known, and when
    /// the request's latest beginning is over.
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

    /// Takes in the answer to a request, or nil when none came.
    func settle(_ ticket: RateLimit.Ticket, with answer: RateLimitAnswer?) {
        scheduler.end(ticket, with: answer)
    }

    /// Ends all waiting.
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
