/// The properties of a demo server. By default, it behaves as a stock Monica 4 with 500 contacts.
public struct DemoServerConfiguration: Sendable {
    /// The requests that get the files of photos.
    public enum Photos: String, CaseIterable, Sendable {
        /// Only browsers with a login, so no request here: a stock Monica 4 redirects all others to its login page.
        case session
        /// Requests with the API's token. No present Monica does this.
        case bearer
        /// All requests, as on a server with `FILESYSTEM_DEFAULT_VISIBILITY=public`.
        case `public`
    }

    /// A certificate with its key, as PEM files.
    public struct Identity: Sendable {
        /// The certificate, in PEM.
        public let certificate: String
        /// Its private key, in PEM.
        public let key: String

        /// Paths of the two files, which may be one.
        public init(certificate: String, key: String) {
            self.certificate = certificate
            self.key = key
        }
    }

    /// 0 for any free one.
    public var port = 0
    /// With one the server speaks https and nothing else.
    public var identity: Identity?
    /// How many contacts the server lists.
    public var contacts = 500
    /// The same seed makes the same contacts and pictures.
    public var seed: UInt64 = 4
    /// The day to which all invented dates are relative, in seconds since 1970; nil for today.
    public var today: Int?
    /// The token that the API takes; nil for an invented one.
    public var token: String?
    /// How photos are given out.
    public var photos = Photos.session
    /// Waited before each response.
    public var latency = Duration.zero
    /// In kilobits a second for all connections together; nil for as fast as possible.
    public var bandwidth: Int?
    /// API requests a minute; nil for no limit.
    public var rateLimit: Int? = 60
    /// Put before every path, such as `/monica` for a server below another one's address.
    public var basePath = ""
    /// The server's own scheme and host, such as `https://monica.example.org`; nil for the request's. The links of lists keep
    /// the request's, as behind a proxy that Monica does not trust.
    public var advertisedOrigin: String?
    /// Whether some avatars are on gravatar.com; without, nothing leads to a third party.
    public var gravatars = false
    /// Whether one name in twenty holds markup, control characters, or far too much.
    public var hostileNames = false

    /// A stock Monica 4.
    public init() {}

    var scheme: String { identity == nil ? "http" : "https" }

    /// A configuration with the two properties that most callers set.
    public init(contacts: Int, rateLimit: Int? = 60) {
        self.contacts = contacts
        self.rateLimit = rateLimit
    }
}
