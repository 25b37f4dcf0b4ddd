/// The reason why no whole answer arrived.
public enum TransportError: Error, Hashable, Sendable {
    case cancelled
    /// The server cannot be reached: no network, unknown host, refused connection. Not a byte of a writing request was sent.
    /// The text is the system's own.
    case unreachable(String)
    case timedOut
    /// The body is longer than the request allows.
    case tooLarge
    /// The body ended before its Content-Length, or a writing request's connection ended before the answer.
    case truncated
    /// The answer is not HTTP, or the request's URL is neither http nor https.
    case malformed
    /// The server accepted the connection, but the TLS handshake failed: it may speak http only.
    case handshakeFailed
    /// No trusted authority of the system confirms the server's certificate.
    case untrustedCertificate(ServerCertificate)
    /// The server asks for a client certificate, and the request has none.
    case certificateRequired
    /// A redirect without a target, to another scheme than http or https, or from https to http. Also the sixth redirect in a
    /// row.
    case refusedRedirect
    /// A host other than the account's that is not on the public web, or an unencrypted connection to another host.
    case refusedHost
    /// The server's request limit is used up. The value is the wait that the server asks for.
    case rateLimited(Duration)
}

extension TransportError {
    /// Whether the same request may succeed later. False where a person has to decide, or the request itself is not allowed.
    public var isTransient: Bool {
        switch self {
        case .untrustedCertificate, .refusedHost: false
        default: true
        }
    }
}
