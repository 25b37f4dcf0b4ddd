public import Foundation

/// The wait that a server asks for: `Retry-After`, in seconds or as a date (RFC 9110, 10.2.3).
public enum RetryAfter {
    /// The shortest and the longest wait that is accepted from a server.
    public static let bounds = Duration.seconds(1)...Duration.seconds(3_600)

    /// The wait that an answer asks for, within `bounds`; nil if it asks for none.
    ///
    /// A date counts from the server's own clock, if the answer has a date: this machine's clock may be wrong.
    public static func wait(in response: HTTPResponse, now: Date = .now) -> Duration? {
        guard let value = response.headers["retry-after"]?.trimmingCharacters(in: .whitespaces) else { return nil }
        if let seconds = Int(value) { return .seconds(min(max(seconds, 1), maxSeconds)) }
        guard let date = HTTPDate.parse(value) else { return nil }
        let clock = response.headers["date"].flatMap(HTTPDate.parse) ?? now
        return .seconds(min(max(date.timeIntervalSince(clock).rounded(.up), 1), Double(maxSeconds)))
    }

    private static let maxSeconds = 3_600
}
