import Foundation
public import Model

/// A contact as a form begins with it: the server's copy with the pending changes on top.
public struct EditableContact: Hashable, Sendable {
    /// The contact's number on this computer.
    public let id: ContactID
    /// The server's name of it; nil until the server has it.
    public let remote: RemoteID?
    /// False for an archived contact. The server refuses most changes of it.
    public let isActive: Bool
    /// Whether it exists only as the relation of another contact. The server takes only names, gender, description and days.
    public let isPartial: Bool
    /// Whether the server has it no longer. `Outbox.createAgain` makes it anew.
    public let isGone: Bool
    /// Whether the contact is the user.
    public let isMe: Bool
    /// The values that it has.
    public let values: [ContactKey: ContactValue]
    /// In the server's order, kind by kind. The parts that the server does not have yet come last.
    public var parts: [EditablePart]
    /// The names of its tags.
    public var tags: [String]
    /// The photo that it shows; nil for any other picture.
    public var photo: PartID?
    /// The days with a yearly reminder; nil while the reminders of the contact were not read.
    public let reminders: Set<ContactKey>?
    /// The server's values of the slots with pending changes. A form hands them back as bases: see `edit`.
    public let server: [SlotState]
    /// Why pending changes of the contact wait for the person.
    public let problems: [Slot: Problem]

    /// A contact to edit.
    public init(
        id: ContactID, remote: RemoteID? = nil, isActive: Bool = true, isPartial: Bool = false, isGone: Bool = false,
        isMe: Bool = false, values: [ContactKey: ContactValue] = [:], parts: [EditablePart] = [],
        tags: [String] = [], reminders: Set<ContactKey>? = nil, server: [SlotState] = [],
        problems: [Slot: Problem] = [:]
    ) {
        self.id = id
        self.remote = remote
        self.isActive = isActive
        self.isPartial = isPartial
        self.isGone = isGone
        self.isMe = isMe
        self.values = values
        self.parts = parts
        self.tags = tags
        self.reminders = reminders
        self.server = server
        self.problems = problems
    }

    /// The shown value of a slot; nil for nothing.
    public subscript(slot: Slot) -> SlotValue? {
        switch slot {
        case .existence: .on
        case .value(let key): values[key].map { .value($0) }
        case .reminder(let key): reminders?.contains(key) == true ? .on : nil
        case .part(_, let part): parts.first { $0.part == part }.map { .part($0.value) }
        case .tag(let name): tags.contains(name) ? .on : nil
        case .avatar: nil
        case .me: isMe ? .on : nil
        }
    }

    /// A slot that a form of this contact sets.
    public func edit(_ slot: Slot, to wanted: SlotValue?, isHeld: Bool = false) -> SlotEdit {
        let shown = self[slot]
        let theirs = server.first { $0.slot == slot }
        var saw = [shown]
        if case .conflict(let values)? = problems[slot] { saw += values.filter { $0.slot == slot }.map(\.value) }
        return SlotEdit(slot, to: wanted, base: theirs.map(\.value) ?? shown, saw: saw, isHeld: isHeld)
    }
}

/// A part of a contact in a form.
public struct EditablePart: Hashable, Sendable {
    /// The number of the part on this computer.
    public let part: PartID
    /// The kind of the part.
    public let kind: PartKind
    /// The shown value.
    public let value: PartValue
    /// The row of the contact's page that shows it; nil where that is unknown, as in a draft.
    public let field: FieldID?

    /// A part with its value.
    public init(part: PartID, kind: PartKind, value: PartValue, field: FieldID? = nil) {
        self.part = part
        self.kind = kind
        self.value = value
        self.field = field
    }

    /// The slot of the part.
    public var slot: Slot { .part(kind, part) }
}

/// The identity of an open form.
public struct FormID: Hashable, Sendable {
    private let id = UUID()

    /// A form that is no other form.
    public init() {}
}

/// A slot that a form sets.
public struct SlotEdit: Hashable, Sendable {
    /// A new part has any number below zero. It gets its own number when the form is saved.
    public var slot: Slot
    /// The value that the server is to have; nil for nothing. A contact below zero is one of `FormSave.people`.
    public var wanted: SlotValue?
    /// The server's value when the form opened.
    public var base: SlotValue?
    /// The values that the form showed: the value of the slot, and a conflicting one beside it.
    public var saw: [SlotValue?]
    /// Whether the change waits for the end of its toast, since nothing brings the removed contact back.
    public var isHeld: Bool

    /// A slot with its wanted value. A slot without a former value needs no base.
    public init(
        _ slot: Slot, to wanted: SlotValue?, base: SlotValue? = nil, saw: [SlotValue?] = [nil], isHeld: Bool = false
    ) {
        self.slot = slot
        self.wanted = wanted
        self.base = base
        self.saw = saw
        self.isHeld = isHeld
    }
}

/// All that the save of a form sets, in one transaction.
public struct FormSave: Hashable, Sendable {
    /// The slots of the form's own contact.
    public var edits: [SlotEdit]
    /// The contacts that relationships of the form make, by numbers below zero.
    public var people: [ContactID: [ContactKey: ContactValue]]
    /// Whether the contact is to be the user; nil leaves that alone.
    public var isMe: Bool?
    /// The picture that the contact is to show; nil leaves that alone.
    public var avatar: AvatarChoice?

    /// Slots of a contact, with the contacts that they make.
    public init(
        _ edits: [SlotEdit] = [], people: [ContactID: [ContactKey: ContactValue]] = [:], isMe: Bool? = nil,
        avatar: AvatarChoice? = nil
    ) {
        self.edits = edits
        self.people = people
        self.isMe = isMe
        self.avatar = avatar
    }

    /// Whether nothing is set.
    public var isEmpty: Bool { edits.isEmpty && isMe == nil && avatar == nil }
}

/// The slots of one transaction. Undo takes the receipt back as a whole.
public struct Receipt: Hashable, Sendable {
    /// A slot with the shown values before and after.
    public struct Entry: Hashable, Sendable {
        /// `OutboxContact.account` for the user.
        public let contact: ContactID
        /// The slot that was set.
        public let slot: Slot
        /// The shown value before; nil for nothing.
        public let before: SlotValue?
        /// The shown value after; nil for nothing.
        public let after: SlotValue?
    }

    /// The contact of the form.
    public let contact: ContactID
    /// In the order in which they were set.
    public let entries: [Entry]
    /// Whether some of them wait for the end of their toast.
    public let isHeld: Bool

    init(contact: ContactID, entries: [Entry], isHeld: Bool) {
        self.contact = contact
        self.entries = entries
        self.isHeld = isHeld
    }

    /// The receipt of changes of several contacts; nil where nothing changed.
    init?(_ entries: [Entry], isHeld: Bool = false) {
        guard let first = entries.first else { return nil }
        self.init(contact: first.contact, entries: entries, isHeld: isHeld)
    }

    /// The pending changes that it made.
    public var changes: Set<WaitingChange.ID> {
        Set(entries.map { WaitingChange.ID(contact: $0.contact, slot: $0.slot) })
    }
}

/// The result of an undo.
public enum UndoResult: Hashable, Sendable {
    /// All values before are wanted again.
    case undone
    /// Some values were set again since. They stay.
    case overtaken
    /// The contact is not there any more.
    case gone
}

/// Which of two values a person keeps.
public enum ConflictChoice: Hashable, Sendable {
    /// The wanted value.
    case mine
    /// The server's value.
    case theirs
}
