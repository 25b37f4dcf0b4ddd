public import Foundation

/// Who waits for a request: what is more urgent goes first.
public enum HTTPUrgency: Int, Comparable, Sendable {
    /// Nobody sees it yet: the next rows, a synchronisation.
    case background
    /// Something on the screen waits for it.
    case visible
    /// A person clicked and waits.
    case person

    public static func < (left: HTTPUrgency, right: HTTPUrgency) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// One GET; the program asks for nothing else.
public struct HTTPRequest: Sendable {
    /// What is asked for. It becomes the `Accept` header: without it Monica answers errors with web pages.
    public enum Content: String, Sendable {
        case json = "application/json"
        case image = "image/*"
    }

    /// What an API request asks for: pictures get at most half of the rate limit, so that they never starve the rest.
    public enum Purpose: Sendable {
        case data
        case photo
    }

    /// Whether the request spends one of the server's 60 API requests a minute.
    public var countsAgainstLimit: Bool { content == .json && sendsCredentials }

    public var url: URL
    public var content: Content
    public var urgency: HTTPUrgency
    public var purpose = Purpose.data
    /// False keeps the token back even from the account's own origin. True never sends it to any other.
    public var sendsCredentials = true
    /// False returns a 3xx answer as it is.
    public var followsRedirects = true
    /// The longest body that is read, in bytes.
    public var bodyLimit: Int
    /// The longest wait until the answer begins.
    public var answerTimeout: Duration
    /// Validators of a cached copy: `If-None-Match` and `If-Modified-Since` (RFC 9110, 13.1).
    public var entityTag: String?
    public var lastModified: String?

    public init(
        _ url: URL, content: Content, urgency: HTTPUrgency = .person, bodyLimit: Int = 20 << 20,
        answerTimeout: Duration = .seconds(30)
    ) {
        self.url = url
        self.content = content
        self.urgency = urgency
        self.bodyLimit = bodyLimit
        self.answerTimeout = answerTimeout
    }
}

/// A whole answer.
public struct HTTPResponse: Sendable {
    public let status: Int
    /// The URL that answered, after redirects.
    public let url: URL
    /// Header fields by lower-case name; a field that came more than once has its values joined by ", ".
    public let headers: [String: String]
    public let body: Data

    public init(status: Int, url: URL, headers: [String: String], body: Data) {
        self.status = status
        self.url = url
        self.headers = headers
        self.body = body
    }
}

/// Why no whole answer came.
public enum TransportError: Error, Hashable, Sendable {
    case cancelled
    /// No way to the server: no network, unknown host, refused connection. The text is the system's own.
    case unreachable(String)
    case timedOut
    /// The body is longer than the request allows.
    case tooLarge
    /// The body ended before its Content-Length.
    case truncated
    /// What came is not HTTP, or the request's URL is not one of http or https.
    case malformed
    /// The server took the connection, and then did not agree on encryption: perhaps it speaks http only.
    case handshakeFailed
    /// Nobody whom the system trusts vouches for the server's certificate.
    case untrustedCertificate(ServerCertificate)
    /// A redirect to another scheme than http or https, from https to http, without a target, or the sixth in a row.
    case refusedRedirect
    /// Another host than the account's, which is not on the public web or not encrypted.
    case refusedHost
    /// The server's own limit is used up; the wait that it asks for.
    case rateLimited(Duration)
}

/// The way to servers. The program has one, over libsoup; tests bring their own.
@MainActor
public protocol HTTPTransport: AnyObject {
    /// Sends a request and reads the whole answer, of whatever status. Cancelling the task cancels the request.
    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse
}
