import Foundation
package import Keyring
package import Network
import Platform

/// The account of the shown contacts: the stored result of a sign-in, without the token.
nonisolated package struct Account: Codable, Equatable {
    let server: ServerAddress
    let userID: Int
    var userName: String?
    /// The certificate that the person trusts for this server, SHA-256 in hex.
    var trustedFingerprint: String?
    /// The day on which the token expires, if the token says so.
    var tokenExpiry: Date?
    /// Whether pictures are loaded from other hosts, such as Gravatar.
    var loadsExternalPictures: Bool
    /// False when certainly no token of this account was ever stored in the keyring. Nil, in files of older versions, counts as
    /// true.
    var tokenMayBeInKeyring: Bool?
    /// The name of the kind of server; nil in files of versions that supported only one kind: see `kindOfServer`.
    var serverKind: String?

    /// The user's identity on the server. It identifies the account at another address. Nil for servers without such an
    /// identity, and for accounts stored by older versions.
    var userUUID: String?
    var userCreated: Date?
    /// The account's id from its former address.
    var keptID: String?

    /// The name of the kind of server that the account is on.
    var kindOfServer: String { serverKind ?? "monica" }

    /// The account's name in paths and keys. It stands for one person on one server, and stays when the server gets another
    /// address.
    package var id: String {
        // The id becomes a part of paths.
        if let keptID, TopFolder.isAccount(keptID) { return keptID }
        return SHA256Digest(of: "\(server.url.absoluteString)\n\(userID)").hex
    }

    /// The token's owner in the keyring. The address is part of it, so that a token is never sent to another address.
    package var tokenOwner: TokenOwner {
        TokenOwner(server: server.url.absoluteString, account: id)
    }
}

extension Account {
    /// An account of which nothing else is known.
    package init(server: ServerAddress, userID: Int) {
        self.init(
            server: server, userID: userID, userName: nil, trustedFingerprint: nil, tokenExpiry: nil,
            loadsExternalPictures: true)
    }
}
