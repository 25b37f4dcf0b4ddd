import Foundation
import Glibc
import Platform
import Synchronization

/// The files of the disk cache. There is no index: a file's time of modification tells its last use, so that nothing
/// can get out of step when a process dies or two of them share the folder. All of it blocks.
nonisolated final class DiskFolder: Sendable {
    /// Many times the size of a picture at the cache's resolution.
    private static let maxFileBytes = 4 << 20
    /// The used share of the capacity after trimming.
    private static let remainingShare = 0.7
    /// Age in seconds from which a temporary file has lost its writer.
    private static let abandonedAge = 600

    let place: FolderPath
    private let capacity: Int
    private let hasRoom: @Sendable () -> Bool
    /// The folder once it was found.
    private let opened = Mutex<PrivateFolder?>(nil)
    /// The bytes at the last count plus the bytes written since; nil before the first count.
    private let used = Mutex<Int?>(nil)

    /// `capacity` in bytes; `hasRoom` tells whether the disk has room for pictures that can be loaded again.
    init(_ place: FolderPath, capacity: Int, hasRoom: @escaping @Sendable () -> Bool = { true }) {
        self.place = place
        self.capacity = capacity
        self.hasRoom = hasRoom
    }

    /// Restricts the folder to the user, even if another program made it, and trims it.
    func prepare() {
        // Without a folder there is nothing to do.
        try? folder()?.restrict()
        trim()
    }

    /// The entry of a name; a damaged one is removed.
    func entry(named name: String) -> DiskEntry? {
        // A file that cannot be read is a miss.
        guard let folder = folder(),
            let data = try? folder.read(name, maxBytes: Self.maxFileBytes, touching: true)
        else { return nil }
        guard let entry = DiskEntry(encoded: data, name: name) else {
            remove(name)
            return nil
        }
        return entry
    }

    func contains(_ name: String) -> Bool {
        folder()?.entry(name) != nil
    }

    /// Pictures are worth more than their squares, which have only half of the folder.
    private var hasRoomForSquares: Bool { used.withLockHeld { $0 ?? 0 } < capacity / 2 }

    /// Stores an entry, or leaves it out without an error: it is only a cache.
    func store(_ entry: DiskEntry, named name: String) {
        var entry = entry
        if entry.square != nil, !hasRoomForSquares {
            guard !entry.picture.isEmpty else { return }
            entry.square = nil
        }
        let former = if case .file(let bytes)? = folder()?.entry(name) { bytes } else { 0 }
        guard let data = try? entry.encoded(name: name), data.count <= Self.maxFileBytes, hasRoom() else {
            return
        }
        do throws(SystemError) {
            try replace(name, with: data)
        } catch {
            return
        }
        let isFull = used.withLockHeld { used in
            used = used.map { $0 + data.count - former }
            return used.map { $0 > capacity } ?? true
        }
        if isFull { trim() }
    }

    /// Adds the square of some bytes to their entry. An entry of other bytes stays as it is.
    func add(_ square: DiskSquare, of digest: SHA256Digest, named name: String) {
        guard hasRoomForSquares, var entry = entry(named: name), entry.digest == digest else { return }
        entry.square = square
        store(entry, named: name)
    }

    func remove(_ name: String) {
        // A file that cannot be removed is found damaged again.
        _ = try? folder()?.remove(name)
    }

    /// Removes the least recently used pictures, and temporary files of dead writers.
    func trim() {
        var files = files()
        let abandoned = time(nil) - Self.abandonedAge
        files.removeAll { file in
            guard file.isTemporary else { return false }
            if file.used.tv_sec < abandoned { remove(file.name) }
            return true
        }
        var bytes = files.reduce(0) { $0 + $1.bytes }
        if bytes > capacity {
            files.sort { ($0.used.tv_sec, $0.used.tv_nsec) < ($1.used.tv_sec, $1.used.tv_nsec) }
            let target = Int(Double(capacity) * Self.remainingShare)
            let folder = folder()
            for file in files where bytes > target {
                if (try? folder?.remove(file.name)) == true { bytes -= file.bytes }
            }
        }
        used.withLockHeld { $0 = bytes }
    }

    /// The stored pictures, without unfinished files.
    var use: CacheUse {
        files().filter { !$0.isTemporary }.reduce(into: CacheUse()) { use, file in
            use.pictures += 1
            use.bytes += file.bytes
        }
    }

    /// Removes all pictures, and the folder itself if it is empty then; returns the files that could not be removed.
    func clear() -> [URL] {
        used.withLockHeld { $0 = nil }
        guard let folder = folder(), let names = try? folder.names() else { return [] }
        let remaining = names.filter { name in
            // Another process may have been faster.
            Self.isOwn(name) && (try? folder.remove(name)) == nil
        }
        opened.withLockHeld { $0 = nil }
        if remaining.isEmpty { place.removeIfEmpty() }
        return remaining.map { URL(filePath: folder.path(of: $0)) }
    }

    /// Whether a file of the folder is a picture, or to become one.
    static func isOwn(_ name: String) -> Bool {
        TopFolder.isDigest(name) || name.hasPrefix(PrivateFolder.temporaryPrefix)
    }
}

private nonisolated extension DiskFolder {
    struct File {
        let name: String
        let bytes: Int
        let used: timespec

        var isTemporary: Bool { name.hasPrefix(PrivateFolder.temporaryPrefix) }
    }

    /// Nil when it is not there, or a link is in its place.
    func folder(creating: Bool = false) -> PrivateFolder? {
        opened.withLockHeld { opened in
            // A folder that was removed meanwhile is still open.
            if opened?.isRemoved == true { opened = nil }
            if opened == nil { opened = try? place.open(creating: creating) }
            return opened
        }
    }

    /// Writes; makes the folder first if it is not there.
    func replace(_ name: String, with data: Data) throws(SystemError) {
        guard let folder = folder(creating: true) else { throw SystemError(code: ENOENT) }
        // After a power cut, a lost picture is requested again.
        try folder.replace(name, with: data, durably: false)
    }

    func files() -> [File] {
        // Without a folder there are no files.
        guard let folder = folder(), let names = try? folder.names() else { return [] }
        return names.filter(Self.isOwn).compactMap { name in
            guard case .file(let bytes) = folder.entry(name), let used = folder.lastChange(of: name) else { return nil }
            return File(name: name, bytes: bytes, used: used)
        }
    }
}
