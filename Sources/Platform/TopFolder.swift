public import Foundation
import Glibc

/// The program's own folder in one of the desktop's folders, such as ~/.cache/cameo. It contains all files that the program
/// keeps there.
///
/// A link may stand in its place: its target is resolved once. In a folder of other programs Cameo only uses names of its own.
/// It changes neither the other entries nor the permissions there.
public struct TopFolder: Hashable, Sendable {
    /// Marks a folder as the program's own. The program closes it to other users, and may remove it.
    private static let marker = ".cameo"
    private static let markerText = Data("This folder is Cameo's. Logging out removes what is in it.\n".utf8)

    /// The path in the desktop's naming.
    public let url: URL
    /// The path after following links.
    public let resolved: URL

    /// The folder of a path; it need not exist.
    public init(_ url: URL) {
        self.url = url
        guard let path = realpath(url.path, nil) else {
            resolved = url
            return
        }
        defer { free(path) }
        resolved = URL(filePath: String(cString: path), directoryHint: .isDirectory)
    }

    /// Opens the folder; throws `ENOENT` when it does not exist.
    public func open() throws(SystemError) -> PrivateFolder {
        try PrivateFolder.open(following: resolved.path)
    }

    /// Opens the folder, and makes it if needed.
    public func make() throws(SystemError) -> PrivateFolder {
        try PrivateFolder.makeFolders(resolved.path)
        let folder = try open()
        guard folder.entry(Self.marker) == nil else {
            try folder.restrict()
            return folder
        }
        // A new folder, or a folder of a version that wrote no marker.
        if try folder.names().allSatisfy(Self.isOwn) {
            try folder.restrict()
            try folder.replace(Self.marker, with: Self.markerText)
        }
        return folder
    }

    /// Removes the folder if it contains nothing but the marker. A link stays, with an empty folder behind it.
    public func removeIfEmpty() {
        guard let folder = try? open(), let names = try? folder.names(), [[], [Self.marker]].contains(names),
            // A marker that cannot be removed holds no personal data.
            (try? folder.remove(Self.marker)) != nil
        else { return }
        rmdir(url.path)
    }

    /// Removes the temporary files of processes that were killed.
    public func removeUnfinished() {
        guard let folder = try? open(), let names = try? folder.names() else { return }
        for name in names where PrivateFolder.isUnfinished(name) {
            // Logging out finds a file that stays.
            _ = try? folder.remove(name)
        }
    }

    /// Whether the program itself gives such a name in a top folder.
    public static func isOwn(_ name: String) -> Bool {
        name == marker || isOwnFile(name) || isAccount(name)
    }

    /// Whether a name belongs to a file about an account.
    public static func isOwnFile(_ name: String) -> Bool {
        if name == "account.json" || name.hasPrefix(PrivateFolder.temporaryPrefix) { return true }
        let end = ".json"
        return ["signing-in-", "logging-out-"].contains { begun in
            name.hasPrefix(begun) && name.hasSuffix(end)
                && isAccount(String(name.dropFirst(begun.count).dropLast(end.count)))
        }
    }

    /// Whether a name belongs to an account's folder: SHA-256 in hex.
    public static func isAccount(_ name: String) -> Bool { isDigest(name) }

    /// Whether a name is a SHA-256 in hex: accounts and pictures have such names.
    public static func isDigest(_ name: String) -> Bool {
        name.utf8.count == 64 && name.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    }
}

/// The place of a folder of the program: below a top folder, by names that must not be links.
public struct FolderPath: Hashable, Sendable {
    /// The top folder that contains it.
    public let top: TopFolder
    /// The names from the top folder down.
    public let names: [String]

    /// A folder of its own that is no link.
    public init(_ url: URL) {
        self.init(TopFolder(url.deletingLastPathComponent()), [url.lastPathComponent])
    }

    /// The folder of these names below a top folder.
    public init(_ top: TopFolder, _ names: [String]) {
        self.top = top
        self.names = names
    }

    /// The path of the folder.
    public var url: URL {
        names.reduce(top.resolved) { $0.appending(path: $1, directoryHint: .isDirectory) }
    }

    /// Opens the folder; throws `ENOENT` when it does not exist, unless `creating`.
    public func open(creating: Bool = false) throws(SystemError) -> PrivateFolder {
        var folder = try creating ? top.make() : top.open()
        for name in names {
            folder = try folder.folder(name, creating: creating)
            if creating { try folder.restrict() }
        }
        return folder
    }

    /// Removes the folder if it is empty.
    public func removeIfEmpty() {
        guard let name = names.last, let around = try? FolderPath(top, Array(names.dropLast())).open() else { return }
        // A folder with content stays.
        _ = try? around.removeFolder(name)
    }
}
