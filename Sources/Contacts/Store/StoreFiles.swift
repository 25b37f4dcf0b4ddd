import Foundation
import Platform

/// The files of a store: the database, SQLite's files beside it, and damaged databases that were set aside.
struct StoreFiles: Sendable {
    private static let damagedSuffix = ".damaged"
    private static let markSuffix = ".is-damaged"
    /// The suffix of the mark beside a database that was set aside. Its edits were not taken over yet.
    private static let unreadSuffix = ".unread"

    /// Behind the name of a copy that is to take the place of the database.
    private static let smallSuffix = "-small"

    let database: URL

    private var name: String { database.lastPathComponent }

    /// Makes the folder and an empty database if there are none, and keeps both from other users of the machine.
    ///
    /// A link instead of the folder or the database is refused: a log-out would not remove the files behind it.
    func prepare() throws {
        let folder = try PrivateFolder.make(database.deletingLastPathComponent())
        try folder.restrict()
        // SQLite takes an empty file for a new database, and gives its other files the permissions of this one.
        if folder.entry(name) == nil { try folder.create(name) }
        for name in try names(in: folder) {
            guard case .file = folder.entry(name) else { throw ContactStoreError.notWritable }
            try folder.restrict(name)
        }
    }

    /// Renames a database that cannot be read, so that nothing is lost for good, and returns where it is now.
    ///
    /// Of several damaged databases in a row, only the last is kept, and databases with edits.
    func setAside() throws -> URL {
        let folder = try folder()
        var place = name + Self.damagedSuffix
        var number = 1
        while folder.entry(place) != nil, OutboxRescue.hasAny(URL(filePath: folder.path(of: place))) {
            number += 1
            place = "\(name)\(Self.damagedSuffix)-\(number)"
        }
        // First: should this end in the middle, the edits are looked for the next time.
        if folder.entry(place + Self.unreadSuffix) == nil { try folder.create(place + Self.unreadSuffix) }
        for suffix in ["", "-wal"] {
            try folder.remove(place + suffix)
            if folder.entry(name + suffix) != nil { try folder.rename(name + suffix, to: place + suffix) }
        }
        try folder.remove(place + "-shm")
        for suffix in ["-shm", "-journal", Self.markSuffix] { try folder.remove(name + suffix) }
        return URL(filePath: folder.path(of: place))
    }

    /// The databases that were set aside with edits that were not taken over yet.
    var unread: [URL] {
        guard let folder = try? folder(), let names = try? names(in: folder) else { return [] }
        return names.filter { $0.hasSuffix(Self.unreadSuffix) }.map {
            URL(filePath: folder.path(of: String($0.dropLast(Self.unreadSuffix.count))))
        }
    }

    /// The edits of a database that was set aside were taken over.
    func markRead(_ file: URL) throws {
        try folder().remove(file.lastPathComponent + Self.unreadSuffix)
    }

    /// Makes the empty file of a small copy and returns where it is.
    func createSmallCopy() throws -> URL {
        let folder = try folder()
        try folder.create(name + Self.smallSuffix)
        return URL(filePath: folder.path(of: name + Self.smallSuffix))
    }

    func removeSmallCopy() throws {
        try folder().remove(name + Self.smallSuffix)
    }

    /// Waits until the small copy would survive a power cut.
    func synchroniseSmallCopy() throws {
        let folder = try folder()
        try folder.synchronise(name + Self.smallSuffix)
        try folder.synchronise()
    }

    /// Lets the small copy take the place of the database, of which there must be no log.
    func takeSmallCopy() throws {
        let folder = try folder()
        // SQLite would take a log that reappears after a power cut for the copy's.
        try folder.synchronise()
        try folder.rename(name + Self.smallSuffix, to: name)
        try folder.synchronise()
    }

    /// Whether there is nothing in the database's file yet.
    var isNew: Bool {
        if case .file(bytes: 0)? = (try? folder())?.entry(name) { true } else { false }
    }

    /// Notes that the database turned out to be damaged while it was in use.
    func markDamaged() {
        // Without the mark the damage is found again the next time.
        try? folder().create(name + Self.markSuffix)
    }

    var isMarkedDamaged: Bool {
        (try? folder())?.entry(name + Self.markSuffix) != nil
    }

    /// Removes all files and returns their URLs.
    func remove() throws(ContactStoreError) -> [URL] {
        // A folder that is not there holds nothing.
        guard let folder = try? folder(), let names = try? names(in: folder) else { return [] }
        var removed: [URL] = []
        var kept: [URL] = []
        for name in names {
            let file = URL(filePath: folder.path(of: name))
            if (try? folder.remove(name)) == nil { kept.append(file) } else { removed.append(file) }
        }
        if !kept.isEmpty { throw .notRemoved(kept) }
        return removed
    }

    private func folder() throws(SystemError) -> PrivateFolder {
        try FolderPath(database.deletingLastPathComponent()).open()
    }

    /// The names of the existing files.
    private func names(in folder: PrivateFolder) throws(SystemError) -> [String] {
        try folder.names().filter { $0 == name || $0.hasPrefix("\(name)-") || $0.hasPrefix("\(name).") }.sorted()
    }
}
