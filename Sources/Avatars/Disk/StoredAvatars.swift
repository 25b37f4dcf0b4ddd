public import Foundation
public import Model
public import Platform

/// What is on disk of an account's pictures, for showing one without asking any server.
public nonisolated struct StoredAvatars: Sendable {
    private let disk: DiskCache
    private let locate: @Sendable (AvatarInfo) -> PictureLocation

    /// The pictures that an `AvatarStore` of this account keeps in a folder.
    public init(folder: FolderPath, account: String, locate: @escaping @Sendable (AvatarInfo) -> PictureLocation) {
        disk = DiskCache(
            folder: folder, account: account, capacity: AvatarCacheConfiguration.default.diskCapacityBytes)
        self.locate = locate
    }

    /// The picture of a contact as it is kept, encoded and of any age; nil if none is.
    public func picture(_ info: AvatarInfo) async -> Data? {
        guard let url = locate(info).url else { return nil }
        return await disk.entry(for: url)?.picture
    }
}
