import Keyring
import Network
import Platform

/// The account's token in the keyring. The person is asked to unlock a locked keyring.
final class AccountKeyring {
    /// The keyring's answer to a request for a token.
    enum StoredToken {
        case found(Token)
        case none
        /// The person did not unlock the keyring.
        case locked
        case unavailable
    }

    /// Called with true when the keyring takes long, for example while it asks for its password; with false when that ends.
    var onWait: (Bool) -> Void = { _ in }
    private var isLate = false {
        didSet { if isLate != oldValue { onWait(isLate) } }
    }
    /// The time after which `onWait` is called.
    var patience = Duration.seconds(3)
    /// The patience during a sign-in: a keyring without an answer for 30 s is given up.
    private static let signIn = Patience.person(silences: 6)
    private static let logOut = Patience.person(silences: 1)

    private let keyring = TokenKeyring(application: Cameo.applicationID)

    func token(of account: Account) async -> StoredToken {
        do throws(KeyringError) {
            let owner = account.tokenOwner
            let secret = try await unlocking { () throws(KeyringError) in
                try await keyring.token(of: owner, patience: .endless)
            } with: { () throws(KeyringError) in
                try await keyring.unlock(owner.account, on: owner.server)
            }
            // The token was checked before it was stored. Any other text counts as no token.
            return secret.flatMap { try? Token($0) }.map { .found($0) } ?? .none
        } catch {
            return error == .locked ? .locked : .unavailable
        }
    }

    func store(_ token: Token, of account: Account) async throws(KeyringError) {
        let label = tr("Cameo: token for %1$s", account.server.origin.host)
        try await unlocking { () throws(KeyringError) in
            try await keyring.store(token.secret, of: account.tokenOwner, label: label, patience: Self.signIn)
        } with: { () throws(KeyringError) in
            try await keyring.unlock()
        }
    }

    /// Removes all tokens of an account, and returns whether there was one. `mayAsk` is false where the person expects no
    /// question.
    @discardableResult
    func remove(_ account: Account, mayAsk: Bool = true) async throws(KeyringError) -> Bool {
        guard mayAsk else { return try await keyring.removeAll(ofAccount: account.id) }
        return try await unlocking { () throws(KeyringError) in
            try await keyring.removeAll(ofAccount: account.id, patience: Self.logOut)
        } with: { () throws(KeyringError) in
            try await keyring.unlock(account.id)
        }
    }

    /// Removes the token for an account's address, and for no other.
    func removeToken(of account: Account) async throws(KeyringError) {
        try await keyring.remove(account.tokenOwner)
    }

    /// Whether there is a keyring, open or locked.
    func exists() async -> Bool {
        do throws(KeyringError) {
            // A request for a token that does not exist tells whether the service answers.
            _ = try await keyring.token(of: TokenOwner(server: "", account: ""))
            return true
        } catch {
            return error != .unavailable
        }
    }

    /// Repeats an operation after the person has unlocked the keyring.
    private func unlocking<Value>(
        _ body: () async throws(KeyringError) -> Value, with unlock: () async throws(KeyringError) -> Void
    ) async throws(KeyringError) -> Value {
        let notice = Task { [weak self, patience] in
            // Cancelled while asleep: the operation was fast enough.
            guard await Task.hasSlept(for: patience) else { return }
            self?.isLate = true
        }
        defer {
            notice.cancel()
            isLate = false
        }
        do throws(KeyringError) {
            return try await body()
        } catch .locked {
            try await unlock()
            return try await body()
        }
    }
}
