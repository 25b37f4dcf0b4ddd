import Foundation
import Keyring
import Platform

/// Completes sign-ins and log-outs that a kill, a power cut or an unreachable keyring interrupted.
struct CutOffWork {
    let directories: AppDirectories
    let removeToken: (Account) async throws(KeyringError) -> Bool

    /// The report of the finished log-outs; nil if there were none.
    func finish() async -> LogOutReport? {
        await directories.removeUnfinished()
        let journal = Journal(directories)
        let entries = await journal.entries()
        guard !entries.isEmpty else { return nil }
        let current: Account?
        do throws(SystemError) {
            current = try await AccountFile(url: directories.accountFile).read()
        } catch {
            // The owner of the files is unknown: they stay, and the next start tries again.
            return nil
        }
        var whole: LogOutReport?
        for entry in entries {
            // A person who has signed in to this account since, or before, has a token of the same name.
            guard entry.account.id != current?.id else {
                // The next start tries again if this fails.
                try? await journal.end(entry.kind, of: entry.account)
                continue
            }
            let logOut = LogOut(account: entry.account, directories: directories, removeToken: removeToken)
            switch entry.kind {
            case .logOut:
                let report = await logOut.finish(isAlone: current == nil)
                whole = whole ?? LogOutReport()
                whole?.removed += report.removed
                whole?.left += report.left
            case .signIn:
                let report = await logOut.finish(isAlone: false, keepingFiles: entry.hadFiles)
                // The person expects no report of it; if it failed, the next start tries again.
                if report.left.isEmpty { try? await journal.end(.signIn, of: entry.account) }
            }
        }
        await directories.removeIfEmpty()
        return whole
    }
}
