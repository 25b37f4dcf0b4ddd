import Contacts
import Foundation
import GLib
import Keyring

/// Takes the account off this machine, in an order in which nothing comes back: requests end first, then files go, then the
/// token, for which the keyring may take its time.
struct LogOut {
    let account: Account
    let places: Places
    /// Takes the token out of the keyring, looks whether it is gone, and says whether there was one.
    let removeToken: (Account) async throws(KeyringError) -> Bool

    /// What was removed, and what was left behind. `session` is nil when the stored contacts did not open.
    func run(ending session: Session?) async -> LogOutReport {
        // A store that cannot be read is removed with its files all the same.
        let contacts = try? await session?.store.count()
        // Ending the session begins to remove pictures.
        let (data, cache) = (await FileTally.of(places.data), await FileTally.of(places.cache))
        await session?.end()
        var report = await Self.removeFiles(in: places, holding: contacts, data, cache)
        do throws(KeyringError) {
            if try await removeToken(account) { report.removed.append(tr("The token in the keyring")) }
        } catch .unavailable {
            // No keyring holds no token.
            report.removed.append(tr("The token in memory, since there is no keyring"))
        } catch {
            report.left.append(tr("The token is still in the keyring. %1$s", error.sentence))
        }
        return report
    }

    /// Removes all that the program has: there is one account at a time, and nothing of an earlier one is to stay either.
    @concurrent
    private nonisolated static func removeFiles(
        in places: Places, holding contacts: Int?, _ data: FileTally, _ cache: FileTally
    ) async -> LogOutReport {
        let (dataReason, cacheReason) = (remove(places.data), remove(places.cache))
        // The files themselves tell what is gone, not those who were asked to remove them.
        let (dataLeft, cacheLeft) = (FileTally(of: places.data), FileTally(of: places.cache))
        var report = LogOutReport()
        if dataLeft.files.isEmpty, !data.files.isEmpty {
            let size = formattedSize(bytes: data.bytes)
            report.removed.append(
                contacts.map { tr("%1$s, %2$s", trn("%d saved contact", "%d saved contacts", $0), size) }
                    ?? tr("The saved contacts, %1$s", size))
            report.removed.append(tr("The server’s address, and everything else about the account"))
        }
        let pictures = cache.files.count - cacheLeft.files.count
        if pictures > 0 {
            report.removed.append(
                tr(
                    "%1$s, %2$s", trn("%d saved picture", "%d saved pictures", pictures),
                    formattedSize(bytes: cache.bytes - cacheLeft.bytes)))
        }
        report.addLeft(dataLeft, of: places.data, because: dataReason)
        report.addLeft(cacheLeft, of: places.cache, because: cacheReason)
        return report
    }

    /// Why a folder could not be removed, in the system's words; nil when it could.
    private nonisolated static func remove(_ folder: URL) -> String? {
        guard FileManager.default.fileExists(atPath: folder.path) else { return nil }
        do {
            try FileManager.default.removeItem(at: folder)
            return nil
        } catch {
            guard let cause = (error as? CocoaError)?.underlying as? POSIXError else {
                return error.localizedDescription
            }
            return String(cString: strerror(cause.code.rawValue))
        }
    }
}

/// What a log-out removed and what it left behind, in sentences.
nonisolated struct LogOutReport: Equatable, Sendable {
    /// Files that are named one by one; a dialog with thousands could not be read, nor shown.
    private static let mostNamed = 10

    var removed: [String] = []
    var left: [String] = []

    /// Everything, as a dialog shows it.
    var text: String {
        var parts: [String] = []
        if !left.isEmpty { parts.append(([tr("Not removed:")] + left.map { "• " + $0 }).joined(separator: "\n")) }
        if !removed.isEmpty { parts.append(([tr("Removed:")] + removed.map { "• " + $0 }).joined(separator: "\n")) }
        return parts.joined(separator: "\n\n")
    }

    fileprivate mutating func addLeft(_ tally: FileTally, of folder: URL, because reason: String?) {
        let paths = tally.files.isEmpty && reason != nil ? [folder.path] : tally.files.map(\.path).sorted()
        for path in paths.prefix(Self.mostNamed) {
            left.append(
                reason.map { tr("%1$s could not be removed: %2$s", path, $0) }
                    ?? tr("%1$s could not be removed.", path))
        }
        let unnamed = paths.count - Self.mostNamed
        if unnamed > 0 {
            left.append(trn("%d more file could not be removed.", "%d more files could not be removed.", unnamed))
        }
    }
}
