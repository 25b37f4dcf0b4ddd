import CSoup
import Foundation
import GLib
public import Network

/// The transport over libsoup for one account: the only code that sends data over the network.
///
/// Stores no cookies and no cache, sends no referrer, sniffs no content and logs nothing. Proxies and certificates follow the
/// desktop's settings.
@MainActor
public final class SoupTransport: HTTPTransport {
    private let origin: Origin
    private let token: () -> String?
    private var trustedFingerprint: String?
    private let foreignHosts: ForeignHosts
    let session: Object
    private let limiter = RateLimiter()
    private var lifetimes: [ObjectIdentifier: RequestLifetime] = [:]

    /// The least pace of a body; a slower body ends the request.
    var slowestBody = BodyPace.Minimum()

    /// The longest TLS handshake.
    var handshakeLimit = Duration.seconds(8)

    /// The most tries of a request that the server's limit refuses.
    var refusals = 5

    /// The number of running calls of `send`, with the tasks that wait for zero.
    private var running = 0
    private var waitingForNone: [CheckedContinuation<Void, Never>] = []
    private var isAborting = false
    private var isClosed = false

    /// Called with the end of the pause when the server's limit delays background requests, and with nil when they continue.
    public var onPause: ((ContinuousClock.Instant?) -> Void)? {
        get { limiter.onPause }
        set { limiter.onPause = newValue }
    }

    /// Whether the list of contacts is filled for the first time. Under a limit photos wait for the end of that.
    public var listComesFirst: Bool {
        get { limiter.listComesFirst }
        set { limiter.listComesFirst = newValue }
    }

    /// Counters of requests and answers.
    public private(set) var statistics = TransportStatistics()

    /// Connections to one server: six for simultaneous pictures, and the rest for requests that a person waits for.
    private static let connectionsPerHost = 12

    /// Each request reads the token. It is sent to the account's origin only.
    ///
    /// `trustedFingerprint`, the SHA-256 of a certificate in hex, makes that very certificate good for the account's host.
    /// `foreignHosts` restricts requests to all other hosts.
    public init(
        origin: Origin, token: @escaping () -> String?, userAgent: String, trustedFingerprint: String? = nil,
        foreignHosts: ForeignHosts = .publicWeb
    ) {
        self.origin = origin
        self.token = token
        self.trustedFingerprint = trustedFingerprint
        self.foreignHosts = foreignHosts
        session = Object(
            type: soup_session_get_type(),
            ["max-conns": 4 * Self.connectionsPerHost, "max-conns-per-host": Self.connectionsPerHost, "timeout": 0])
        soup_session_set_user_agent(session.cast(), userAgent)
        // `Decompression` replaces it.
        soup_session_remove_feature_by_type(session.cast(), soup_content_decoder_get_type())
    }

    /// Sends a request at once, or when the server's limit allows it.
    ///
    /// Throws `rateLimited` when a person's request or an edit would wait longer than 10 seconds. Less urgent requests wait,
    /// and begin by themselves. A writing request is sent at most once. It throws `unreachable` only if not a byte was sent.
    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        running += 1
        defer {
            running -= 1
            if running == 0 {
                waitingForNone.forEach { $0.resume() }
                waitingForNone = []
            }
        }
        do throws(TransportError) {
            return request.countsAgainstLimit ? try await sendLimited(request) : try await follow(request)
        } catch {
            statistics.failures[TransportStatistics.Failure(error), default: 0] += 1
            throw error
        }
    }

    /// Replaces the trusted certificate; nil trusts no certificates but the system's. Ends all connections and requests, which
    /// the former trust allowed.
    public func setTrustedFingerprint(_ fingerprint: String?) async {
        guard fingerprint != trustedFingerprint else { return }
        trustedFingerprint = fingerprint
        await abortAll()
    }

    /// Ends all present and later requests, and returns when none is left.
    public func close() async {
        isClosed = true
        await abortAll()
    }

    /// Ends all requests, also requests that begin meanwhile, and returns when no request is left.
    public func abortAll() async {
        isAborting = true
        limiter.abort()
        for lifetime in lifetimes.values { lifetime.end(.cancelled) }
        if running > 0 { await withCheckedContinuation { waitingForNone.append($0) } }
        // Only connections without a request are left.
        soup_session_abort(session.cast())
        isAborting = false
    }
}

extension SoupTransport {
    /// Sends a request when the server's limit allows it, and repeats a reading request that was refused.
    private func sendLimited(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        var count = 0
        while true {
            let ticket = try await limiter.admit(request)
            var answer: RateLimitAnswer?
            defer { limiter.settle(ticket, with: answer) }
            let response = try await follow(request)
            answer = RateLimitAnswer(response)
            count += 1
            guard response.status == 429, request.method == .get, count < refusals else { return response }
        }
    }

    /// Sends a request and follows its redirects itself.
    private func follow(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let lifetime = RequestLifetime(deadline: .now + request.answerTimeout)
        lifetimes[ObjectIdentifier(lifetime)] = lifetime
        defer {
            lifetime.finish()
            lifetimes[ObjectIdentifier(lifetime)] = nil
        }
        var url = request.url
        var redirects = 0
        while true {
            let response = try await hop(to: url, for: request, lifetime: lifetime)
            // A writing request follows no redirect.
            guard request.followsRedirects, request.method == .get, let target = try Redirect.target(of: response)
            else {
                return response
            }
            guard redirects < Redirect.limit else { throw .refusedRedirect }
            redirects += 1
            url = target
        }
    }

    private func hop(
        to url: URL, for request: HTTPRequest, lifetime: RequestLifetime
    ) async throws(TransportError) -> HTTPResponse {
        if Task.isCancelled || isAborting || isClosed { throw .cancelled }
        if let latest = request.latestBeginning, .now > latest { throw .rateLimited(.zero) }
        let isForeign = isForeign(url, for: request)
        if isForeign, request.content == .image, let target = Origin(url), !foreignHosts.allowsOrigin(target) {
            throw .refusedHost
        }
        let exchange = try Exchange(
            url, method: request.method, body: request.body, lifetime: lifetime, handshakeLimit: handshakeLimit,
            allowsAddress: isForeign ? foreignHosts.allowsAddress : nil)
        exchange.setHeader("Accept", to: request.content.rawValue)
        exchange.setHeader("If-None-Match", to: request.entityTag)
        exchange.setHeader("If-Modified-Since", to: request.lastModified)
        if request.sendsCredentials, Origin(url) == origin, let token = token() {
            exchange.setHeader("Authorization", to: "Bearer \(token)")
        }
        exchange.trust(fingerprint: Origin(url)?.host == origin.host ? trustedFingerprint : nil)
        statistics.requests += 1
        let response = try await exchange.run(in: session, bodyLimit: request.bodyLimit, slowest: slowestBody)
        statistics.statuses[response.status, default: 0] += 1
        return response
    }

    /// Whether a server named this host, and neither the person nor the account: a picture's host, or a redirect's target.
    private func isForeign(_ url: URL, for request: HTTPRequest) -> Bool {
        guard Origin(url) != origin else { return false }
        return request.content == .image || Origin(url)?.host != Origin(request.url)?.host
    }
}
