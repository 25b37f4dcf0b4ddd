/// How much a cache holds.
public nonisolated struct CacheUse: Hashable, Sendable {
    /// How many pictures there are.
    public var pictures: Int
    /// Their size in bytes.
    public var bytes: Int

    /// Nothing, unless told otherwise.
    public init(pictures: Int = 0, bytes: Int = 0) {
        self.pictures = pictures
        self.bytes = bytes
    }
}
