public import Foundation

/// How long a stored picture may be shown without asking, and how to ask whether it changed.
public struct Freshness: Hashable, Sendable {
    /// Nil for a picture that can never change under its URL.
    public var expiry: Date?
    /// By which the server tells whether the picture changed.
    public var entityTag: String?
    /// The same, of servers that go by time; in their own words.
    public var lastModified: String?

    /// Whether nobody need be asked yet.
    public func isFresh(at now: Date) -> Bool {
        expiry.map { now < $0 } ?? true
    }

    /// Without a word from the server, in seconds.
    package static let defaultLifetime: TimeInterval = 86_400
    /// What is believed of a server (RFC 9111 suggests a year).
    private static let maxLifetime: TimeInterval = 31_536_000
    /// Longer validators are not kept.
    private static let maxValidatorLength = 1_000

    /// What an answer says of itself; nil when it must not be stored, which only other hosts than the account's own can say.
    public init?(_ response: HTTPResponse, to request: HTTPRequest, isImmutable: Bool, now: Date) {
        let directives = Self.directives(response.headers["cache-control"] ?? "")
        if !request.sendsCredentials, directives.keys.contains("no-store") { return nil }
        entityTag = response.headers["etag"].flatMap(Self.validator)
        lastModified = response.headers["last-modified"].flatMap(Self.validator)
        guard !isImmutable else { return }
        let lifetime = Self.lifetime(directives, headers: response.headers, now: now)
        expiry = now.addingTimeInterval(min(max(lifetime, 0), Self.maxLifetime))
    }

    /// Of a picture that can never change.
    public init() {}

    /// As it was stored.
    public init(expiry: Date?, entityTag: String?, lastModified: String?) {
        self.expiry = expiry
        self.entityTag = entityTag
        self.lastModified = lastModified
    }

    /// After the server said that nothing changed: what its answer leaves out stays.
    public func renewed(by other: Freshness) -> Freshness {
        Freshness(
            expiry: other.expiry, entityTag: other.entityTag ?? entityTag,
            lastModified: other.lastModified ?? lastModified)
    }
}

private extension Freshness {
    /// Seconds for which an answer is fresh (RFC 9111, 4.2).
    static func lifetime(_ directives: [String: String], headers: [String: String], now: Date) -> TimeInterval {
        if directives.keys.contains("no-cache") || directives.keys.contains("no-store") { return 0 }
        if let age = directives["max-age"] {
            return seconds(age) - seconds(headers["age"] ?? "")
        }
        guard let expires = headers["expires"] else { return defaultLifetime }
        // Anything that is no date means "already expired".
        guard let date = HTTPDate.parse(expires) else { return 0 }
        // The server's own clock, if it tells it: ours may be wrong.
        return date.timeIntervalSince(headers["date"].flatMap(HTTPDate.parse) ?? now)
    }

    /// Digits only: what the standard library reads as a number includes infinity.
    static func seconds(_ text: String) -> TimeInterval {
        guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return 0
        }
        return Int(text).map { min(TimeInterval($0), maxLifetime) } ?? maxLifetime
    }

    static func directives(_ header: String) -> [String: String] {
        var directives: [String: String] = [:]
        for part in header.lowercased().split(separator: ",").prefix(50) {
            let pair = part.split(separator: "=", maxSplits: 1).map {
                $0.trimmingCharacters(in: CharacterSet(charactersIn: " \t\""))
            }
            // The first of a repeated directive counts, as RFC 9111 advises.
            guard let name = pair.first, directives[name] == nil else { continue }
            directives[name] = pair.count > 1 ? pair[1] : ""
        }
        return directives
    }

    static func validator(_ value: String) -> String? {
        value.utf8.count <= maxValidatorLength && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } ? value : nil
    }
}
