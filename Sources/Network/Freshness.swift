public import Foundation

/// The time for which a stored picture may be shown without a request, and the validators for the next request.
public struct Freshness: Hashable, Sendable {
    /// Nil for a picture that never changes under its URL.
    public var expiry: Date?
    /// The validator of the picture's version: its `ETag` header field (RFC 9110, 8.8.3).
    public var entityTag: String?
    /// The date of the picture's version as the server wrote it: its `Last-Modified` header field.
    public var lastModified: String?

    /// Whether the picture may be shown without a request.
    public func isFresh(at now: Date) -> Bool {
        expiry.map { now < $0 } ?? true
    }

    /// Used when the server names no lifetime, in seconds.
    package static let defaultLifetime: TimeInterval = 86_400
    /// The longest lifetime that is accepted from a server, in seconds (RFC 9111 suggests a year).
    private static let maxLifetime: TimeInterval = 31_536_000
    /// Longer validators are not kept.
    private static let maxValidatorLength = 1_000

    /// Reads the caching headers of an answer. Nil when the answer must not be stored. Only hosts other than the account's own
    /// can forbid storing.
    public init?(_ response: HTTPResponse, to request: HTTPRequest, isImmutable: Bool, now: Date) {
        let directives = Self.directives(response.headers["cache-control"] ?? "")
        if !request.sendsCredentials, directives.keys.contains("no-store") { return nil }
        entityTag = response.headers["etag"].flatMap(Self.validator)
        lastModified = response.headers["last-modified"].flatMap(Self.validator)
        guard !isImmutable else { return }
        let lifetime = Self.lifetime(directives, headers: response.headers, now: now)
        expiry = now.addingTimeInterval(min(max(lifetime, 0), Self.maxLifetime))
    }

    /// The freshness of a picture that never changes.
    public init() {}

    /// A stored freshness.
    public init(expiry: Date?, entityTag: String?, lastModified: String?) {
        self.expiry = expiry
        self.entityTag = entityTag
        self.lastModified = lastModified
    }

    /// The freshness after the server answered "not modified". Validators that its answer leaves out stay.
    public func renewed(by other: Freshness) -> Freshness {
        Freshness(
            expiry: other.expiry, entityTag: other.entityTag ?? entityTag,
            lastModified: other.lastModified ?? lastModified)
    }
}

private extension Freshness {
    /// The freshness lifetime of an answer in seconds (RFC 9111, 4.2).
    static func lifetime(_ directives: [String: String], headers: [String: String], now: Date) -> TimeInterval {
        if directives.keys.contains("no-cache") || directives.keys.contains("no-store") { return 0 }
        if let age = directives["max-age"] {
            return seconds(age) - seconds(headers["age"] ?? "")
        }
        guard let expires = headers["expires"] else { return defaultLifetime }
        // An invalid date means "already expired".
        guard let date = HTTPDate.parse(expires) else { return 0 }
        // The server's own clock, if it sends its time: this machine's may be wrong.
        return date.timeIntervalSince(headers["date"].flatMap(HTTPDate.parse) ?? now)
    }

    /// Accepts digits only: `Double` also parses "infinity".
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
