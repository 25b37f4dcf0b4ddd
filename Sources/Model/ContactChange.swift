/// What one edit changes: one request to the server.
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
    /// Deletes the contact as somebody saw it.
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
    /// By which it is found again on the server; our own, never another's.
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

/// Values of one group, with what was there before.
public struct ValueChange: Hashable, Sendable {
    /// What the server writes in one request.
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
    /// What it said; nil for one that is added.
    public var before: PartValue?
    /// What it is to say; nil for one that is removed.
    public var after: PartValue?

    /// A part that is added, changed or removed.
    public init(kind: PartKind, part: PartID, before: PartValue?, after: PartValue?) {
        self.kind = kind
        self.part = part
        self.before = before
        self.after = after
    }
}

/// What somebody saw of a contact when they deleted it: the server's values, and those that their own edits made.
public struct SeenContact: Hashable, Sendable {
    /// All that a value may be without anybody else having changed it; nil is no value.
    public var values: [ContactKey: [ContactValue?]]
    /// The parts that were seen.
    public var parts: [SeenPart]
    /// The names of the tags that were seen.
    public var tags: Set<String>
    /// Those of whom edits change the relationship with the contact, each as often as there are such edits.
    public var relatives: [SeenRelative]

    /// What was seen of a contact.
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

/// Somebody of whom an edit changes one relationship with the contact that was seen.
public struct SeenRelative: Hashable, Sendable {
    /// What may become of a relationship.
    public enum Turn: String, Sendable {
        /// It is there afterwards.
        case comes
        /// It is there no more.
        case goes
    }

    /// Whose edit it is.
    public var contact: AnyContactID
    /// What the edit makes of the relationship; nil for anything.
    public var turn: Turn?

    /// Somebody with an edit that does this; nil for anything.
    public init(_ contact: AnyContactID, _ turn: Turn?) {
        self.contact = contact
        self.turn = turn
    }
}

/// A part that somebody saw, with all that it may be without anybody else having changed it; nil is removed.
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
