import Network

/// The known state of a server's request limit, and the decision which request may begin.
///
/// Monica allows a user 60 API requests a minute, for all programs together. Each answer tells the number of requests left. A
/// window begins with its first request and lasts 60 seconds. The server tells the window's end only once the limit is
/// exceeded, so the latest possible end is assumed. Servers that name no limit are not limited.
nonisolated struct RateLimit {
    typealias Instant = ContinuousClock.Instant

    /// The properties of a request that determine its turn.
    struct Demand: Hashable {
        let urgency: HTTPUrgency
        let purpose: HTTPRequest.Purpose
        /// The latest time of its beginning; nil for any time.
        var latest: Instant?
    }

    /// A request that has begun.
    struct Ticket {
        fileprivate let sent: Instant
        fileprivate let isPhoto: Bool
    }

    enum Decision: Equatable {
        case go
        /// Wait for the answers of running requests.
        case waitForAnswer
        case wait(until: Instant)
    }

    /// A window, and a second more because servers count in whole seconds.
    private static let window = Duration.seconds(61)

    /// The number of simultaneous requests while the window is unknown. Requests for which a person waits are extra.
    private static let probes = RequestSlots.usual

    /// The server's limit, once it has named one.
    private var limit: Int?
    /// Whether the list of contacts is filled for the first time. Photos wait for its end, since names are needed first.
    var listComesFirst = false
    private var isUnlimited = false

    /// The fewest requests left according to an answer of this window, with the time of that answer.
    private var remaining: (count: Int, since: Instant)?
    /// The latest end of the window; after a refusal, the end of the server's wait.
    private(set) var windowEnd: Instant?
    private var isRefused = false
    /// The end of the last window. Answers to older requests say nothing about this one.
    private var lastTurn: Instant?

    private var inFlight = 0
    private var photosInFlight = 0
    private var photosInWindow = 0

    mutating func decision(for demand: Demand, at now: Instant) -> Decision {
        turnWindow(at: now)
        if isRefused, let windowEnd { return .wait(until: windowEnd) }
        if isUnlimited { return .go }
        if listComesFirst, limit != nil, demand.purpose == .photo, demand.urgency != .person { return .waitForAnswer }
        guard let limit, let remaining, let windowEnd else {
            return demand.urgency == .person || inFlight < Self.probes ? .go : .waitForAnswer
        }
        // A sixth, 10 of 60, is reserved for a person's clicks; photos get half of the rest.
        let reserve = demand.urgency == .person ? 0 : limit / 6
        guard remaining.count > reserve else { return .wait(until: windowEnd) }
        if demand.purpose == .photo, demand.urgency != .person, photosInWindow >= (limit - reserve) / 2 {
            return .wait(until: windowEnd)
        }
        return remaining.count - inFlight > reserve ? .go : .waitForAnswer
    }

    mutating func send(_ demand: Demand, at now: Instant) -> Ticket {
        inFlight += 1
        guard demand.purpose == .photo else { return Ticket(sent: now, isPhoto: false) }
        photosInFlight += 1
        photosInWindow += 1
        return Ticket(sent: now, isPhoto: true)
    }

    /// Processes an answer, or nil when none came.
    mutating func receive(_ answer: RateLimitAnswer?, for ticket: Ticket, at now: Instant) {
        turnWindow(at: now)
        inFlight -= 1
        if ticket.isPhoto { photosInFlight -= 1 }
        switch answer {
        case .refused(let pause):
            isUnlimited = false
            isRefused = true
            let end = now + min(max(pause ?? Self.window, RetryAfter.bounds.lowerBound), RetryAfter.bounds.upperBound)
            windowEnd = max(windowEnd ?? end, end)
            remaining = (0, now)
        case .counted(let limit, let left):
            isUnlimited = false
            self.limit = limit
            learn(left, from: ticket, at: now)
        case .unlimited where limit == nil:
            isUnlimited = true
        case .notCounted:
            break
        case .unlimited, nil:
            // The server may have counted the request.
            if let remaining { self.remaining = (max(remaining.count - 1, 0), remaining.since) }
        }
    }
}

nonisolated extension RateLimit: RequestPolicy {
    /// The longest wait of a person's request, which fails otherwise. An edit has the same limit: its data from the server
    /// would be old by then.
    private static let patience = Duration.seconds(10)

    var nextChange: Instant? { windowEnd }

    mutating func admit(_ demand: Demand, at now: Instant) -> RequestAdmission<Ticket> {
        if let latest = demand.latest, now > latest { return .refuse(.rateLimited(.zero)) }
        return switch decision(for: demand, at: now) {
        case .go: .begin(send(demand, at: now))
        case .wait(let end) where demand.urgency >= .edit && end - now > Self.patience:
            .refuse(.rateLimited(end - now))
        case .wait, .waitForAnswer: .wait
        }
    }

    mutating func end(_ ticket: Ticket, with answer: RateLimitAnswer?, at now: Instant) {
        receive(answer, for: ticket, at: now)
    }
}

nonisolated extension RateLimit {
    private mutating func learn(_ left: Int, from ticket: Ticket, at now: Instant) {
        if let lastTurn, ticket.sent < lastTurn { return }
        guard let known = remaining else { return beginWindow(left, from: ticket, at: now) }
        // A later request belongs to a new window if its answer leaves no fewer requests. The former request may
        // merely have overtaken an overlapping request.
        if left >= known.count, ticket.sent > known.since {
            beginWindow(left, from: ticket, at: now)
        } else if left < known.count {
            remaining = (left, now)
        }
    }

    private mutating func beginWindow(_ left: Int, from ticket: Ticket, at now: Instant) {
        remaining = (left, now)
        windowEnd = now + Self.window
        isRefused = false
        photosInWindow = photosInFlight + (ticket.isPhoto ? 1 : 0)
    }

    private mutating func turnWindow(at now: Instant) {
        guard let windowEnd, now >= windowEnd else { return }
        self.windowEnd = nil
        remaining = nil
        isRefused = false
        lastTurn = windowEnd
        photosInWindow = photosInFlight
    }
}
