/// The choices of a contact's forms, as the user has set them up on the server.
public struct FormChoices: Hashable, Codable, Sendable {
    /// The genders that the account knows.
    public var genders: [GenderChoice]
    /// The types of contact fields that the account knows.
    public var fieldTypes: [FieldTypeChoice]
    /// The relationships that the account knows.
    public var relationshipTypes: [RelationshipTypeChoice]

    // Stored: these never change.
    private enum CodingKeys: String, CodingKey {
        case genders
        case fieldTypes = "field_types"
        case relationshipTypes = "relationship_types"
    }

    /// In the server's order.
    public init(
        genders: [GenderChoice] = [], fieldTypes: [FieldTypeChoice] = [],
        relationshipTypes: [RelationshipTypeChoice] = []
    ) {
        self.genders = genders
        self.fieldTypes = fieldTypes
        self.relationshipTypes = relationshipTypes
    }
}

/// A word that the user has for a gender.
public struct GenderChoice: Identifiable, Hashable, Sendable {
    /// The number on the server.
    public var id: RemoteID
    /// By this word contacts have it: see `ContactKey.gender`.
    public var title: String
    /// Nil for a kind that this version does not know.
    public var type: GenderType?

    /// A gender of an account.
    public init(id: RemoteID, title: String, type: GenderType?) {
        self.id = id
        self.title = title
        self.type = type
    }
}

/// A kind of contact field.
public struct FieldTypeChoice: Identifiable, Hashable, Sendable {
    /// The kind of address in fields of a type.
    public enum Kind: String, Sendable {
        case email, phone, other
    }

    /// The number on the server.
    public var id: RemoteID
    /// Such as "Email", in the user's words or in English.
    public var title: String
    /// The kind of address in such a field.
    public var kind: Kind
    /// The text in front of the content that makes a link of it, such as `https://wa.me/`.
    public var protocolPrefix: String?

    /// A type of contact fields.
    public init(id: RemoteID, title: String, kind: Kind, protocolPrefix: String? = nil) {
        self.id = id
        self.title = title
        self.kind = kind
        self.protocolPrefix = protocolPrefix
    }
}

/// A kind of relationship.
public struct RelationshipTypeChoice: Identifiable, Hashable, Codable, Sendable {
    /// The number on the server.
    public var id: RemoteID
    /// The server's key such as `parent`, the same for all genders, or the user's own word.
    public var key: String
    /// Who the contact is to the other.
    public var reverseKey: String?
    /// The server's key of the group, such as `family`.
    public var group: String?

    /// The type in `RelationshipValue`.
    public var type: RemoteID { RemoteID(key) }

    // Stored: these never change.
    private enum CodingKeys: String, CodingKey {
        case id, key, group
        case reverseKey = "reverse_key"
    }

    /// A type of relationships.
    public init(id: RemoteID, key: String, reverseKey: String? = nil, group: String? = nil) {
        self.id = id
        self.key = key
        self.reverseKey = reverseKey
        self.group = group
    }
}
