import Contacts
import Foundation

/// The space of the disk that contains a folder.
nonisolated struct DiskSpace: Equatable {
    /// The most space that synchronisation and pictures must leave free, in bytes.
    private static let maxReserve = 500_000_000

    /// The space that the user may still write, in bytes.
    let free: Int
    /// The size of the whole disk, in bytes.
    let size: Int

    /// Whether there is room for so many bytes of data that is also on the server. The last 500 MB of the disk, or the last
    /// tenth of a small disk, are reserved. They are for the user's own edits and for other programs.
    func hasRoom(for bytes: Int) -> Bool { free - min(Self.maxReserve, size / 10) > bytes }

    /// Checks whether the disk of a folder has room for downloads, at each call. The folder need not exist yet.
    static func roomKeeper(
        at folder: URL, asking space: @escaping @Sendable (URL) -> DiskSpace? = { DiskSpace(of: $0) }
    ) -> @Sendable () -> Bool {
        let hasRoom = byteKeeper(at: folder, asking: space)
        return { hasRoom(0) }
    }

    /// The same as `roomKeeper`, for a given number of additional bytes.
    static func byteKeeper(
        at folder: URL, asking space: @escaping @Sendable (URL) -> DiskSpace? = { DiskSpace(of: $0) }
    ) -> @Sendable (_ bytes: Int) -> Bool {
        // A disk of unknown size is filled until a write fails.
        { space(folder)?.hasRoom(for: $0) ?? true }
    }
}

nonisolated extension DiskSpace {
    /// Nil when the system does not tell the size.
    init?(of folder: URL) {
        let files = FileManager.default
        var place = folder.standardizedFileURL
        while !files.fileExists(atPath: place.path), place.path != "/" { place.deleteLastPathComponent() }
        guard let attributes = try? files.attributesOfFileSystem(forPath: place.path),
            let free = attributes[.systemFreeSize] as? NSNumber, let size = attributes[.systemSize] as? NSNumber
        else { return nil }
        self.init(free: Int(clamping: free.uint64Value), size: Int(clamping: size.uint64Value))
    }
}

nonisolated extension StoreBounds {
    /// The bounds that leave space on the disk of a database.
    init(ofDatabaseAt file: URL) {
        self.init(hasRoom: DiskSpace.byteKeeper(at: file.deletingLastPathComponent()))
    }
}
