import Foundation

/// The files of a store: the database, SQLite's own beside it, and damaged ones that were set aside.
struct StoreFiles: Sendable {
    private static let damagedSuffix = ".damaged"
    private static let markSuffix = ".is-damaged"

    let database: URL

    /// Makes the folder and an empty database if there are none, and keeps both from other users of the machine.
    func prepare() throws {
        let files = FileManager.default
        let folder = database.deletingLastPathComponent()
        if !files.fileExists(atPath: folder.path) {
            try files.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
        try restrict(folder, to: 0o700)
        // SQLite takes an empty file for a new database, and gives its other files the permissions of this one.
        if !files.fileExists(atPath: database.path) {
            let made = files.createFile(atPath: database.path, contents: nil, attributes: [.posixPermissions: 0o600])
            if !made { throw ContactStoreError.notWritable }
        }
        for file in siblings() { try restrict(file, to: 0o600) }
    }

    /// Renames a database that cannot be read, so that nothing is lost for good, and returns where it is now.
    ///
    /// Of several in a row only the last is kept.
    func setAside() throws -> URL {
        let files = FileManager.default
        let aside = sibling(Self.damagedSuffix)
        for suffix in ["", "-wal"] {
            let (old, new) = (sibling(suffix), sibling(Self.damagedSuffix + suffix))
            if files.fileExists(atPath: new.path) { try files.removeItem(at: new) }
            if files.fileExists(atPath: old.path) { try files.moveItem(at: old, to: new) }
        }
        for suffix in ["-shm", "-journal", Self.markSuffix] where files.fileExists(atPath: sibling(suffix).path) {
            try files.removeItem(at: sibling(suffix))
        }
        return aside
    }

    /// Notes that the database turned out to be damaged while it was in use.
    func markDamaged() {
        // Without the mark the damage is found again the next time.
        try? Data().write(to: sibling(Self.markSuffix))
    }

    var isMarkedDamaged: Bool {
        FileManager.default.fileExists(atPath: sibling(Self.markSuffix).path)
    }

    /// Removes all of them and returns those that there were.
    func remove() throws(ContactStoreError) -> [URL] {
        var removed: [URL] = []
        var kept: [URL] = []
        for file in siblings() {
            do {
                try FileManager.default.removeItem(at: file)
                removed.append(file)
            } catch {
                kept.append(file)
            }
        }
        if !kept.isEmpty { throw .notRemoved(kept) }
        return removed
    }

    private func sibling(_ suffix: String) -> URL {
        database.deletingLastPathComponent().appending(component: database.lastPathComponent + suffix)
    }

    /// Those that exist.
    private func siblings() -> [URL] {
        let folder = database.deletingLastPathComponent()
        let name = database.lastPathComponent
        // A folder that is not there holds nothing.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0 == name || $0.hasPrefix("\(name)-") || $0.hasPrefix("\(name).") }.sorted()
            .map { folder.appending(component: $0) }
    }

    private func restrict(_ file: URL, to permissions: Int) throws {
        let files = FileManager.default
        let current = try files.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int ?? permissions
        // A folder with the sticky bit, such as /tmp, is for all users, and not ours to close.
        guard current & 0o077 != 0, current & 0o1000 == 0 else { return }
        try files.setAttributes([.posixPermissions: permissions], ofItemAtPath: file.path)
    }
}
