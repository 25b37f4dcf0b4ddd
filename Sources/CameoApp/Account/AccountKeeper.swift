import Contacts
import Foundation
import Keyring
import Model
import Network
import Platform

/// Stores the result of a sign-in on this machine. It stores all of it, or nothing when the person cancels or an operation
/// fails. Earlier data of the account stays: there may be edits in it.
struct AccountKeeper {
    /// The stored result of a sign-in.
    struct Kept {
        let account: Account
        let kind: any ServerKind
        let store: ContactStore
        /// The reason why the token is not in the keyring, if it is not. The account then works until the program ends.
        let problem: KeyringError?
    }

    let directories: AppDirectories
    let kinds: ServerKinds
    /// Stores the token in the keyring, which may ask the person to unlock it.
    let storeToken: (Token, Account) async throws(KeyringError) -> Void
    /// Removes the token for an account's address from the keyring.
    let removeToken: (Account) async throws(KeyringError) -> Void

    /// Stores the token and opens the stored contacts of a new account.
    ///
    /// Throws `CancellationError` when the task was cancelled meanwhile, and the errors of the store and the file system.
    func keep(_ account: Account, token: Token) async throws -> Kept {
        guard let kind = kinds.kind(of: account) else { throw UnknownServerKind() }
        var kept = account
        kept.tokenMayBeInKeyring = true
        let journal = Journal(directories)
        let hadFiles = await Self.hasFiles(of: account.id, in: directories)
        try await journal.beginSignIn(kept, hadFiles: hadFiles)
        var store: ContactStore?
        var problem: KeyringError?
        do {
            problem = try await keepToken(token, of: account)
            kept.tokenMayBeInKeyring = problem?.storedNothing != true
            let opened = try await ContactStore.open(
                at: directories.contacts(of: account.id),
                bounds: StoreBounds(ofDatabaseAt: directories.contacts(of: account.id)),
                decoder: kind)
            store = opened
            try await AccountFile(url: directories.accountFile).save(kept)
            // The last point at which the person can cancel.
            try Task.checkCancellation()
            // Notes of a stored account are void, and if they stay, the next start detects that too. A log-out of the same
            // account may have waited for the keyring.
            for kind in Journal.Kind.allCases { try? await journal.end(kind, of: kept) }
            return Kept(account: kept, kind: kind, store: opened, problem: problem)
        } catch {
            // A store that fails to close is removed together with its files.
            try? await store?.close()
            try? await AccountFile(url: directories.accountFile).remove()
            if !hadFiles { await Self.removeFiles(of: account.id, in: directories) }
            var isForgotten = problem?.storedNothing == true
            if !isForgotten { isForgotten = await forgetToken(of: account) }
            // Otherwise the next start tries again.
            if isForgotten { try? await journal.end(.signIn, of: kept) }
            await directories.removeIfEmpty()
            throw error
        }
    }

    /// Stores a new token of the signed-in account. The second value is the reason why it is not in the keyring, if it is not.
    func renew(_ account: Account, token: Token) async throws -> (Account, KeyringError?) {
        let file = AccountFile(url: directories.accountFile)
        if var former = await file.load(), former.id == account.id, former.tokenMayBeInKeyring == false {
            former.tokenMayBeInKeyring = true
            try await file.save(former)
        }
        let problem = try await keepToken(token, of: account)
        var renewed = account
        renewed.tokenMayBeInKeyring = true
        // From here on the old token is gone, so cancelling would help nothing.
        try await file.save(renewed)
        return (renewed, problem)
    }

    /// Stores a token of the account for a new address of its server. The second value is the same as in `renew`.
    func move(_ account: Account, from former: Account, token: Token) async throws -> (Account, KeyringError?) {
        let kept = try await renew(account, token: token)
        // The token of the former address has no use any more. The log-out removes a token that stays.
        try? await removeToken(former)
        return kept
    }
}

private extension AccountKeeper {
    func keepToken(_ token: Token, of account: Account) async throws -> KeyringError? {
        do throws(KeyringError) {
            try await storeToken(token, account)
        } catch {
            try Task.checkCancellation()
            return error
        }
        return nil
    }

    /// In a task of its own: a cancelled task would not wait for the keyring.
    func forgetToken(of account: Account) async -> Bool {
        await Task {
            do throws(KeyringError) {
                try await removeToken(account)
                return true
            } catch {
                return false
            }
        }.value
    }

    @concurrent
    nonisolated static func hasFiles(of accountID: String, in directories: AppDirectories) async -> Bool {
        let files = OwnFiles.find(in: directories.dataTop, of: accountID)
        return files.count > 0 || !files.left.isEmpty
    }

    @concurrent
    nonisolated static func removeFiles(of accountID: String, in directories: AppDirectories) async {
        for top in [directories.dataTop, directories.cacheTop] { _ = OwnFiles.remove(in: top, of: accountID) }
    }
}

/// The error for an account on an unknown kind of server.
nonisolated struct UnknownServerKind: Error {}
