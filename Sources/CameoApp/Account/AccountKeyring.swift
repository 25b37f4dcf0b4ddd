import Keyring
import Network

/// The account's token in the keyring, which the person is asked to unlock when it is locked.
struct AccountKeyring {
    /// What the keyring said of a token.
    enum StoredToken {
        case found(Token)
        case none
        /// The person did not unlock it.
        case locked
        case unavailable
    }

    private let keyring = TokenKeyring(application: Cameo.applicationID)

    func token(of account: Account) async -> StoredToken {
        do throws(KeyringError) {
            let secret = try await unlocking { () throws(KeyringError) in
                try await keyring.token(of: account.tokenOwner)
            }
            // What was stored was checked before; anything else is as good as nothing.
            return secret.flatMap { try? Token($0) }.map { .found($0) } ?? .none
        } catch {
            return error == .locked ? .locked : .unavailable
        }
    }

    func store(_ token: Token, of account: Account) async throws(KeyringError) {
        let label = tr("Cameo: token for %1$s", account.server.origin.host)
        try await unlocking { () throws(KeyringError) in
            try await keyring.store(token.secret, of: account.tokenOwner, label: label)
        }
    }

    /// Removes all tokens of an account, and says whether there was one. `mayAsk` is false where nobody waits for a question.
    @discardableResult
    func remove(_ account: Account, mayAsk: Bool = true) async throws(KeyringError) -> Bool {
        guard mayAsk else { return try await keyring.removeAll(ofAccount: account.id) }
        return try await unlocking { () throws(KeyringError) in
            try await keyring.removeAll(ofAccount: account.id)
        }
    }

    /// Removes the token for an account's address, and for no other.
    func removeToken(of account: Account) async throws(KeyringError) {
        try await keyring.remove(account.tokenOwner)
    }

    /// Whether there is a keyring, open or not.
    func exists() async -> Bool {
        do throws(KeyringError) {
            // Asking for what nobody has tells whether somebody answers.
            _ = try await keyring.token(of: TokenOwner(server: "", account: ""))
            return true
        } catch {
            return error != .unavailable
        }
    }

    /// Does something again once the person has unlocked the keyring.
    private func unlocking<Value>(
        _ body: () async throws(KeyringError) -> Value
    ) async throws(KeyringError) -> Value {
        do throws(KeyringError) {
            return try await body()
        } catch .locked {
            try await keyring.unlock()
            return try await body()
        }
    }
}
