/// The reason why a server's answer cannot be used.
public enum ServerError: Error, Hashable, Sendable {
    case transport(TransportError)
    /// The token is missing, wrong, revoked or expired. The server does not distinguish these cases.
    case unauthorized
    case notFound
    /// The server refuses the request. The texts are the server's own.
    case invalidRequest([String])
    /// The requests of this minute are used up. The value is the wait that the server asks for.
    case rateLimited(Duration)
    /// Maintenance. The value is the wait that the server asks for, if it names one.
    case unavailable(Duration?)
    case server(status: Int)
    /// A web page, or a redirect to one, in place of the API's answer. Such an answer comes from a network with a
    /// sign-in that needs a browser. It says nothing about the token or the server's data.
    case webPage
    /// Another program answered, or added text to the answer. It says nothing about the token either.
    case inFront(Obstacle)
    /// A successful answer that cannot be decoded.
    case unreadable
    /// A page with more entries than requested.
    case tooManyEntries
    /// Another kind of server answers at this address.
    case otherServer
    /// A version of the server without contacts.
    case unsupportedVersion

    /// Converts a transport error. A request limit and a required client certificate have cases of their own.
    public init(_ error: TransportError) {
        self =
            switch error {
            case .rateLimited(let wait): .rateLimited(wait)
            case .certificateRequired: .inFront(.certificate)
            default: .transport(error)
            }
    }
}

extension ServerError {
    /// The obstacle between the program and the server; nil for other errors.
    public var obstacle: Obstacle? {
        if case .inFront(let obstacle) = self { obstacle } else { nil }
    }

    /// Whether the same request may succeed later without a change of the account.
    public var isTransient: Bool {
        switch self {
        case .transport(let error): error.isTransient
        case .unauthorized, .otherServer, .unsupportedVersion: false
        default: true
        }
    }

    /// Whether a shorter page may succeed where this one failed. The server may be overloaded, or fail at one entry.
    /// Maintenance without an announced end may be a timeout of the server.
    public var mayBeTooMuch: Bool { concernsOneAnswer || self == .unavailable(nil) }

    /// Whether another page may succeed: the server fails at one entry, or an answer was cut off.
    public var concernsOneAnswer: Bool {
        switch self {
        case .server, .unreadable, .invalidRequest, .notFound: true
        case .transport(.truncated), .transport(.tooLarge), .transport(.timedOut): true
        default: false
        }
    }
}
