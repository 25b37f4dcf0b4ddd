/// Laravel's limiter: a window of 60 seconds that the first request opens.
struct RequestAllowance: Sendable {
    static let window = 60.0

    let limit: Int
    private var windowEnd = 0.0
    private var used = 0

    init(limit: Int) {
        self.limit = limit
    }

    enum Verdict: Equatable, Sendable {
        case allowed(remaining: Int)
        /// Seconds until the window ends, and the time at which it does.
        case refused(retryAfter: Int, reset: Int)
    }

    /// Counts a request at a time in seconds since 1970; refused ones do not prolong the window.
    mutating func admit(at now: Double) -> Verdict {
        if now >= windowEnd {
            windowEnd = now + Self.window
            used = 0
        }
        guard used < limit else {
            return .refused(retryAfter: max(1, Int((windowEnd - now).rounded(.up))), reset: Int(windowEnd.rounded(.up)))
        }
        used += 1
        return .allowed(remaining: limit - used)
    }
}
