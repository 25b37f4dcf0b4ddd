import Foundation
import HTTP
import MonicaAPI

/// Why a sign-in did not work, each with its own sentence.
nonisolated enum SignInError: Error, Hashable {
    case address(ServerAddressError)
    case token(TokenError)
    /// Nobody answers with encryption, which was not asked for in so many words.
    case unreachableEncrypted
    /// The server sends to another host, which must not get the token unseen.
    case movedTo(String)
    /// The token belongs to somebody else than the account that is to be renewed.
    case otherPerson
    /// The person may choose to trust it.
    case untrustedCertificate(ServerCertificate)
    case server(MonicaError)

    var sentence: String {
        switch self {
        case .address(let error): error.sentence
        case .token(let error): error.sentence
        case .unreachableEncrypted:
            tr(
                "Can’t reach the server. Check the address and your network connection, and type http:// in front of the address if the server has no encryption."
            )
        case .movedTo(let host): tr("The server sends you to %1$s. Enter that address if you trust it.", host)
        case .otherPerson: tr("This token belongs to another account. Log out first to change accounts.")
        case .untrustedCertificate(let certificate): TransportError.untrustedCertificate(certificate).sentence
        case .server(let error): error.sentence
        }
    }
}

/// Finds out, step by step, whether an address and a token are good, before either is kept.
struct SignIn {
    let address: String
    let token: String
    let loadsExternalPictures: Bool
    /// The one certificate that the person chose to trust although the system does not.
    var trustedFingerprint: String?
    /// The account that gets a new token, when it is not the first.
    var renews: Account?
    /// Where redirects may lead.
    var foreignHosts = ForeignHosts.publicWeb

    /// Asks the server; throws `CancellationError`-like `.server(.transport(.cancelled))` when the task is cancelled.
    func run() async throws(SignInError) -> (account: Account, token: Token) {
        let typed = try parse { () throws(ServerAddressError) in
            try ServerAddress(address)
        } failing: {
            .address($0)
        }
        let token = try parse { () throws(TokenError) in
            try Token(self.token)
        } failing: {
            .token($0)
        }
        do {
            // The first question goes without the token, so that a wrong address never sees it.
            let found = try await client(for: typed, token: nil).checkServer()
            guard found.origin.host == typed.origin.host, found.isEncrypted || !typed.isEncrypted else {
                throw SignInError.movedTo(found.url.absoluteString)
            }
            let client = client(for: found, token: token.secret)
            try await client.checkToken()
            let user = try await client.me()
            if let renews, renews.server != found || renews.userID != user.id { throw SignInError.otherPerson }
            let account = Account(
                server: found, userID: user.id, userName: user.name, trustedFingerprint: trustedFingerprint,
                tokenExpiry: token.expiry, loadsExternalPictures: loadsExternalPictures)
            return (account, token)
        } catch let error as SignInError {
            throw error
        } catch MonicaError.transport(.untrustedCertificate(let certificate))
            where certificate.host == typed.origin.host
        {
            throw .untrustedCertificate(certificate)
        } catch MonicaError.transport(.unreachable) where typed.isEncrypted && !address.contains("://") {
            throw .unreachableEncrypted
        } catch let error as MonicaError {
            throw .server(error)
        } catch {
            throw .server(.unreadable)
        }
    }

    private func client(for server: ServerAddress, token: String?) -> MonicaClient {
        let transport = SoupTransport(
            origin: server.origin, token: { token }, userAgent: Cameo.userAgent,
            trustedFingerprint: trustedFingerprint, foreignHosts: foreignHosts)
        return MonicaClient(server: server, transport: transport)
    }

    private func parse<Value, Failure: Error>(
        _ body: () throws(Failure) -> Value, failing: (Failure) -> SignInError
    ) throws(SignInError) -> Value {
        do { return try body() } catch { throw failing(error) }
    }
}
