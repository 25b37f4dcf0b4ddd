/// Why no whole answer came.
public enum TransportError: Error, Hashable, Sendable {
    case cancelled
    /// No way to the server: no network, unknown host, refused connection. Not a byte of what writes has left. The text is
    /// the system's own.
    case unreachable(String)
    case timedOut
    /// The body is longer than the request allows.
    case tooLarge
    /// The body ended before its Content-Length, or the connection before there was an answer to what writes.
    case truncated
    /// What came is not HTTP, or the request's URL is not one of http or https.
    case malformed
    /// The server took the connection, and then did not agree on encryption: perhaps it speaks http only.
    case handshakeFailed
    /// Nobody whom the system trusts vouches for the server's certificate.
    case untrustedCertificate(ServerCertificate)
    /// The server wants to see a certificate of the person's own, and has none.
    case certificateRequired
    /// A redirect to another scheme than http or https, from https to http, without a target, or the sixth in a row.
    case refusedRedirect
    /// Another host than the account's, which is not on the public web or not encrypted.
    case refusedHost
    /// The server's own limit is used up; the wait that it asks for.
    case rateLimited(Duration)
}

extension TransportError {
    /// Whether asking again later may help: all but what a person has to decide, and what the request itself rules out.
    public var isTransient: Bool {
        switch self {
        case .untrustedCertificate, .refusedHost: false
        default: true
        }
    }
}
