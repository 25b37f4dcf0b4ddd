public import Foundation

/// A request and the limits of its answer.
public struct HTTPRequest: Sendable {
    /// The request method (RFC 9110, 9.3).
    public enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case delete = "DELETE"
    }

    /// The content of a request with its media type.
    public struct Body: Sendable, Hashable {
        /// The bytes as they are sent.
        public var bytes: Data
        /// Its media type: the `Content-Type` header.
        public var type: String

        /// Bytes of a media type such as `application/json`.
        public init(_ bytes: Data, type: String) {
            self.bytes = bytes
            self.type = type
        }
    }

    /// The media type of the answer, for the `Accept` header. Without this header Monica answers errors with web pages.
    public enum Content: String, Sendable {
        case json = "application/json"
        case image = "image/*"
    }

    /// The kind of an API request. Pictures get at most half of the rate limit, so that they never starve other requests.
    public enum Purpose: Sendable {
        case data
        case photo
    }

    /// Whether the request counts against the server's limit of 60 API requests a minute.
    public var countsAgainstLimit: Bool { content == .json && sendsCredentials }

    /// The request method.
    public var method = Method.get
    /// The absolute address, http or https.
    public var url: URL
    /// The body; nil for requests that only read.
    public var body: Body?
    /// The media type of the answer.
    public var content: Content
    /// The urgency of the request, which determines the order in which requests begin.
    public var urgency: HTTPUrgency
    /// The part of the server's limit that an API request may use.
    public var purpose = Purpose.data
    /// The latest time at which an API request may begin, for requests that are valid for a limited time. Nil for any time. A
    /// request that waits longer, also because the computer sleeps, fails with `rateLimited`.
    public var latestBeginning: ContinuousClock.Instant?
    /// False withholds the token even from the account's own origin. True never sends it to any other origin.
    public var sendsCredentials = true
    /// False returns a 3xx answer unchanged. Methods other than `get` never follow redirects.
    public var followsRedirects = true
    /// The longest body that is read, in bytes.
    public var bodyLimit: Int
    /// The longest wait until the answer begins.
    public var answerTimeout: Duration
    /// Validators of a cached copy: `If-None-Match` and `If-Modified-Since` (RFC 9110, 13.1).
    public var entityTag: String?
    /// The date of a cached copy as its server wrote it, for `If-Modified-Since`.
    public var lastModified: String?

    /// A request that reads. The other properties are set afterwards. `bodyLimit` is in bytes.
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
