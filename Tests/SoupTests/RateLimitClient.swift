import Network

@testable import Soup

/// A server's limit as Monica has it: a window of 60 seconds from its first request.
final class LimitedServer {
    private let limit: Int
    private var windowEnd: ContinuousClock.Instant?
    private var count = 0
    private(set) var refused = 0

    init(limit: Int = 60) {
        self.limit = limit
    }

    func answer(at now: ContinuousClock.Instant) -> RateLimitAnswer {
        if windowEnd.map({ now >= $0 }) ?? true {
            windowEnd = now + .seconds(60)
            count = 0
        }
        guard count < limit else {
            refused += 1
            return .refused(windowEnd.map { $0 - now })
        }
        count += 1
        return .counted(limit: limit, remaining: limit - count)
    }
}

/// A program that keeps to a RateLimit, at a time of its own.
final class LimitedClient {
    let server: LimitedServer?
    let start = ContinuousClock.now
    private(set) var now: ContinuousClock.Instant
    private var limit = RateLimit()
    private var underWay: [(ticket: RateLimit.Ticket, answer: RateLimitAnswer)] = []

    /// Without a server, the test sets the answers, or the answers tell of no limit.
    init(server: LimitedServer?) {
        self.server = server
        now = start
    }

    var listComesFirst: Bool {
        get { limit.listComesFirst }
        set { limit.listComesFirst = newValue }
    }

    func pass(_ time: Duration) {
        now += time
    }

    func decide(_ urgency: HTTPUrgency, _ purpose: HTTPRequest.Purpose = .data) -> RateLimit.Decision {
        limit.decision(for: RateLimit.Demand(urgency: urgency, purpose: purpose), at: now)
    }

    /// Starts as many requests as may go, at most so many; they reach the server in this order.
    @discardableResult
    func startAll(_ most: Int, _ urgency: HTTPUrgency, _ purpose: HTTPRequest.Purpose = .data) -> Int {
        for count in 0..<most {
            guard decide(urgency, purpose) == .go else { return count }
            let ticket = limit.send(RateLimit.Demand(urgency: urgency, purpose: purpose), at: now)
            underWay.append((ticket, server?.answer(at: now) ?? .unlimited))
        }
        return most
    }

    /// Starts as many requests as may go, each after the answer to the last.
    @discardableResult
    func sendAll(_ most: Int, _ urgency: HTTPUrgency, _ purpose: HTTPRequest.Purpose = .data) -> Int {
        for count in 0..<most {
            guard startAll(1, urgency, purpose) == 1 else { return count }
            pass(.milliseconds(1))
            answerAll()
        }
        return most
    }

    /// The server's answers arrive.
    func answerAll(lastFirst: Bool = false) {
        let answered = lastFirst ? underWay.reversed() : underWay
        underWay = []
        for (ticket, answer) in answered { limit.receive(answer, for: ticket, at: now) }
    }

    /// The same answer, or none, arrives to all that is under way.
    func answerAll(_ answer: RateLimitAnswer?) {
        while !underWay.isEmpty { answerNext(answer) }
    }

    func answerNext(_ answer: RateLimitAnswer?) {
        limit.receive(answer, for: underWay.removeFirst().ticket, at: now)
    }
}
