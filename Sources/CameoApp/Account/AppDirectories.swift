package import Foundation
import Platform

/// Where the program keeps its files (XDG Base Directory Specification).
nonisolated package struct AppDirectories: Sendable {
    /// Around what must not be lost: the account and the stored contacts.
    let dataTop: TopFolder
    /// Around what can be had again: pictures.
    let cacheTop: TopFolder

    package init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        let home = URL(filePath: environment["HOME"] ?? NSHomeDirectory(), directoryHint: .isDirectory)
        func folder(_ variable: String, _ fallback: String) -> TopFolder {
            // The specification has relative paths ignored.
            let base =
                environment[variable].flatMap {
                    $0.hasPrefix("/") ? URL(filePath: $0, directoryHint: .isDirectory) : nil
                }
                ?? home.appending(path: fallback, directoryHint: .isDirectory)
            return TopFolder(base.appending(path: "cameo", directoryHint: .isDirectory))
        }
        dataTop = folder("XDG_DATA_HOME", ".local/share")
        cacheTop = folder("XDG_CACHE_HOME", ".cache")
    }

    /// Where these are, behind links if there are any.
    var data: URL { dataTop.resolved }
    var cache: URL { cacheTop.resolved }

    package var accountFile: URL { data.appending(path: "account.json") }

    package func contacts(of accountID: String) -> URL {
        data.appending(path: accountID, directoryHint: .isDirectory).appending(path: "contacts.sqlite")
    }

    /// Where in the list the person was.
    func listPlace(of accountID: String) -> URL {
        data.appending(path: accountID, directoryHint: .isDirectory).appending(path: "place.json")
    }

    /// The day on which the person was last told what it brings.
    func notifiedDay(of accountID: String) -> URL {
        data.appending(path: accountID, directoryHint: .isDirectory).appending(path: "notified-day")
    }

    /// What ended the program while it was worked on.
    func crashNotes(of accountID: String) -> URL {
        data.appending(path: accountID, directoryHint: .isDirectory).appending(path: "crash-notes")
    }

    func pictures(of accountID: String) -> FolderPath {
        FolderPath(cacheTop, [accountID, "avatars"])
    }

    /// Removes the files that a killed process left unfinished beside those of the accounts.
    @concurrent func removeUnfinished() async {
        for top in [dataTop, cacheTop] { top.removeUnfinished() }
    }

    /// Removes the folders themselves where they are the program's and nothing is in them.
    @concurrent func removeIfEmpty() async {
        for top in [dataTop, cacheTop] { top.removeIfEmpty() }
    }
}
