/// Names a contact on this computer, also before a server has it. The number never changes and is never used again.
public struct ContactID: RawRepresentable, Hashable, Comparable, Codable, Sendable {
    /// The number in the store, from 1 on.
    public let rawValue: Int64

    /// The one of this number, which need not be there.
    public init(rawValue: Int64) { self.rawValue = rawValue }

    /// The one of this number.
    public init(_ rawValue: Int64) { self.rawValue = rawValue }

    public static func < (first: ContactID, second: ContactID) -> Bool { first.rawValue < second.rawValue }
}

/// A field, an address or a relationship on this computer. It never changes and is never used again.
public struct PartID: RawRepresentable, Hashable, Comparable, Codable, Sendable {
    /// The number in the store, from 1 on; below that in a form, before it is stored.
    public let rawValue: Int64

    /// The one of this number, which need not be there.
    public init(rawValue: Int64) { self.rawValue = rawValue }

    /// The one of this number.
    public init(_ rawValue: Int64) { self.rawValue = rawValue }

    public static func < (first: PartID, second: PartID) -> Bool { first.rawValue < second.rawValue }
}

/// The server's own name of a thing.
public struct RemoteID: RawRepresentable, Hashable, Comparable, Codable, Sendable {
    /// The server's own words, such as a number in digits.
    public let rawValue: String

    /// A name in the server's own words.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A name in the server's own words.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    public static func < (first: RemoteID, second: RemoteID) -> Bool { first.rawValue < second.rawValue }
}

/// A contact that a value names: by this computer's number, or as the server does.
public enum AnyContactID: Hashable, Sendable {
    /// By this computer's number.
    case local(ContactID)
    /// As the server names it.
    case remote(RemoteID)
}
