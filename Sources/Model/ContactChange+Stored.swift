public import Foundation

// The stored form of changes. Each version reads the forms of all versions: keys and names never change, new ones are added.

/// Why a stored change cannot be read.
public enum StoredChangeError: Error, Hashable, Sendable {
    /// Of a kind, or in a form, that only a newer version of the program knows.
    case unknown
    /// No change at all.
    case damaged
}

extension ContactChange {
    /// The version of the form that `stored` writes.
    private static let version = 1

    /// A change that this or an earlier version of the program stored.
    public init(stored data: Data) throws(StoredChangeError) {
        do {
            self = try JSONDecoder().decode(StoredChange.self, from: data).change
        } catch let error as StoredChangeError {
            throw error
        } catch {
            throw .damaged
        }
    }

    /// The bytes to store. The same change makes the same bytes.
    public func stored() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try encoder.encode(StoredChange(change: self))
    }

    /// Never changes.
    private enum Key: String, CodingKey {
        case version, kind, change
    }

    private struct StoredChange: Codable {
        let change: ContactChange

        init(change: ContactChange) { self.change = change }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Key.self)
            guard try values.decode(Int.self, forKey: .version) <= ContactChange.version else {
                throw StoredChangeError.unknown
            }
            change =
                switch try values.decode(String.self, forKey: .kind) {
                case "create": .create(try values.decode(ContactCreation.self, forKey: .change))
                case "values": .values(try values.decode(ValueChange.self, forKey: .change))
                case "part": .part(try values.decode(PartChange.self, forKey: .change))
                case "add tags": .addTags(try values.decode([String].self, forKey: .change))
                case "remove tags": .removeTags(try values.decode([String].self, forKey: .change))
                case "me": .me(try values.decode(Bool.self, forKey: .change))
                case "delete": .delete(try values.decode(SeenContact.self, forKey: .change))
                default: throw StoredChangeError.unknown
                }
        }

        func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: Key.self)
            try values.encode(ContactChange.version, forKey: .version)
            try values.encode(change.kind, forKey: .kind)
            switch change {
            case .create(let creation): try values.encode(creation, forKey: .change)
            case .values(let change): try values.encode(change, forKey: .change)
            case .part(let change): try values.encode(change, forKey: .change)
            case .addTags(let names), .removeTags(let names): try values.encode(names, forKey: .change)
            case .me(let isMe): try values.encode(isMe, forKey: .change)
            case .delete(let seen): try values.encode(seen, forKey: .change)
            }
        }
    }

    /// The stored name of the kind of change.
    public var kind: String {
        switch self {
        case .create: "create"
        case .values: "values"
        case .part: "part"
        case .addTags: "add tags"
        case .removeTags: "remove tags"
        case .me: "me"
        case .delete: "delete"
        }
    }
}

extension ContactCreation: Codable {
    private enum CodingKeys: String, CodingKey {
        case uuid, values, reminders
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        uuid = try container.decode(String.self, forKey: .uuid)
        values = try container.decodeKeyed([String: ContactValue].self, forKey: .values)
        reminders = try Set(container.decode([ContactKey].self, forKey: .reminders))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(uuid, forKey: .uuid)
        try container.encode(values.byName, forKey: .values)
        try container.encode(reminders.map(\.rawValue).sorted(), forKey: .reminders)
    }
}

extension ValueChange: Codable {
    private enum CodingKeys: String, CodingKey {
        case group, values, reminders
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        group = try container.decode(ContactGroup.self, forKey: .group)
        deltas = try container.decodeKeyed([String: Delta<ContactValue>].self, forKey: .values)
        reminders = try container.decodeKeyed([String: Bool].self, forKey: .reminders)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(group, forKey: .group)
        try container.encode(deltas.byName, forKey: .values)
        try container.encode(reminders.byName, forKey: .reminders)
    }
}

extension PartChange: Codable {
    private enum CodingKeys: String, CodingKey {
        case kind, part, before, after
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        kind = try container.decode(PartKind.self, forKey: .kind)
        part = try container.decode(PartID.self, forKey: .part)
        before = try container.decodeIfPresent(PartValue.self, forKey: .before)
        after = try container.decodeIfPresent(PartValue.self, forKey: .after)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(kind, forKey: .kind)
        try container.encode(part, forKey: .part)
        try container.encodeIfPresent(before, forKey: .before)
        try container.encodeIfPresent(after, forKey: .after)
    }
}

extension SeenContact: Codable {
    private enum CodingKeys: String, CodingKey {
        case values, parts, tags, relatives
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        values = try container.decodeKeyed([String: [ContactValue?]].self, forKey: .values)
        parts = try container.decode([SeenPart].self, forKey: .parts)
        tags = try Set(container.decode([String].self, forKey: .tags))
        relatives = try container.decodeIfPresent([SeenRelative].self, forKey: .relatives) ?? []
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(values.byName, forKey: .values)
        try container.encode(parts, forKey: .parts)
        try container.encode(tags.sorted(), forKey: .tags)
        if !relatives.isEmpty { try container.encode(relatives, forKey: .relatives) }
    }
}

extension SeenRelative: Codable {
    private enum CodingKeys: String, CodingKey {
        case turn
    }

    public init(from decoder: any Decoder) throws {
        contact = try AnyContactID(from: decoder)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        turn = try container.decodeIfPresent(String.self, forKey: .turn).flatMap(Turn.init)
    }

    public func encode(to encoder: any Encoder) throws {
        try contact.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(turn?.rawValue, forKey: .turn)
    }
}

extension SeenPart: Codable {
    private enum CodingKeys: String, CodingKey {
        case kind, part, remote, values
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        kind = try container.decode(PartKind.self, forKey: .kind)
        if let remote = try container.decodeIfPresent(RemoteID.self, forKey: .remote) {
            part = .remote(remote)
        } else {
            part = .local(try container.decode(PartID.self, forKey: .part))
        }
        values = try container.decode([PartValue?].self, forKey: .values)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(kind, forKey: .kind)
        switch part {
        case .local(let id): try container.encode(id, forKey: .part)
        case .remote(let id): try container.encode(id, forKey: .remote)
        }
        try container.encode(values, forKey: .values)
    }
}

extension Dictionary where Key == ContactKey {
    /// With the stored names for keys: so a dictionary becomes an object, and no list.
    package var byName: [String: Value] {
        Dictionary<String, Value>(uniqueKeysWithValues: map { ($0.key.rawValue, $0.value) })
    }
}

extension KeyedDecodingContainer {
    /// The reverse of `byName`. Throws `unknown` for a key that this version does not know.
    fileprivate func decodeKeyed<Value: Decodable>(
        _ type: [String: Value].Type, forKey key: Key
    ) throws -> [ContactKey: Value] {
        var result: [ContactKey: Value] = [:]
        for (name, value) in try decode(type, forKey: key) {
            guard let key = ContactKey(rawValue: name) else { throw StoredChangeError.unknown }
            result[key] = value
        }
        return result
    }
}
