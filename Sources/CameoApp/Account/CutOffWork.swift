import Keyring

/// Finishes sign-ins and log-outs that a kill, a power cut or an unreachable keyring kept from their end.
struct CutOffWork {
    let directories: AppDirectories
    let removeToken: (Account) async throws(KeyringError) -> Bool

    /// What came of the log-outs; nil if there were none.
    func finish() async -> LogOutReport? {
        await directories.removeUnfinished()
        let journal = Journal(directories)
        let entries = await journal.entries()
        guard !entries.isEmpty else { return nil }
        let current = await AccountFile(url: directories.accountFile).load()
        var whole: LogOutReport?
        for entry in entries {
            // Whoever has signed in since, or before, has a token of the same name.
            guard entry.account.id != current?.id else {
                // It is looked at again the next time.
                try? await journal.end(entry.kind, of: entry.account)
                continue
            }
            let logOut = LogOut(account: entry.account, directories: directories, removeToken: removeToken)
            let report = await logOut.finish(isAlone: current == nil)
            switch entry.kind {
            case .logOut:
                whole = whole ?? LogOutReport()
                whole?.removed += report.removed
                whole?.left += report.left
            case .signIn where report.left.isEmpty:
                try? await journal.end(.signIn, of: entry.account)
            case .signIn:
                // Nothing was promised of it, and the next start tries again.
                break
            }
        }
        await directories.removeIfEmpty()
        return whole
    }
}
