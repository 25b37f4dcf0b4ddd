import Foundation
import Synchronization

/// The application behind the web server: a request comes in, a response goes out, on any thread.
final class Monica: Sendable {
    /// The kind and version of server that it imitates.
    typealias Mode = DemoServer.Mode

    let configuration: DemoServerConfiguration
    let token: AccessToken
    let pictures: PictureStore
    private let state: Mutex<State>

    struct State {
        var account: ServerAccount
        var limiter: RequestAllowance
        var mode = Mode.monica4
        var isTokenRevoked = false
    }

    init(_ configuration: DemoServerConfiguration, today: Timestamp) {
        self.configuration = configuration
        token = configuration.token.map { AccessToken($0) } ?? AccessToken(seed: configuration.seed, issued: today)
        pictures = PictureStore()
        let book = AddressBook(
            count: configuration.contacts, seed: configuration.seed, today: today,
            hasGravatars: configuration.gravatars, hasHostileNames: configuration.hostileNames)
        // A server without a limit announces a limit that no client reaches.
        let limiter = RequestAllowance(limit: configuration.rateLimit ?? 1_000_000)
        state = Mutex(State(account: ServerAccount(book: book), limiter: limiter))
    }

    func change(_ body: (inout State) -> Void) {
        state.withLock { body(&$0) }
    }

    var account: ServerAccount { state.withLock { $0.account } }

    /// `now`: in seconds since 1970.
    func respond(to request: Request, at now: Double) -> Response {
        let response: Response
        switch state.withLock({ $0.mode }) {
        case .monica4 where request.isRefusedByApache: return .apacheNotFound
        case .monica4: response = answer(request, at: now)
        case .monica5: response = Monica5(token: token).answer(request, login: base(for: request))
        case .notMonica: response = .html(WebPages.notMonica())
        case .maintenance: response = .maintenance(request)
        }
        return request["Authorization"] == nil ? response : response.with("Vary", "Authorization")
    }

    /// The base of the addresses in an answer: the advertised origin, else the client's.
    func base(for request: Request) -> String {
        (configuration.advertisedOrigin ?? "\(configuration.scheme)://\(request["Host"] ?? "127.0.0.1")")
            + configuration.basePath
    }
}

extension Monica {
    private func answer(_ request: Request, at now: Double) -> Response {
        guard request.path.hasPrefix(configuration.basePath + "/") || request.path == configuration.basePath else {
            return .html(WebPages.error(404), status: 404)
        }
        let path = String(request.path.dropFirst(configuration.basePath.count))
        if path.count > 1, path.hasSuffix("/") { return withoutSlash(request, path) }
        var inner = request
        inner.path = path
        let second = Timestamp(seconds: Int(now))
        let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
            .map { $0.removingPercentEncoding ?? String($0) }
        switch segments.first {
        case "api": return api(inner, Array(segments.dropFirst()), at: now)
        case "store", "storage":
            return StoredFiles(monica: self, account: account, now: second).answer(inner, segments)
        case "" where segments.count == 1, "login" where segments.count == 1:
            return .html(WebPages.login()).withSessionCookies(at: second)
        case "settings" where segments == ["settings", "api"]: return .html(WebPages.tokens(token.text))
        case "people", "dashboard", "settings":
            return Response.redirect(to: base(for: request)).withSessionCookies(at: second)
        default: return .routeNotFound(inner)
        }
    }

    /// Apache's rule, which runs before anything else.
    private func withoutSlash(_ request: Request, _ path: String) -> Response {
        let target = base(for: request) + path.dropLast() + (request.query.map { "?\($0)" } ?? "")
        var response = Response(
            status: 301, headers: [("Location", target), ("Content-Type", "text/html; charset=iso-8859-1")],
            body: Data(WebPages.redirect(to: target).utf8))
        response.framing = .length
        return response
    }

    /// Routes are found first, then the token is looked at, then requests are counted: in Laravel's order.
    private func api(_ request: Request, _ segments: [String], at now: Double) -> Response {
        let (reading, writing) = (Route(segments), WriteRoute(segments))
        let methods = (reading == nil ? [] : ["GET", "HEAD"]) + (writing?.methods ?? [])
        guard !methods.isEmpty else { return .routeNotFound(request) }
        guard methods.contains(request.method) else { return .methodNotAllowed(request, allowed: methods) }
        let isKnown = token.isCarried(by: request) && !state.withLock { $0.isTokenRevoked }
        guard isKnown else { return .unauthenticated(request, login: base(for: request)) }
        let limit = state.withLock { $0.limiter.limit }
        switch state.withLock({ $0.limiter.admit(at: now) }) {
        case .refused(let retryAfter, let reset):
            return Response.error("Too many attempts, please slow down the request", code: 34, status: 429)
                .with("X-RateLimit-Limit", "\(limit)").with("X-RateLimit-Remaining", "0")
                .with("Retry-After", "\(retryAfter)").with("X-RateLimit-Reset", "\(reset)")
        case .allowed(let remaining):
            let isRead = request.method == "GET" || request.method == "HEAD"
            let response = isRead ? reading.map { answer($0, request) } : writing.map { write($0, request, at: now) }
            return (response ?? .notFound)
                .with("X-RateLimit-Limit", "\(limit)").with("X-RateLimit-Remaining", "\(remaining)")
        }
    }

    private func answer(_ route: Route, _ request: Request) -> Response {
        // Sorting is kept in the account, so it happens under the lock.
        let wanted = request.parameters["sort"]?.text ?? ""
        let sort = ServerAccount.Sort(isByUpdate: wanted.contains("updated"), isDescending: wanted.hasPrefix("-"))
        let (account, listed) = state.withLock { ($0.account, $0.account.listed(by: sort)) }
        return Endpoints(
            resources: resources(account, request), request: request, listed: listed, listBase: listBase(for: request)
        )
        .answer(route)
    }

    /// Runs one write at a time. The answer shows the account after it.
    private func write(_ route: WriteRoute, _ request: Request, at now: Double) -> Response {
        let second = Timestamp(seconds: Int(now))
        let (account, reply) = state.withLock { state in
            var write = Write(request, state.account, now: second)
            let reply = write.run(route)
            state.account = write.account
            return (state.account, reply)
        }
        return reply.body(resources(account, request), Endpoints.depth(of: request))
    }

    private func resources(_ account: ServerAccount, _ request: Request) -> Resources {
        Resources(
            account: account, pictures: pictures, base: base(for: request),
            arePhotosPublic: configuration.photos == .public)
    }

    /// Links of lists keep the client's address for the server, even with an advertised origin.
    private func listBase(for request: Request) -> String {
        "\(configuration.scheme)://\(request["Host"] ?? "127.0.0.1")" + configuration.basePath
    }
}
