public import Foundation

/// An API token. Its descriptions never contain its secret.
public struct Token: Sendable, Hashable {
    /// Web servers refuse header lines longer than about 8 KB.
    private static let maxLength = 8_000

    /// The credentials after `Bearer ` in the `Authorization` header.
    public let secret: String
    /// The time when the token expires, if the token says so: `exp` of a JSON Web Token (RFC 7519), unverified.
    public let expiry: Date?

    /// Makes a token of a typed or pasted text, without the white space around it.
    public init(_ typed: String) throws(TokenError) {
        let text = typed.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty else { throw .empty }
        guard text.utf8.count <= Self.maxLength else { throw .tooLong }
        guard !text.contains(where: \.isNewline) else { throw .containsLineBreak }
        guard text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else { throw .containsInvalidCharacter }
        secret = text
        expiry = Self.expiry(of: text)
    }

    private static func expiry(of token: String) -> Date? {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        var base64 = parts[1].replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        base64 += String(repeating: "=", count: (4 - base64.utf8.count % 4) % 4)
        // A token of another format is valid too; its expiry is unknown.
        guard let data = Data(base64Encoded: base64), let claims = try? JSONDecoder().decode(Claims.self, from: data),
            abs(claims.exp) < 1e11
        else { return nil }
        return Date(timeIntervalSince1970: claims.exp)
    }

    /// The claims of a JSON Web Token. Only the expiry is read.
    private struct Claims: Decodable {
        /// In seconds since 1970.
        let exp: Double
    }
}

/// The reason why a text is no token.
public enum TokenError: Error, Hashable, Sendable {
    case empty
    case containsLineBreak
    /// A character that is not visible ASCII; it is invalid in a header.
    case containsInvalidCharacter
    case tooLong
}

extension Token: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "Token" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
