public import Foundation
public import Model
public import Network
public import Platform

/// An account's pictures on disk, to show one without a request.
public nonisolated struct StoredAvatars: Sendable {
    private let disk: DiskCache
    private let request: @Sendable (PictureReference) -> HTTPRequest?

    /// The pictures that an `AvatarStore` of this account keeps in a folder; `request` is as in its environment.
    public init(
        folder: FolderPath, account: String, request: @escaping @Sendable (PictureReference) -> HTTPRequest?
    ) {
        disk = DiskCache(
            folder: folder, account: account, capacity: AvatarCacheConfiguration.default.diskCapacityBytes)
        self.request = request
    }

    /// The picture of a contact as it is kept, encoded and of any age; nil if none is.
    public func data(of picture: PictureReference) async -> Data? {
        guard let url = request(picture)?.url else { return nil }
        return await disk.entry(for: url)?.picture
    }
}
