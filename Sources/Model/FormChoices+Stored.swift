public import Foundation

// How the choices are stored. Keys and names here never change, new ones are added.

extension FormChoices {
    /// Choices that this or another version of the program stored. Throws for bytes that are none.
    public init(stored data: Data) throws {
        self = try JSONDecoder().decode(FormChoices.self, from: data)
    }

    /// The bytes to store. The same choices make the same bytes.
    public func stored() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try encoder.encode(self)
    }
}

extension GenderChoice: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, title, type
    }

    private static let types: [GenderType: String] = [
        .man: "man", .woman: "woman", .other: "other", .unknown: "unknown", .notStated: "not stated",
    ]

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let type = try container.decodeIfPresent(String.self, forKey: .type)
        self.init(
            id: try container.decode(RemoteID.self, forKey: .id),
            title: try container.decode(String.self, forKey: .title),
            type: Self.types.first { $0.value == type }?.key)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(title, forKey: .title)
        try container.encodeIfPresent(type.flatMap { Self.types[$0] }, forKey: .type)
    }
}

extension FieldTypeChoice: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, title, kind
        case protocolPrefix = "protocol_prefix"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.decode(RemoteID.self, forKey: .id),
            title: try container.decode(String.self, forKey: .title),
            kind: Kind(rawValue: try container.decode(String.self, forKey: .kind)) ?? .other,
            protocolPrefix: try container.decodeIfPresent(String.self, forKey: .protocolPrefix))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(title, forKey: .title)
        try container.encode(kind.rawValue, forKey: .kind)
        try container.encodeIfPresent(protocolPrefix, forKey: .protocolPrefix)
    }
}
