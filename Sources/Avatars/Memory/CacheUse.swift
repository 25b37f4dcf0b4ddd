/// How much a cache holds.
public nonisolated struct CacheUse: Hashable, Sendable {
    public var pictures: Int
    public var bytes: Int

    public init(pictures: Int = 0, bytes: Int = 0) {
        self.pictures = pictures
        self.bytes = bytes
    }
}
