package import Foundation
import Platform

/// The folders of the program's files (XDG Base Directory Specification).
nonisolated package struct AppDirectories: Sendable {
    /// The folder for data that must not be lost: the account and the stored contacts.
    let dataTop: TopFolder
    /// The folder for data that can be downloaded again: pictures.
    let cacheTop: TopFolder

    package init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        let home = URL(filePath: environment["HOME"] ?? NSHomeDirectory(), directoryHint: .isDirectory)
        func folder(_ variable: String, _ fallback: String) -> TopFolder {
            // The specification requires that relative paths are ignored.
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

    /// The resolved path of the data folder.
    var data: URL { dataTop.resolved }
    var cache: URL { cacheTop.resolved }

    package var accountFile: URL { data.appending(path: "account.json") }

    package func contacts(of accountID: String) -> URL {
        data.appending(path: accountID, directoryHint: .isDirectory).appending(path: "contacts.sqlite")
    }

    /// The file of the person's place in the list.
    func listPlace(of accountID: String) -> URL {
        data.appending(path: accountID, directoryHint: .isDirectory).appending(path: "place.json")
    }

    /// The file of the day of the last notification about the day's events.
    func notifiedDay(of accountID: String) -> URL {
        data.appending(path: accountID, directoryHint: .isDirectory).appending(path: "notified-day")
    }

    /// The file of the notes about work that ended the program.
    func crashNotes(of accountID: String) -> URL {
        data.appending(path: accountID, directoryHint: .isDirectory).appending(path: "crash-notes")
    }

    func pictures(of accountID: String) -> FolderPath {
        FolderPath(cacheTop, [accountID, "avatars"])
    }

    /// Removes the temporary files that a killed process left in the top folders.
    @concurrent func removeUnfinished() async {
        for top in [dataTop, cacheTop] { top.removeUnfinished() }
    }

    /// Removes the top folders if they are the program's and empty.
    @concurrent func removeIfEmpty() async {
        for top in [dataTop, cacheTop] { top.removeIfEmpty() }
    }
}
