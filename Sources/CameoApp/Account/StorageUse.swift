import Avatars
import Contacts
import Foundation

/// The program's stored data of an account at one time.
nonisolated struct StorageUse: Sendable, Equatable {
    /// Nil when the stored contacts cannot be counted.
    var contacts: Int?
    /// The size of the stored contacts' files in bytes; 0 if they are in memory only.
    var contactBytes: Int
    var storedPictures: CacheUse
    var picturesInMemory: CacheUse
}

extension Session {
    /// Counts the stored data, off the main thread. `folder` has the files of the stored contacts.
    func storageUse(contactsIn folder: URL?) async -> StorageUse {
        StorageUse(
            // Without the number of contacts the other values are still useful.
            contacts: try? await store.count(), contactBytes: await FileTally.of(folder).bytes,
            storedPictures: await avatars.diskUse(), picturesInMemory: avatars.memoryUse)
    }
}

/// The files below a folder.
nonisolated struct FileTally: Sendable {
    var files: [URL] = []
    var bytes = 0

    /// The empty tally for no folder.
    @concurrent static func of(_ folder: URL?) async -> FileTally {
        guard let folder else { return FileTally() }
        return FileTally(of: folder)
    }

    /// Counts the files; blocks.
    init(of folder: URL) {
        let keys: Set<URLResourceKey> = [.isDirectoryKey, .fileSizeKey]
        let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: Array(keys))
        while let file = found?.nextObject() as? URL {
            // A file may disappear during the count.
            guard let values = try? file.resourceValues(forKeys: keys), values.isDirectory != true else { continue }
            files.append(file)
            bytes += values.fileSize ?? 0
        }
    }

    private init() {}
}
