import Foundation
import Platform

/// The program's files in its folders, recognised by their names.
nonisolated struct OwnFiles: Sendable {
    /// A file that could not be removed, and the reason in words for a person.
    struct Left: Sendable {
        let path: String
        let reason: String
    }

    private(set) var count = 0
    private(set) var bytes = 0
    private(set) var left: [Left] = []

    /// Counts the files below a top folder: an account's files, or all accounts' and the files beside them.
    static func find(in top: TopFolder, of accountID: String? = nil) -> OwnFiles {
        visit(top, accountID, removing: false)
    }

    /// Removes the files, and counts them.
    static func remove(in top: TopFolder, of accountID: String? = nil) -> OwnFiles {
        visit(top, accountID, removing: true)
    }
}

private nonisolated extension OwnFiles {
    /// The rule which entries of a folder are the program's. `isShared` marks folders that may contain other programs' files.
    struct Rule: Sendable {
        let isFile: @Sendable (String) -> Bool
        let folder: @Sendable (String) -> Rule?
        var isShared = false

        static let pictures = Rule(
            isFile: { TopFolder.isDigest($0) || $0.hasPrefix(PrivateFolder.temporaryPrefix) }, folder: { _ in nil })

        static let account = Rule(
            isFile: { name in
                ["contacts.sqlite-", "contacts.sqlite.", PrivateFolder.temporaryPrefix].contains { name.hasPrefix($0) }
                    || ["contacts.sqlite", "place.json", "notified-day", "crash-notes"].contains(name)
            }, folder: { $0 == "avatars" ? pictures : nil })

        static func top(_ accountID: String?) -> Rule {
            Rule(
                isFile: { accountID == nil && TopFolder.isOwnFile($0) && !Journal.isNote($0) },
                folder: { TopFolder.isAccount($0) && ($0 == accountID ?? $0) ? account : nil }, isShared: true)
        }
    }

    static func visit(_ top: TopFolder, _ accountID: String?, removing: Bool) -> OwnFiles {
        var files = OwnFiles()
        do throws(SystemError) {
            try files.visit(top.open(), .top(accountID), removing: removing)
        } catch {
            // A missing folder, or another program's file in its place, contains no files of this program.
            if ![ENOENT, ENOTDIR].contains(error.code) {
                files.left.append(Left(path: top.resolved.path, reason: error.message))
            }
        }
        return files
    }

    mutating func visit(_ folder: PrivateFolder, _ rule: Rule, removing: Bool) throws(SystemError) {
        for name in try folder.names().sorted() {
            let path = folder.path(of: name)
            do throws(SystemError) {
                switch (folder.entry(name), rule.isFile(name), rule.folder(name)) {
                case (nil, _, _): break
                case (.file(let size), true, _):
                    if removing { try folder.remove(name) }
                    count += 1
                    bytes += size
                case (.folder, _, let rule?):
                    let leftBefore = left.count
                    try visit(folder.folder(name), rule, removing: removing)
                    guard removing, left.count == leftBefore else { break }
                    try folder.removeFolder(name)
                case (.folder, true, _):
                    // A folder in a file's place.
                    if removing { try folder.removeFolder(name) }
                case (.link, true, _), (.link, _, .some):
                    if removing { try removeLink(name, in: folder, rule.folder(name)) }
                default:
                    guard !rule.isShared else { break }
                    left.append(Left(path: path, reason: tr("it is not Cameo’s")))
                }
            } catch {
                left.append(Left(path: path, reason: error.message))
            }
        }
    }

    /// The program stores nothing behind a link, but an earlier version may have done so.
    mutating func removeLink(_ name: String, in folder: PrivateFolder, _ rule: Rule?) throws(SystemError) {
        let path = folder.path(of: name)
        if let rule, let target = try? PrivateFolder.open(following: path) {
            let holdsOurs = try target.names().contains { rule.isFile($0) || rule.folder($0) != nil }
            if holdsOurs { return left.append(Left(path: target.path, reason: tr("it is behind a link"))) }
        } else if rule == nil, FileManager.default.fileExists(atPath: path) {
            return left.append(Left(path: path, reason: tr("it is behind a link")))
        }
        try folder.remove(name)
    }
}
