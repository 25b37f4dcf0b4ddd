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
    /// A web page, or a redirect to one, in place of the API's answer. Such an answer comes from a network whose sign-in needs
    /// a browser. It says nothing about the token or the server's data.
    case webPage
    /// Another program answered, or added text to the answer. It says nothing about the token either.
    case inFront(Obstacle)
    /// A successful answer that cannot be read.
    case unreadable
    /// A page of more entries than were asked for.
    case tooManyEntries
    /// Something else than such a server answers at this address.
    case otherServer
    /// A version of the server that has no contacts to offer.
    case unsupportedVersion

    /// The server's error for a transport error. The wait of a request limit and an obstacle have cases of their own.
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
    /// Whether the same request may succeed later without a change of the account.
    public var isTransient: Bool {
        switch self {
        case .transport(let error): error.isTransient
        case .unauthorized, .otherServer, .unsupportedVersion: false
        default: true
        }
    }

    /// Whether a shorter page may well come through where this one did not: the server had too much to do, or it stumbles over
    /// an entry. One without an end to its maintenance may have lacked the time.
    public var mayBeTooMuch: Bool { concernsOneAnswer || self == .unavailable(nil) }

    /// Whether another page may well come through: the server stumbles over one entry, or an answer was cut off.
    public var concernsOneAnswer: Bool {
        switch self {
        case .server, .unreadable, .invalidRequest, .notFound: true
        case .transport(.truncated), .transport(.tooLarge), .transport(.timedOut): true
        default: false
        }
    }
}
