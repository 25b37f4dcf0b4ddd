import Contacts
import Foundation
import Model
import Network
import Soup

/// The reason why a sign-in failed, each with its own sentence.
nonisolated enum SignInError: Error, Hashable {
    case address(ServerAddressError)
    case token(TokenError)
    /// There is no answer over https, and the person did not type a scheme.
    case unreachableEncrypted
    /// There is no answer over https, and the person did not type a scheme. Over http a server answers.
    case onlyUnencrypted(ServerAddress)
    /// The server redirects to another host, which must not get the token without the person's consent.
    case movedTo(String)
    /// The token belongs to another person than the account that is to be renewed.
    case otherPerson
    /// The person may trust the certificate.
    case untrustedCertificate(ServerCertificate)
    case server(ServerError)

    var sentence: String {
        switch self {
        case .address(let error): error.sentence
        case .token(let error): error.sentence
        case .unreachableEncrypted:
            tr(
                "Can’t reach the server. Check the address and your network connection, and type http:// in front of the address if the server has no encryption."
            )
        case .onlyUnencrypted(let server):
            tr(
                "%1$s answers only without encryption. Anyone on the way to it could read your token and your contacts.",
                server.origin.host)
        case .movedTo(let host): tr("The server sends you to %1$s. Enter that address if you trust it.", host)
        case .otherPerson: tr("This token belongs to another account. Log out first to change accounts.")
        case .untrustedCertificate(let certificate): TransportError.untrustedCertificate(certificate).sentence
        case .server(let error): error.sentence
        }
    }
}

/// Checks an address and a token, step by step, before either is stored.
struct SignIn {
    let kind: any ServerKind
    let address: String
    let token: String
    let loadsExternalPictures: Bool
    /// The certificate that the person trusts although the system does not.
    var trustedFingerprint: String?
    /// The account that gets a new token, and perhaps a new address; nil for a first sign-in.
    var renews: Account?
    /// Some stored contacts of that account, at most `count`; nil if they cannot be read.
    var knownContacts: (_ count: Int) async -> [KnownContact]? = { _ in nil }
    /// The allowed hosts of redirects.
    var foreignHosts = ForeignHosts.publicWeb
    /// Called every second with the rest of the wait that the server asks for; with nil when the wait ends.
    var onWait: (Duration?) -> Void = { _ in }
    var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    /// A connection that breaks later is not tried again: a server that swallows requests takes as long once more.
    var retryWindow = Duration.seconds(10)

    /// The time to wait for an answer over https before asking over http.
    private static let patience = Duration.seconds(5)
    private static let (maxWaits, maxWait) = (5, Duration.seconds(300))

    /// Asks the server. Throws `.server(.transport(.cancelled))` when the task is cancelled.
    func run() async throws(SignInError) -> (account: Account, token: Token) {
        let typed = try parse { () throws(ServerAddressError) in
            try kind.address(address)
        } failing: {
            .address($0)
        }
        let token = try parse { () throws(TokenError) in
            try Token(self.token)
        } failing: {
            .token($0)
        }
        do {
            // The first request goes without the token, so that a wrong address never gets it.
            let found = try await findServer(at: typed)
            guard found.origin.host == typed.origin.host, found.isEncrypted || !typed.isEncrypted else {
                throw SignInError.movedTo(found.url.absoluteString)
            }
            let client = client(for: found, token: token.secret)
            try await patiently { () throws(ServerError) in try await client.checkToken() }
            let user = try await patiently { () throws(ServerError) in try await client.me() }
            var account = Account(
                server: found, userID: user.id, userName: user.name, trustedFingerprint: trustedFingerprint,
                tokenExpiry: token.expiry, loadsExternalPictures: loadsExternalPictures,
                serverKind: kind.name, userUUID: user.uuid, userCreated: user.createdAt)
            if let renews {
                guard try await isSame(account, as: renews, on: client) else { throw SignInError.otherPerson }
                if account.id != renews.id { account.keptID = renews.id }
            }
            return (account, token)
        } catch let error as SignInError {
            throw error
        } catch ServerError.transport(.untrustedCertificate(let certificate))
            where certificate.host == typed.origin.host
        {
            throw .untrustedCertificate(certificate)
        } catch ServerError.transport(.unreachable) where typed.isEncrypted && !address.contains("://") {
            throw .unreachableEncrypted
        } catch let error as ServerError {
            throw .server(error)
        } catch is CancellationError {
            throw .server(.transport(.cancelled))
        } catch {
            throw .server(.unreadable)
        }
    }

    /// The address with http, if the person typed no scheme.
    private var unencrypted: ServerAddress? {
        let text = address.trimmed
        guard !text.contains("://") else { return nil }
        // A text that is an address with one scheme is an address with the other.
        return try? kind.address("http:" + (text.hasPrefix("//") ? text : "//" + text))
    }

    private func check(_ server: ServerAddress) async throws -> ServerAddress {
        let client = client(for: server, token: nil)
        do {
            return try await patiently { () throws(ServerError) in try await client.checkServer() }
        } catch let error as ServerError where error == .otherServer || error == .inFront(.loginPage) {
            if let above = try await findServer(above: server) { return above }
            throw error
        }
    }

    /// Looks for the server above the typed address, without the token.
    private func findServer(above server: ServerAddress) async throws -> ServerAddress? {
        for place in kind.addresses(above: address) where place.origin == server.origin {
            // The person gets the error of the typed address.
            if let found = try? await client(for: place, token: nil).checkServer() { return found }
            try Task.checkCancellation()
        }
        return nil
    }

    private nonisolated enum Finding: Sendable {
        case typed(Result<ServerAddress, any Error>)
        case unencrypted(ServerAddress?)
        case patienceIsOver
    }

    /// Asks the typed address. Without a scheme, it is also asked over http and without the token, when https gets no answer.
    private func findServer(at typed: ServerAddress) async throws -> ServerAddress {
        guard let plain = unencrypted else { return try await check(typed) }
        let (findings, sink) = AsyncStream.makeStream(of: Finding.self)
        var tasks = [
            Task {
                do { sink.yield(.typed(.success(try await check(typed)))) } catch {
                    sink.yield(.typed(.failure(error)))
                }
            },
            Task { [sleep] in
                // Cancelled: the other answer has arrived.
                try? await sleep(Self.patience)
                sink.yield(.patienceIsOver)
            },
        ]
        defer { for task in tasks { task.cancel() } }
        var failure: (any Error)?
        var (asksPlain, plainIsNone) = (false, false)
        for await finding in findings {
            switch finding {
            case .typed(.success(let server)): return server
            case .typed(.failure(let error)):
                guard Self.mayLackEncryption(error) else { throw error }
                failure = error
            case .patienceIsOver: break
            case .unencrypted(let server?): throw SignInError.onlyUnencrypted(server)
            case .unencrypted(nil):
                plainIsNone = true
            }
            if plainIsNone, let failure { throw failure }
            guard !asksPlain else { continue }
            asksPlain = true
            tasks.append(
                Task {
                    // Any failure counts as no server.
                    let found = try? await client(for: plain, token: nil).checkServer()
                    sink.yield(.unencrypted(found?.origin == plain.origin ? found : nil))
                })
        }
        throw CancellationError()
    }

    private static func mayLackEncryption(_ error: any Error) -> Bool {
        switch error as? ServerError {
        case .transport(.unreachable), .transport(.timedOut), .transport(.handshakeFailed), .transport(.truncated),
            .transport(.malformed):
            true
        default: false
        }
    }

    /// Asks once more after a broken connection, and again after a wait that the server asks for.
    func patiently<Value>(_ ask: () async throws(ServerError) -> Value) async throws -> Value {
        var (hasRetried, waits) = (false, 0)
        while true {
            let began = ContinuousClock.now
            do throws(ServerError) {
                return try await ask()
            } catch {
                switch error {
                case .transport(.truncated), .transport(.unreachable):
                    guard !hasRetried, ContinuousClock.now - began < retryWindow else { throw error }
                    hasRetried = true
                case .rateLimited(let asked) where asked <= Self.maxWait:
                    guard waits < Self.maxWaits else { throw error }
                    waits += 1
                    try await wait(asked)
                default: throw error
                }
            }
        }
    }

    private func wait(_ wait: Duration) async throws {
        defer { onWait(nil) }
        var seconds = max(1, wait.components.seconds + (wait.components.attoseconds > 0 ? 1 : 0))
        while seconds > 0 {
            onWait(.seconds(seconds))
            try await sleep(.seconds(1))
            seconds -= 1
        }
    }

    private func client(for server: ServerAddress, token: String?) -> any ContactServer {
        let transport = SoupTransport(
            origin: server.origin, token: { token }, userAgent: Cameo.userAgent,
            trustedFingerprint: trustedFingerprint, foreignHosts: foreignHosts)
        return kind.connect(to: server, over: RequestLog(origin: server.origin, next: transport))
    }

    private func parse<Value, Failure: Error>(
        _ body: () throws(Failure) -> Value, failing: (Failure) -> SignInError
    ) throws(SignInError) -> Value {
        do { return try body() } catch { throw failing(error) }
    }
}
