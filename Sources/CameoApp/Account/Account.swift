import Foundation
package import Keyring
package import Network
import Platform

/// The account whose contacts are shown: the stored result of a sign-in, without the token.
nonisolated package struct Account: Codable, Equatable {
    let server: ServerAddress
    let userID: Int
    var userName: String?
    /// The certificate that the person chose to trust for this server, SHA-256 in hex.
    var trustedFingerprint: String?
    /// The day the token ends, when it carries one.
    var tokenExpiry: Date?
    /// Whether pictures are loaded from other hosts, such as Gravatar.
    var loadsExternalPictures: Bool
    /// False when it is known that no token of this account was ever put into the keyring. Nil, from versions that did not
    /// note it, is as good as true.
    var tokenMayBeInKeyring: Bool?
    /// The name of the kind of server; nil from versions that knew one kind only: see `kindOfServer`.
    var serverKind: String?

    /// The user's identity on the server. It identifies the account at another address. Nil for servers without such an
    /// identity, and for accounts stored by older versions.
    var userUUID: String?
    var userCreated: Date?
    /// The id that the account has kept since it was at another address.
    var keptID: String?

    /// The name of the kind of server that the account is on.
    var kindOfServer: String { serverKind ?? "monica" }

    /// The account's name in paths and keys. It stands for one person on one server, and stays when the server gets another
    /// address.
    package var id: String {
        // Paths are made of it.
        if let keptID, TopFolder.isAccount(keptID) { return keptID }
        return SHA256Digest(of: "\(server.url.absoluteString)\n\(userID)").hex
    }

    /// Under which the keyring has the token. The address is part of it, so that a token is never sent to another one.
    package var tokenOwner: TokenOwner {
        TokenOwner(server: server.url.absoluteString, account: id)
    }
}

extension Account {
    /// One of which nothing else is known.
    package init(server: ServerAddress, userID: Int) {
        self.init(
            server: server, userID: userID, userName: nil, trustedFingerprint: nil, tokenExpiry: nil,
            loadsExternalPictures: true)
    }
}
