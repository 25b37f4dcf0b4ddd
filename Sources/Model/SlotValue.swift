/// The value of a slot; nil stands for nothing, such as a removed part or a reminder that is off.
public enum SlotValue: Hashable, Sendable {
    /// Of an existence, a reminder or a tag.
    case on
    /// Also the contact that is the user.
    case value(ContactValue)
    case part(PartValue)
    /// The picture that the contact shows.
    case avatar(AvatarValue)

    /// The other contacts that the value names.
    public var namedContacts: [AnyContactID] {
        switch self {
        case .value(.contact(let other)): [other]
        case .part(.relationship(let relationship)): [relationship.other]
        case .part(.activity(let activity)): activity.attendees
        default: []
        }
    }

    /// The value with other names of its contacts; nil where `name` gives none for one of them.
    public func renamed(_ name: (AnyContactID) -> AnyContactID?) -> SlotValue? {
        switch self {
        case .value(.contact(let other)): return name(other).map { .value(.contact($0)) }
        case .part(.relationship(var relationship)):
            guard let other = name(relationship.other) else { return nil }
            relationship.other = other
            return .part(.relationship(relationship))
        case .part(.activity(var activity)):
            let attendees = activity.attendees.compactMap(name)
            guard attendees.count == activity.attendees.count else { return nil }
            activity.attendees = attendees
            return .part(.activity(activity))
        default: return self
        }
    }
}

extension SlotValue: Codable {
    // Stored: these never change.
    private enum CodingKeys: String, CodingKey {
        case on, value, part, avatar
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch container.allKeys.first {
        case .on: self = .on
        case .value: self = .value(try container.decode(ContactValue.self, forKey: .value))
        case .part: self = .part(try container.decode(PartValue.self, forKey: .part))
        case .avatar: self = .avatar(try container.decode(AvatarValue.self, forKey: .avatar))
        case nil: throw StoredChangeError.unknown
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .on: try container.encode(true, forKey: .on)
        case .value(let value): try container.encode(value, forKey: .value)
        case .part(let value): try container.encode(value, forKey: .part)
        case .avatar(let value): try container.encode(value, forKey: .avatar)
        }
    }
}
