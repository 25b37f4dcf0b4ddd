public import Foundation

/// A server's certificate for which nobody vouches whom the system trusts, as a person judges it.
///
/// All but the fingerprint is what the certificate says of itself: whoever made it may write there what they like.
public struct ServerCertificate: Hashable, Sendable {
    /// The host that showed it.
    public let host: String
    /// The SHA-256 of the whole certificate in lower-case hex.
    public let fingerprint: String
    /// Whom it names as its holder and as its issuer, as distinguished names (RFC 4514).
    public let subject: String?
    /// Who signed it, as the certificate says; nil if it does not.
    public let issuer: String?
    /// From when it is valid; nil if it does not say.
    public let validFrom: Date?
    /// Until when it is valid; nil if it does not say.
    public let validUntil: Date?
    /// Whether it came although another one was trusted for this host.
    public let replacesTrusted: Bool

    /// A certificate of what it says.
    public init(
        host: String, fingerprint: String, subject: String? = nil, issuer: String? = nil, validFrom: Date? = nil,
        validUntil: Date? = nil, replacesTrusted: Bool = false
    ) {
        self.host = host
        self.fingerprint = fingerprint
        self.subject = subject
        self.issuer = issuer
        self.validFrom = validFrom
        self.validUntil = validUntil
        self.replacesTrusted = replacesTrusted
    }
}
