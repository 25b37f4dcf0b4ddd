/// One place of a contact that a person can set.
public enum Slot: Hashable, Sendable {
    /// Whether the contact exists.
    case existence
    /// A value that a contact has once.
    case value(ContactKey)
    /// Whether the server reminds of a day each year.
    case reminder(ContactKey)
    /// A field, an address, a relationship.
    case part(PartKind, PartID)
    /// A tag by its name.
    case tag(String)
    /// The picture that the contact shows.
    case avatar
    /// The contact that is the user. This slot belongs to the account.
    case me

    /// The list that a server shows the slot in; nil for a slot that an answer shows by itself.
    public var list: SlotList? {
        switch self {
        case .part(let kind, _): .parts(kind)
        case .tag: .tags
        default: nil
        }
    }
}

/// A list in an answer. A slot of a list that was read, and that the list lacks, has no value.
public enum SlotList: Hashable, Sendable {
    case parts(PartKind)
    case tags
}

/// A slot with its value at some moment; nil for nothing.
public struct SlotState: Hashable, Codable, Sendable {
    public var slot: Slot
    public var value: SlotValue?

    // Stored: these never change.
    private enum CodingKeys: String, CodingKey {
        case slot, value
    }

    /// A slot with a value.
    public init(_ slot: Slot, _ value: SlotValue?) {
        self.slot = slot
        self.value = value
    }
}

extension Slot: Codable {
    /// The name in the database. It never changes.
    public var stored: String {
        switch self {
        case .existence: "existence"
        case .value(let key): "value:\(key.rawValue)"
        case .reminder(let key): "reminder:\(key.rawValue)"
        case .part(let kind, let id): "\(kind.rawValue):\(id.rawValue)"
        case .tag(let name): "tag:\(name)"
        case .avatar: "avatar"
        case .me: "me"
        }
    }

    /// The slot of a stored name; nil for a name that this version does not know.
    public init?(stored: String) {
        let pieces = stored.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let name = pieces.count == 2 ? pieces[1] : nil
        let key = name.flatMap { ContactKey(rawValue: $0) }
        switch (pieces[0], name, key) {
        case ("existence", nil, _): self = .existence
        case ("avatar", nil, _): self = .avatar
        case ("me", nil, _): self = .me
        case ("tag", let name?, _): self = .tag(name)
        case ("value", _, let key?): self = .value(key)
        case ("reminder", _, let key?): self = .reminder(key)
        default:
            guard let kind = PartKind(rawValue: pieces[0]), let id = name.flatMap({ Int64($0) }) else { return nil }
            self = .part(kind, PartID(id))
        }
    }

    public init(from decoder: any Decoder) throws {
        guard let slot = Slot(stored: try decoder.singleValueContainer().decode(String.self)) else {
            throw StoredChangeError.unknown
        }
        self = slot
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(stored)
    }
}
