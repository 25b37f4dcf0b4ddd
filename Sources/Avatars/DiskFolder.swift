import Foundation
import Glibc
import Synchronization

/// The files of the disk cache. There is no index: a file's time of modification tells its last use, so that nothing
/// can get out of step when a process dies or two of them share the folder. All of it blocks.
nonisolated final class DiskFolder: Sendable {
    /// Many times what a picture at the cache's size takes.
    private static let longestFile = 4 << 20
    /// What is left of the capacity after trimming.
    private static let remainingShare = 0.7
    /// Tells the temporary files of this process apart.
    private static let lastTemporary = Atomic<Int>(0)
    private static let temporaryPrefix = ".new-"
    /// Age in seconds from which a temporary file has lost its writer.
    private static let abandonedAge = 600

    let folder: URL
    private let capacity: Int
    private let hasRoom: @Sendable () -> Bool
    /// Bytes at the last look plus what was written since; nil before the first.
    private let used = Mutex<Int?>(nil)

    /// `capacity` in bytes; `hasRoom` tells whether the disk has room for what can be had again.
    init(folder: URL, capacity: Int, hasRoom: @escaping @Sendable () -> Bool = { true }) {
        self.folder = folder
        self.capacity = capacity
        self.hasRoom = hasRoom
    }

    /// Keeps others out of a folder that was made by somebody else, and tidies up.
    func prepare() {
        // Without a folder there is nothing to do.
        chmod(folder.path, 0o700)
        trim()
    }

    /// The entry of a name; a damaged one is removed.
    func entry(named name: String) -> DiskEntry? {
        let path = path(name)
        // A file that cannot be read is a miss.
        guard let data = try? PrivateFile.readAndTouch(path, longest: Self.longestFile) else { return nil }
        guard let entry = DiskEntry(encoded: data, name: name) else {
            unlink(path)
            return nil
        }
        return entry
    }

    func contains(_ name: String) -> Bool {
        access(path(name), F_OK) == 0
    }

    /// Stores an entry; one that cannot be stored is left out, since a cache is not worth an error.
    func store(_ entry: DiskEntry, named name: String) {
        guard let data = try? entry.encoded(name: name), data.count <= Self.longestFile, hasRoom() else {
            return
        }
        let number = Self.lastTemporary.add(1, ordering: .relaxed).newValue
        let temporary = path("\(Self.temporaryPrefix)\(getpid())-\(number)")
        do throws(PrivateFile.Failure) {
            try replace(name, with: data, beside: temporary)
        } catch {
            return
        }
        let isFull = used.withLock { used in
            used = used.map { $0 + data.count }
            return used.map { $0 > capacity } ?? true
        }
        if isFull { trim() }
    }

    func remove(_ name: String) {
        unlink(path(name))
    }

    /// Removes what was not used for the longest time, and what dead writers left behind.
    func trim() {
        var files = files()
        let abandoned = time(nil) - Self.abandonedAge
        files.removeAll { file in
            guard file.name.hasPrefix(Self.temporaryPrefix) else { return false }
            if file.used.tv_sec < abandoned { unlink(path(file.name)) }
            return true
        }
        var bytes = files.reduce(0) { $0 + $1.bytes }
        if bytes > capacity {
            files.sort { ($0.used.tv_sec, $0.used.tv_nsec) < ($1.used.tv_sec, $1.used.tv_nsec) }
            let target = Int(Double(capacity) * Self.remainingShare)
            for file in files where bytes > target && unlink(path(file.name)) == 0 { bytes -= file.bytes }
        }
        used.withLock { $0 = bytes }
    }

    /// The pictures that are there, without what is still being written.
    var use: CacheUse {
        files().filter { !$0.name.hasPrefix(Self.temporaryPrefix) }.reduce(into: CacheUse()) { use, file in
            use.pictures += 1
            use.bytes += file.bytes
        }
    }

    /// Removes everything and the folder itself; returns what could not be removed.
    func clear() -> [URL] {
        used.withLock { $0 = nil }
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        } catch {
            return access(folder.path, F_OK) == 0 ? [folder] : []
        }
        let remaining = names.map { folder.appending(component: $0) }.filter { file in
            do {
                try FileManager.default.removeItem(at: file)
                return false
            } catch {
                // Another process may have been faster.
                return access(file.path, F_OK) == 0
            }
        }
        rmdir(folder.path)
        return remaining
    }
}

private nonisolated extension DiskFolder {
    struct File {
        let name: String
        let bytes: Int
        let used: timespec
    }

    func path(_ name: String) -> String {
        folder.appending(component: name).path
    }

    /// Writes; makes the folder first if it is not there.
    func replace(_ name: String, with data: Data, beside temporary: String) throws(PrivateFile.Failure) {
        do throws(PrivateFile.Failure) {
            try PrivateFile.replace(path(name), with: data, beside: temporary)
        } catch {
            guard error.code == ENOENT else { throw error }
            try PrivateFile.makeFolder(folder)
            try PrivateFile.replace(path(name), with: data, beside: temporary)
        }
    }

    func files() -> [File] {
        // Without a folder there are no files.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.compactMap { name in
            var status = stat()
            guard lstat(path(name), &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
            return File(name: name, bytes: Int(status.st_size), used: status.st_mtim)
        }
    }
}
