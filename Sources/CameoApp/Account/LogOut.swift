import Contacts
import Foundation
import GLib
import Keyring
import Platform

/// Removes the account from this machine. The order keeps data from returning: a note is written, requests end, then files are
/// removed. The token follows, since the keyring may take its time. The note is removed last.
struct LogOut {
    let account: Account
    let directories: AppDirectories
    /// Removes the token from the keyring, checks the removal, and returns whether there was one.
    let removeToken: (Account) async throws(KeyringError) -> Bool

    private var journal: Journal { Journal(directories) }

    /// Returns a report of removed and remaining data. `session` is nil when the saved contacts did not open.
    func run(ending session: Session?) async -> LogOutReport {
        // On a disk without write access removing fails too, and the report says so.
        let isNoted = (try? await journal.beginLogOut(account, accountFile: directories.accountFile)) != nil
        // A store that cannot be read is removed together with its files.
        let contacts = try? await session?.store.count()
        // Counted here, because ending the session begins to remove pictures.
        let before = await Self.find(in: directories)
        await session?.end()
        var report = await finish(before, contacts: contacts)
        report.isNoted = isNoted
        return report
    }

    /// Completes an interrupted log-out. `isAlone` is false when another account is signed in meanwhile: its files stay. With
    /// `keepingFiles` all files stay.
    func finish(isAlone: Bool, keepingFiles: Bool = false) async -> LogOutReport {
        await finish(
            Self.find(in: directories), contacts: nil, only: isAlone ? nil : account.id, keepingFiles: keepingFiles)
    }

    private func finish(
        _ before: (data: OwnFiles, cache: OwnFiles), contacts: Int?, only accountID: String? = nil,
        keepingFiles: Bool = false
    ) async -> LogOutReport {
        var report = LogOutReport()
        if !keepingFiles {
            report = await Self.removeFiles(in: directories, of: accountID, before, contacts: contacts)
        }
        do throws(KeyringError) {
            if try await removeToken(account) { report.removed.append(tr("The token in the keyring")) }
        } catch .unavailable where account.tokenMayBeInKeyring == false {
            report.removed.append(tr("The token in memory, since there is no keyring"))
        } catch .unavailable {
            report.left.append(tr("The token may still be in the keyring, but Cameo can’t reach it."))
        } catch {
            report.left.append(tr("The token is still in the keyring. %1$s", error.sentence))
        }
        guard report.left.isEmpty else {
            await journal.shorten(.logOut, of: account)
            // The note has the address.
            report.left.append(tr("The server’s address stays until the rest is removed."))
            return report
        }
        do {
            try await journal.end(.logOut, of: account)
            if await Self.find(in: directories).data.count == 0 {
                report.removed.append(tr("The server’s address, and everything else about the account"))
            }
            await directories.removeIfEmpty()
        } catch {
            let reason = (error as? SystemError)?.message ?? ""
            report.add([OwnFiles.Left(path: directories.data.path, reason: reason)])
        }
        return report
    }

    @concurrent
    private nonisolated static func find(in directories: AppDirectories) async -> (data: OwnFiles, cache: OwnFiles) {
        (OwnFiles.find(in: directories.dataTop), OwnFiles.find(in: directories.cacheTop))
    }

    /// Removes all files of the program. There is one account at a time, and files of an earlier one must not stay either.
    @concurrent
    private nonisolated static func removeFiles(
        in directories: AppDirectories, of accountID: String?, _ before: (data: OwnFiles, cache: OwnFiles),
        contacts: Int?
    ) async -> LogOutReport {
        let data = OwnFiles.remove(in: directories.dataTop, of: accountID)
        let cache = OwnFiles.remove(in: directories.cacheTop, of: accountID)
        // The report counts the remaining files. It does not rely on the results of the removals.
        let (dataStays, cacheStays) = (OwnFiles.find(in: directories.dataTop), OwnFiles.find(in: directories.cacheTop))
        var report = LogOutReport()
        if dataStays.count == 0, before.data.count > 0 {
            let size = formattedSize(bytes: before.data.bytes)
            report.removed.append(
                contacts.map { tr("%1$s, %2$s", trn("%d saved contact", "%d saved contacts", $0), size) }
                    ?? tr("The saved contacts, %1$s", size))
        }
        let pictures = before.cache.count - cacheStays.count
        if pictures > 0 {
            report.removed.append(
                tr(
                    "%1$s, %2$s", trn("%d saved picture", "%d saved pictures", pictures),
                    formattedSize(bytes: before.cache.bytes - cacheStays.bytes)))
        }
        report.add(data.left)
        report.add(cache.left)
        return report
    }
}
