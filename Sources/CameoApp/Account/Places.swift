import Foundation

/// Where the program keeps its files (XDG Base Directory Specification).
nonisolated struct Places: Sendable {
    /// What must not be lost: the account and the stored contacts.
    let data: URL
    /// What can be had again: pictures.
    let cache: URL

    init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        let home = URL(filePath: environment["HOME"] ?? NSHomeDirectory(), directoryHint: .isDirectory)
        func folder(_ variable: String, _ fallback: String) -> URL {
            // The specification has relative paths ignored.
            let base =
                environment[variable].flatMap {
                    $0.hasPrefix("/") ? URL(filePath: $0, directoryHint: .isDirectory) : nil
                }
                ?? home.appending(path: fallback, directoryHint: .isDirectory)
            return base.appending(path: "cameo", directoryHint: .isDirectory)
        }
        data = folder("XDG_DATA_HOME", ".local/share")
        cache = folder("XDG_CACHE_HOME", ".cache")
    }

    var accountFile: URL { data.appending(path: "account.json") }

    func contacts(of accountID: String) -> URL {
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

    func pictures(of accountID: String) -> URL {
        cache.appending(path: accountID, directoryHint: .isDirectory).appending(
            path: "avatars", directoryHint: .isDirectory)
    }
}
