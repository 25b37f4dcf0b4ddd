/// One line of the request log. It has the kind of a client's authorisation, never its secret.
public struct RequestRecord: Equatable, Sendable {
    /// The kind of the `Authorization` header.
    public enum Authorization: Equatable, Sendable {
        /// There was none.
        case none
        /// A bearer token; `isValid` if it is the server's.
        case bearer(isValid: Bool)
        /// Another scheme.
        case other
    }

    /// As it was sent: `GET`.
    public var method: String
    /// With the server's base path, without the query.
    public var path: String
    /// Still percent-encoded, without the question mark.
    public var query: String?
    /// How the client authorised itself.
    public var authorization: Authorization
    /// The `Accept` header.
    public var accept: String?
    /// Names of all headers, in small letters.
    public var headerNames: Set<String>

    init(_ request: Request, token: AccessToken) {
        method = request.method
        path = request.path
        query = request.query
        accept = request["Accept"]
        headerNames = request.headerNames
        switch request["Authorization"] {
        case nil: authorization = .none
        case let value? where value.lowercased().hasPrefix("bearer "):
            authorization = .bearer(isValid: token.isCarried(by: request))
        case _?: authorization = .other
        }
    }

    /// Whether the path is this one, or begins so if the pattern ends in `*`.
    public func matches(_ pattern: String) -> Bool {
        pattern.hasSuffix("*") ? path.hasPrefix(pattern.dropLast()) : path == pattern
    }
}

/// The requests, up to a bound.
struct RequestLog: Sendable {
    private static let bound = 100_000

    private(set) var records: [RequestRecord] = []
    private(set) var peak = 0
    private var running = 0

    mutating func begin(_ record: RequestRecord) {
        if records.count == Self.bound { records.removeFirst(Self.bound / 10) }
        records.append(record)
        running += 1
        peak = max(peak, running)
    }

    mutating func end() {
        running -= 1
    }

    mutating func clear() {
        records = []
        peak = running
    }
}
