/// How a list of contacts is sorted.
public struct ContactOrder: Hashable, Sendable, Codable {
    /// The criterion that sorts contacts.
    public enum Key: String, Sendable, Codable, CaseIterable {
        /// The first or the last name, whichever is shown first.
        case shownName
        case firstName, lastName
        /// The last contact: the latest first, contacts without one last.
        case lastActivity
        /// The latest added first.
        case newest
    }

    /// The criterion that sorts the contacts.
    public var key: Key
    /// Whether starred contacts come before all others.
    public var starredFirst: Bool

    /// An order, by first names unless told otherwise.
    public init(_ key: Key = .firstName, starredFirst: Bool = false) {
        self.key = key
        self.starredFirst = starredFirst
    }
}
