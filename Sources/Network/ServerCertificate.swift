public import Foundation

/// A server's certificate that no trusted authority of the system confirms. A person decides about it.
///
/// All properties but the fingerprint are the certificate's own statements: its creator can write any text there.
public struct ServerCertificate: Hashable, Sendable {
    /// The host that sent the certificate.
    public let host: String
    /// The SHA-256 of the whole certificate in lower-case hex.
    public let fingerprint: String
    /// The holder according to the certificate, as a distinguished name (RFC 4514); nil if it names none.
    public let subject: String?
    /// The issuer according to the certificate, as a distinguished name; nil if it names none.
    public let issuer: String?
    /// The start of its validity; nil if it names none.
    public let validFrom: Date?
    /// The end of its validity; nil if it names none.
    public let validUntil: Date?
    /// Whether the person trusts another certificate for this host.
    public let replacesTrusted: Bool

    /// A certificate with these properties.
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
