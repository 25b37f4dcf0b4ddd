import Contacts
import Foundation
import Keyring
import MonicaAPI

/// Keeps what a sign-in found good on this machine: all of it, or nothing when the person gives up or something fails.
struct AccountKeeper {
    let places: Places
    /// Puts the token in the keyring, for which the person may be asked to unlock it.
    let storeToken: (Token, Account) async throws(KeyringError) -> Void
    let removeToken: (Account) async throws(KeyringError) -> Void

    /// Keeps the token and opens the stored contacts of a new account. The second value is why the token is not in the
    /// keyring, when it is not: the account works until the program ends.
    ///
    /// Throws `CancellationError` when the task was cancelled meanwhile, and the errors of the store and the file system.
    func keep(_ account: Account, token: Token) async throws -> (ContactStore, KeyringError?) {
        let folder = places.contacts(of: account.id).deletingLastPathComponent()
        let problem = try await keepToken(token, of: account)
        var store: ContactStore?
        do {
            let opened = try await ContactStore.open(
                at: places.contacts(of: account.id), bounds: StoreBounds(ofDatabaseAt: places.contacts(of: account.id)))
            store = opened
            try await AccountFile(url: places.accountFile).save(account)
            // The last moment to give up.
            try Task.checkCancellation()
            return (opened, problem)
        } catch {
            // A store that does not close is removed with its files all the same.
            try? await store?.close()
            await Self.remove([places.accountFile, folder], leaving: places.data)
            if problem == nil { await forgetToken(of: account) }
            throw error
        }
    }

    /// Keeps a new token of the account that is signed in; the result is why it is not in the keyring, when it is not.
    func renew(_ account: Account, token: Token) async throws -> KeyringError? {
        let problem = try await keepToken(token, of: account)
        // From here on the old token is gone, and giving up would help nobody.
        try await AccountFile(url: places.accountFile).save(account)
        return problem
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

    /// In a task of its own: the one that was cancelled would not wait for the keyring.
    func forgetToken(of account: Account) async {
        await Task {
            // What stays in the keyring is a token that the server knows and no account leads to.
            try? await removeToken(account)
        }.value
    }

    /// Removes files, and the folder around them if nothing else is in it.
    @concurrent
    nonisolated static func remove(_ files: [URL], leaving folder: URL) async {
        for file in files {
            // What is not there need not be removed.
            try? FileManager.default.removeItem(at: file)
        }
        rmdir(folder.path)
    }
}
