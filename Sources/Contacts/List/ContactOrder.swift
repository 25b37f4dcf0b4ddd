/// How a list of contacts is sorted.
public struct ContactOrder: Hashable, Sendable, Codable {
    public enum Key: String, Sendable, Codable, CaseIterable {
        case firstName, lastName
        /// The latest first, those never met last.
        case lastActivity
        /// The latest added first.
        case newest
    }

    public var key: Key
    public var starredFirst: Bool

    public init(_ key: Key = .firstName, starredFirst: Bool = false) {
        self.key = key
        self.starredFirst = starredFirst
    }
}
