public import Foundation
import Glibc

/// The program's own folder in one of the desktop's folders, such as ~/.cache/cameo. It contains all files that the program
/// keeps there.
///
/// A link may stand in its place: its target is resolved once. In a folder of other programs Cameo only uses names of its own.
/// It changes neither the other entries nor the permissions there.
public struct TopFolder: Hashable, Sendable {
    /// Says that a folder is the program's, to be closed to others and to be removed.
    private static let marker = ".cameo"
    private static let markerText = Data("This folder is Cameo's. Logging out removes what is in it.\n".utf8)

    /// As the desktop names it.
    public let url: URL
    /// Where it is.
    public let resolved: URL

    /// The folder of a path; it need not be there.
    public init(_ url: URL) {
        self.url = url
        guard let path = realpath(url.path, nil) else {
            resolved = url
            return
        }
        defer { free(path) }
        resolved = URL(filePath: String(cString: path), directoryHint: .isDirectory)
    }

    /// Opens it; throws `ENOENT` when it is not there.
    public func open() throws(SystemError) -> PrivateFolder {
        try PrivateFolder.open(following: resolved.path)
    }

    /// Opens it, and makes it if it is not there.
    public func make() throws(SystemError) -> PrivateFolder {
        try PrivateFolder.makeFolders(resolved.path)
        let folder = try open()
        guard folder.entry(Self.marker) == nil else {
            try folder.restrict()
            return folder
        }
        // New, or of a version that left no marker.
        if try folder.names().allSatisfy(Self.isOwn) {
            try folder.restrict()
            try folder.replace(Self.marker, with: Self.markerText)
        }
        return folder
    }

    /// Removes it if there is nothing in it but the marker. A link stays, with an empty folder behind it.
    public func removeIfEmpty() {
        guard let folder = try? open(), let names = try? folder.names(), [[], [Self.marker]].contains(names),
            // A marker that cannot be removed holds no personal data.
            (try? folder.remove(Self.marker)) != nil
        else { return }
        rmdir(url.path)
    }

    /// Removes the files that other processes began and did not finish: a kill leaves them behind.
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

    /// Whether it is that of a file about an account.
    public static func isOwnFile(_ name: String) -> Bool {
        if name == "account.json" || name.hasPrefix(PrivateFolder.temporaryPrefix) { return true }
        let end = ".json"
        return ["signing-in-", "logging-out-"].contains { begun in
            name.hasPrefix(begun) && name.hasSuffix(end)
                && isAccount(String(name.dropFirst(begun.count).dropLast(end.count)))
        }
    }

    /// Whether it is that of an account's folder: SHA-256 in hex.
    public static func isAccount(_ name: String) -> Bool { isDigest(name) }

    /// Whether a name is a SHA-256 in hex, as accounts and pictures are named.
    public static func isDigest(_ name: String) -> Bool {
        name.utf8.count == 64 && name.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    }
}

/// Where a folder of the program's is: below a top folder, by names that must not be links.
public struct FolderPath: Hashable, Sendable {
    /// The top folder that contains it.
    public let top: TopFolder
    /// The way down from there.
    public let names: [String]

    /// A folder by itself, which is no link.
    public init(_ url: URL) {
        self.init(TopFolder(url.deletingLastPathComponent()), [url.lastPathComponent])
    }

    /// The folder of these names below a top folder.
    public init(_ top: TopFolder, _ names: [String]) {
        self.top = top
        self.names = names
    }

    /// As a path.
    public var url: URL {
        names.reduce(top.resolved) { $0.appending(path: $1, directoryHint: .isDirectory) }
    }

    /// Opens it; throws `ENOENT` when it is not there, unless it is to be made.
    public func open(creating: Bool = false) throws(SystemError) -> PrivateFolder {
        var folder = try creating ? top.make() : top.open()
        for name in names {
            folder = try folder.folder(name, creating: creating)
            if creating { try folder.restrict() }
        }
        return folder
    }

    /// Removes it if there is nothing in it.
    public func removeIfEmpty() {
        guard let name = names.last, let around = try? FolderPath(top, Array(names.dropLast())).open() else { return }
        // One with something in it stays.
        _ = try? around.removeFolder(name)
    }
}
