public import Foundation
public import MonicaAPI
public import Platform

/// What is on disk of an account's pictures, for showing one without asking any server.
public nonisolated struct StoredAvatars: Sendable {
    private let disk: DiskCache
    private let server: ServerAddress

    /// The pictures that an `AvatarStore` of this account keeps in a folder.
    public init(folder: FolderPath, account: String, server: ServerAddress) {
        disk = DiskCache(
            folder: folder, account: account, capacity: AvatarCacheConfiguration.default.diskCapacityBytes)
        self.server = server
    }

    /// The picture of a contact as it is kept, encoded and of any age; nil if none is.
    public func picture(_ info: AvatarInfo) async -> Data? {
        guard let url = PictureLocation(info, server: server).url else { return nil }
        return await disk.entry(for: url)?.picture
    }
}
