import Foundation
import Keyring

/// Takes the account off this machine, in an order in which nothing comes back: requests end first, then files go, then the
/// token, for which the keyring may take its time.
struct LogOut {
    let account: Account
    let places: Places
    /// Takes the token out of the keyring.
    let removeToken: (Account) async throws(KeyringError) -> Void

    /// What was left behind, in sentences; empty when nothing was. `session` is nil when the stored contacts did not open.
    func run(ending session: Session?) async -> [String] {
        var problems = await session?.end() ?? []
        problems += await Self.removeFiles(in: places)
        do throws(KeyringError) {
            try await removeToken(account)
        } catch {
            // No keyring holds no token.
            if error != .unavailable {
                problems.append(tr("The token is still in the keyring. %1$s", error.sentence))
            }
        }
        return problems
    }

    /// Removes all that the program has: there is one account at a time, and nothing of an earlier one is to stay either.
    @concurrent
    private nonisolated static func removeFiles(in places: Places) async -> [String] {
        let files = FileManager.default
        var problems: [String] = []
        for folder in [places.data, places.cache] where files.fileExists(atPath: folder.path) {
            do {
                try files.removeItem(at: folder)
            } catch {
                problems.append(tr("%1$s could not be removed.", folder.path))
            }
        }
        return problems
    }
}
