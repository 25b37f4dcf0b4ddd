import Foundation
import Keyring

/// Takes the account off this machine, in an order in which nothing comes back: requests end first, files go, then the token.
struct LogOut {
    let session: Session
    let places: Places
    let keyring: TokenKeyring

    /// What was left behind, in sentences; empty when nothing was.
    func run() async -> [String] {
        let account = session.account
        var problems = await session.end()
        do throws(KeyringError) {
            try await keyring.remove(account.tokenOwner)
        } catch {
            // No keyring holds no token.
            if error != .unavailable {
                problems.append(tr("The token is still in the keyring. %1$s", error.sentence))
            }
        }
        return problems + (await Self.removeFiles(of: account, in: places))
    }

    @concurrent
    private nonisolated static func removeFiles(of account: Account, in places: Places) async -> [String] {
        let files = FileManager.default
        let folders = [
            places.contacts(of: account.id).deletingLastPathComponent(),
            places.pictures(of: account.id).deletingLastPathComponent(),
        ]
        var problems: [String] = []
        for target in [places.accountFile, places.accountFile.appendingPathExtension("new")] + folders
        where files.fileExists(atPath: target.path) {
            do {
                try files.removeItem(at: target)
            } catch {
                problems.append(tr("%1$s could not be removed.", target.path))
            }
        }
        return problems
    }
}
