import Network

/// Makes requests wait for their turn under a server's limit, and goes on by itself when it may.
final class RateLimiter {
    /// A person who would wait longer is told so instead.
    static let patience = Duration.seconds(10)

    private var limit = RateLimit()
    private let waiting = WaitingList<RateLimit.Demand, RateLimit.Ticket>()
    /// Told until when the background waits for the server's limit, and with nil when it goes on.
    var onPause: ((ContinuousClock.Instant?) -> Void)?
    private var pause: ContinuousClock.Instant? {
        didSet { if pause != oldValue { onPause?(pause) } }
    }
    private static let background = RateLimit.Demand(urgency: .background, purpose: .data)
    private var timer: (end: ContinuousClock.Instant, task: Task<Void, Never>)?

    /// Waits until the request may go. Each ticket is to be settled once.
    ///
    /// Throws `rateLimited` when a person would wait for longer than 10 s, at once or as soon as it is known.
    func admit(_ request: HTTPRequest) async throws(TransportError) -> RateLimit.Ticket {
        let demand = RateLimit.Demand(urgency: request.urgency, purpose: request.purpose)
        switch decision(for: demand) {
        case .pass(let ticket): return ticket
        case .fail(let error): throw error
        case .stay: break
        }
        setTimer()
        updatePause(joining: demand)
        defer { updatePause() }
        return try await waiting.wait(demand, urgency: request.urgency)
    }

    /// Takes in the answer to a request, or nil when none came.
    func settle(_ ticket: RateLimit.Ticket, with answer: RateLimitAnswer?) {
        limit.receive(answer, for: ticket, at: .now)
        admitWaiting()
    }

    /// Ends all waiting.
    func abort() {
        waiting.decide { _ in .fail(.cancelled) }
        pause = nil
        timer?.task.cancel()
        timer = nil
    }

    private func decision(for demand: RateLimit.Demand) -> WaitingList<RateLimit.Demand, RateLimit.Ticket>.Decision {
        let now = ContinuousClock.now
        switch limit.decision(for: demand, at: now) {
        case .go:
            return .pass(limit.send(demand, at: now))
        case .wait(let end) where demand.urgency == .person && end - now > Self.patience:
            return .fail(.rateLimited(end - now))
        case .wait, .waitForAnswer:
            return .stay
        }
    }

    private func admitWaiting() {
        waiting.decide(decision)
        if !waiting.isEmpty { setTimer() }
        updatePause()
    }

    private func updatePause(joining demand: RateLimit.Demand? = nil) {
        let waits = demand == Self.background || waiting.contains { $0 == Self.background }
        guard waits, case .wait(let end) = limit.decision(for: Self.background, at: .now) else {
            pause = nil
            return
        }
        pause = end
    }

    /// Looks at the waiting again when the server's window ends.
    private func setTimer() {
        guard let end = limit.windowEnd, timer?.end != end else { return }
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
