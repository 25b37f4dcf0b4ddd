/// Sizes of the caches.
public nonisolated struct AvatarCacheConfiguration: Hashable, Sendable {
    /// The most pictures in memory.
    public var memoryCacheLimit: Int
    /// The most bytes of decoded pictures in memory.
    public var memoryCapacityBytes: Int
    /// The most bytes of files on disk.
    public var diskCapacityBytes: Int
    /// Edge of the pictures on disk, in device pixels: the largest that the application shows.
    public var diskPixels: Int

    /// The usual sizes, each of which can be another.
    public init(
        memoryCacheLimit: Int = 1_000, memoryCapacityBytes: Int = 50 << 20, diskCapacityBytes: Int = 150 << 20,
        diskPixels: Int = 240
    ) {
        self.memoryCacheLimit = memoryCacheLimit
        self.memoryCapacityBytes = memoryCapacityBytes
        self.diskCapacityBytes = diskCapacityBytes
        self.diskPixels = diskPixels
    }

    /// Sizes for a list of some thousand contacts.
    public static let `default` = AvatarCacheConfiguration()
}
