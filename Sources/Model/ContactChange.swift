/// The change of one edit: one request to the server.
///
/// Stored until the server has it, also by later versions of the program: see `init(stored:)`.
public enum ContactChange: Hashable, Sendable {
    /// Makes the contact.
    case create(ContactCreation)
    /// Changes values of one group.
    case values(ValueChange)
    /// Adds, changes or removes one part.
    case part(PartChange)
    /// Names that the contact has not.
    case addTags([String])
    /// Names that the contact has.
    case removeTags([String])
    /// Whether the contact is the user.
    case me(Bool)
    /// Deletes the contact as the person saw it.
    case delete(SeenContact)

    /// The contacts that it names besides its own.
    public var named: Set<ContactID> {
        let references: [AnyContactID] =
            switch self {
            case .values(let change):
                change.deltas.values.compactMap { if case .contact(let other)? = $0.after { other } else { nil } }
            case .part(let change):
                [change.before, change.after].compactMap {
                    if case .relationship(let value)? = $0 { value.other } else { nil }
                }
            default: []
            }
        return Set(references.compactMap { if case .local(let id) = $0 { id } else { nil } })
    }
}

/// A new contact.
public struct ContactCreation: Hashable, Sendable {
    /// The UUID of the contact, made by Cameo. A creation without an answer is found by it.
    public var uuid: String
    /// Of the group `person`.
    public var values: [ContactKey: ContactValue]
    /// The days of which the server reminds each year.
    public var reminders: Set<ContactKey>

    /// A new contact; `uuid` tells it from others with the same values.
    public init(uuid: String, values: [ContactKey: ContactValue], reminders: Set<ContactKey> = []) {
        self.uuid = uuid
        self.values = values
        self.reminders = reminders
    }
}

/// Values of one group, with the former values.
public struct ValueChange: Hashable, Sendable {
    /// The values that the server writes in one request.
    public let group: ContactGroup
    /// Keys of the group.
    public var deltas: [ContactKey: Delta<ContactValue>]
    /// Reminders that were switched on or off; any other stays as the server has it.
    public var reminders: [ContactKey: Bool]

    /// Changes of values that the server writes in one request.
    public init(
        group: ContactGroup, deltas: [ContactKey: Delta<ContactValue>], reminders: [ContactKey: Bool] = [:]
    ) {
        self.group = group
        self.deltas = deltas
        self.reminders = reminders
    }
}

/// A part that is added (without `before`), changed, or removed (without `after`).
public struct PartChange: Hashable, Sendable {
    /// Which kind of part it is.
    public let kind: PartKind
    /// Which part it is.
    public let part: PartID
    /// The former value; nil for a new part.
    public var before: PartValue?
    /// The new value; nil for a removed part.
    public var after: PartValue?

    /// A part that is added, changed or removed.
    public init(kind: PartKind, part: PartID, before: PartValue?, after: PartValue?) {
        self.kind = kind
        self.part = part
        self.before = before
        self.after = after
    }
}

/// A contact as the person saw it before its deletion: the server's values, and the values of the person's edits.
public struct SeenContact: Hashable, Sendable {
    /// All that a value may be without anybody else having changed it; nil is no value.
    public var values: [ContactKey: [ContactValue?]]
    /// The parts that were seen.
    public var parts: [SeenPart]
    /// The names of the tags that were seen.
    public var tags: Set<String>
    /// The relatives of relationships that edits change. Each relative stands here once for each such edit.
    public var relatives: [SeenRelative]

    /// The values and parts that the person saw of a contact.
    public init(
        values: [ContactKey: [ContactValue?]] = [:], parts: [SeenPart] = [], tags: Set<String> = [],
        relatives: [SeenRelative] = []
    ) {
        self.values = values
        self.parts = parts
        self.tags = tags
        self.relatives = relatives
    }
}

/// The relative of a relationship that an edit changes.
public struct SeenRelative: Hashable, Sendable {
    /// The result of an edit for a relationship.
    public enum Turn: String, Sendable {
        /// It is there afterwards.
        case comes
        /// The relationship is gone.
        case goes
    }

    /// The contact of the edit.
    public var contact: AnyContactID
    /// The result of the edit for the relationship; nil for any.
    public var turn: Turn?

    /// A relative with an edit of this result; nil for any result.
    public init(_ contact: AnyContactID, _ turn: Turn?) {
        self.contact = contact
        self.turn = turn
    }
}

/// A part that the person saw, with its expected values; nil is removed.
public struct SeenPart: Hashable, Sendable {
    /// Which kind of part it is.
    public var kind: PartKind
    /// Which part it is.
    public var part: PartReference
    /// All that it said; nil where it was gone.
    public var values: [PartValue?]

    /// A part with all that it said.
    public init(kind: PartKind, part: PartReference, values: [PartValue?]) {
        self.kind = kind
        self.part = part
        self.values = values
    }
}
