import Foundation
import Network

/// An answer's information about the server's request limit.
nonisolated enum RateLimitAnswer: Equatable {
    /// Status 429, with the wait that the server asks for, if it names one.
    case refused(Duration?)
    case counted(limit: Int, remaining: Int)
    /// A successful answer without limit headers.
    case unlimited
    /// A refusal before the server counts the request, such as 401.
    case notCounted

    init(_ response: HTTPResponse, at now: Date = .now) {
        let headers = response.headers
        if response.status == 429 {
            self = .refused(RetryAfter.wait(in: response, now: now) ?? Self.reset(headers, now))
        } else if let limit = Self.count(headers["x-ratelimit-limit"]), limit > 0,
            let remaining = Self.count(headers["x-ratelimit-remaining"])
        {
            self = .counted(limit: limit, remaining: min(remaining, limit))
        } else {
            self = (200..<300).contains(response.status) ? .unlimited : .notCounted
        }
    }

    /// The time until `X-RateLimit-Reset`, by this machine's clock.
    private static func reset(_ headers: [String: String], _ now: Date) -> Duration? {
        guard let reset = count(headers["x-ratelimit-reset"]) else { return nil }
        return .seconds(Double(reset) - now.timeIntervalSince1970)
    }

    private static func count(_ text: String?) -> Int? {
        guard let text, let number = Int(text), number >= 0, number <= 1 << 40 else { return nil }
        return number
    }
}
