public import Foundation

/// The base address of a server, normalised: no trailing slash, no query, fragment or user name.
public struct ServerAddress: Hashable, Sendable {
    /// In UTF-8. Longer addresses are not taken.
    public static let maxLength = 2_000

    /// The base address, without a slash at its end.
    public let url: URL
    /// The origin that the token is sent to, and no other.
    public let origin: Origin

    /// Takes an address in any form: with or without scheme (https then), port, sub-path, trailing slash.
    ///
    /// `pages` are the names of the server's pages. People copy the addresses of these pages from their browser, so the path
    /// ends before the first of these names.
    public init(_ typed: String, droppingPages pages: Set<String> = []) throws(ServerAddressError) {
        let text = typed.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty else { throw .empty }
        guard text.utf8.count <= Self.maxLength, !text.contains(where: { $0.isWhitespace || $0 == "\\" }) else {
            throw .invalid
        }
        let (scheme, rest) = try Self.split(text)
        let authority = rest.prefix { !"/?#".contains($0) }
        guard !authority.contains("@") else { throw .containsCredentials }
        let path = rest.dropFirst(authority.count).prefix { !"?#".contains($0) }
        guard let parsed = URL(string: "\(scheme)://\(Self.bracketed(authority))"), let origin = Origin(parsed),
            Self.isPlausible(host: origin.host), (1...65_535).contains(origin.port)
        else { throw .invalid }

        var parts = URLComponents()
        parts.scheme = origin.scheme
        parts.encodedHost = origin.host.contains(":") ? "[\(origin.host)]" : origin.host
        let standardPort = origin.scheme == "https" ? 443 : 80
        parts.port = origin.port == standardPort ? nil : origin.port
        guard let url = parts.url else { throw .invalid }
        self.url = try Self.basePath(path, before: pages).reduce(url) { $0.appending(component: $1) }
        // Percent-encoding makes a character three times as long. A stored address must be readable again.
        guard self.url.absoluteString.utf8.count <= Self.maxLength else { throw .invalid }
        self.origin = origin
    }

    /// Whether the connection to the server uses https.
    public var isEncrypted: Bool { origin.scheme == "https" }

    /// Whether the server is this machine.
    public var isLoopback: Bool {
        let host = origin.host
        return host == "localhost" || host.hasSuffix(".localhost") || host == "::1"
            || host.hasPrefix("127.") && host.allSatisfy { $0 == "." || $0.isNumber }
    }

    /// The base URL for relative addresses: it ends with a slash.
    public var directory: URL { url.appending(path: "", directoryHint: .isDirectory) }
}

/// The reason why a text is no server address.
public enum ServerAddressError: Error, Hashable, Sendable {
    case empty
    case invalid
    /// The scheme is neither http nor https.
    case unsupportedScheme
    /// `user:password@` in front of the host.
    case containsCredentials
}

extension ServerAddress: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        do {
            try self.init(text)
        } catch {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no server address: \(error)")
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(url.absoluteString)
    }
}

extension ServerAddress {
    private static func split(_ text: String) throws(ServerAddressError) -> (scheme: String, rest: Substring) {
        guard let separator = text.range(of: "://") else {
            return ("https", text.hasPrefix("//") ? text.dropFirst(2) : Substring(text))
        }
        let scheme = text[..<separator.lowerBound].lowercased()
        guard ["http", "https"].contains(scheme) else { throw .unsupportedScheme }
        return (scheme, text[separator.upperBound...])
    }

    /// An IPv6 address needs brackets in a URL. People leave them out.
    private static func bracketed(_ authority: Substring) -> String {
        let isBareIPv6 =
            authority.count(where: { $0 == ":" }) > 1 && authority.allSatisfy { $0 == ":" || $0.isHexDigit }
        return isBareIPv6 ? "[\(authority)]" : String(authority)
    }

    private static func isPlausible(host: String) -> Bool {
        if host.contains(":") { return host.allSatisfy { $0.isHexDigit || ":.".contains($0) } }
        return host.utf8.count <= 253
            && host.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-._".contains($0)) }
            && host.contains { $0.isLetter || $0.isNumber } && !host.hasPrefix(".") && !host.contains("..")
    }

    /// The path's parts before the first page.
    private static func basePath(_ path: Substring, before pages: Set<String>) throws(ServerAddressError) -> [String] {
        var parts: [String] = []
        for part in path.split(separator: "/") {
            guard let plain = part.removingPercentEncoding, plain != ".", plain != ".." else { throw .invalid }
            parts.append(plain)
        }
        return Array(parts.prefix { !pages.contains($0) })
    }
}
