public import Foundation
public import Model

/// An edit's place in the order in which edits are sent; never used again.
public struct EditID: RawRepresentable, Hashable, Comparable, Codable, Sendable {
    /// The number in the store, from 1 on.
    public let rawValue: Int64

    /// The one of this number, which need not be there.
    public init(rawValue: Int64) { self.rawValue = rawValue }

    public static func < (first: EditID, second: EditID) -> Bool { first.rawValue < second.rawValue }
}

/// How far an edit has come. The raw values are stored and never change.
public enum EditState: String, Sendable {
    /// It is to be sent, as soon as that is possible.
    case waiting
    /// A request may have left, and what came of it is not known yet.
    case sending
    /// Carried out; it stays until the server's copy that shows it has come.
    case sent
    /// It is not sent any more, unless a person says so.
    case refused
    /// Somebody else has changed the same: a person chooses.
    case conflicting

    /// Whether a person has to decide about it.
    public var needsDecision: Bool { self == .refused || self == .conflicting }

    /// Whether no request is under way, and none was carried out.
    var isUnsent: Bool { self != .sending && self != .sent }
}

/// A change that somebody made and that the server may not have yet.
public struct Edit: Identifiable, Hashable, Sendable {
    /// Which edit it is; those that came later have greater numbers.
    public let id: EditID
    /// Whose edit it is.
    public internal(set) var contact: ContactID
    /// What is to be changed.
    public internal(set) var change: ContactChange
    /// How far it is.
    public internal(set) var state = EditState.waiting
    /// How often it was found not to be carried out.
    public internal(set) var attempts = 0
    /// Why it waits or was refused; nil for one that was not tried.
    public internal(set) var issue: EditIssue?
    /// Edits that must be carried out before.
    public internal(set) var needs: [EditID] = []
    /// When somebody made the change; nil for one that an earlier version stored.
    public internal(set) var madeAt: Date?
    /// By the queue's clock; in `sending`, when the server is looked at again.
    public internal(set) var notBefore: TimeInterval = 0
    var progress = EditProgress()
    /// What is undone as soon as this edit is settled: the change as it was made.
    var undo: ContactChange?

    init(id: EditID, contact: ContactID, change: ContactChange) {
        self.id = id
        self.contact = contact
        self.change = change
    }

    /// What somebody else has made of the same; nil unless it conflicts.
    public var conflict: EditConflict? { state == .conflicting ? progress.conflict : nil }

    /// What it says of values, also of those that only go along: see `changed`. Empty unless it changes values.
    var deltas: [ContactKey: Delta<ContactValue>] {
        if case .values(let change) = change { change.deltas } else { [:] }
    }

    /// The reminders that there were before a try, and that it has taken away.
    var lostReminders: Set<ContactKey> {
        Set(progress.remindersLost).intersection(progress.remindersBefore ?? [])
    }

    /// Whether all that is left of it is to make reminders again.
    var onlyMakesAgain: Bool {
        guard case .values(let change) = change, change.changed.isEmpty else { return false }
        return change.reminders.allSatisfy { key, isOn in isOn && lostReminders.contains(key) }
    }

    /// The reminders that are not as it switches them, by those that there are; none where these were not asked for.
    func unswitched(_ copy: ServerContact, _ there: Set<ContactKey>?) -> Set<ContactKey> {
        guard let there, case .values(let change) = change else { return [] }
        let wrong = change.reminders.filter { key, isOn in
            copy.values[key]?.remindableDay != nil && there.contains(key) != isOn
        }
        return Set(wrong.keys)
    }

    /// The days by whose reminders a look tells what became of its requests.
    var daysToLookAt: Set<ContactKey> {
        guard case .values(let change) = change else { return Set(progress.remindersSent) }
        return Set(progress.remindersSent).union(change.reminders.keys)
    }

    /// Its place in the order of sending: its own number, or the greatest one that it needs. What came back after an undo
    /// needs the later edit that takes back what had come in its place.
    var turn: EditID { Swift.max(id, needs.max() ?? id) }

    /// Of the values that it changes; nil for any other edit.
    var group: ContactGroup? { if case .values(let change) = change { change.group } else { nil } }

    /// The values that it changes; empty unless it changes values.
    var changed: Set<ContactKey> { if case .values(let change) = change { change.changed } else { [] } }

    /// The values that it changes, and the days whose reminders it switches.
    var touched: Set<ContactKey> {
        if case .values(let change) = change { Set(change.deltas.keys).union(change.reminders.keys) } else { [] }
    }

    /// Whether both change one and the same value, part or tag. Where one needs the other, it only waits for its turn.
    func changesTheSame(as other: Edit) -> Bool {
        guard contact == other.contact else { return false }
        if let part = partChange?.part { return other.partChange?.part == part }
        return !touched.isDisjoint(with: other.touched) || !tags.isDisjoint(with: other.tags)
    }

    private var tags: Set<String> {
        switch change {
        case .addTags(let names), .removeTags(let names): Set(names)
        default: []
        }
    }

    /// Whether nothing is left of values that it was to change, and no switch.
    var isEmpty: Bool {
        if case .values(let change) = change { change.changed.isEmpty && change.reminders.isEmpty } else { false }
    }

    var isDeletion: Bool { if case .delete = change { true } else { false } }

    /// Whether it says that a contact is the user, or is not.
    var isChoiceOfUser: Bool { if case .me = change { true } else { false } }

    var creation: ContactCreation? { if case .create(let creation) = change { creation } else { nil } }

    var partChange: PartChange? { if case .part(let change) = change { change } else { nil } }

    /// Whether the server may have something of it.
    var mayHaveArrived: Bool { !state.isUnsent || attempts > 0 }

    /// Whether the server may have this value by a try whose answer is not known: no copy shows it.
    func mayHaveLeft(_ key: ContactKey) -> Bool {
        guard !key.isReadable, attempts > 0, changed.contains(key) else { return false }
        return attempts > 1 || (progress.outcome ?? .lost).leavesDoubt
    }

    /// Whether the server has made something, and its answer does not name it.
    func isMadeWithoutName(_ whole: ServerContact?) -> Bool {
        creation != nil && whole == nil || partChange.map { $0.before == nil } ?? false
    }

    mutating func setDelta(_ delta: Delta<ContactValue>?, for key: ContactKey) {
        guard case .values(var change) = change else { return }
        change.deltas[key] = delta
        if delta == nil { change.reminders[key] = nil }
        self.change = .values(change)
    }
}

extension ValueChange {
    /// The values that it changes. Another one only goes along, since no copy shows it and the server erases what is left
    /// out.
    public var changed: Set<ContactKey> {
        Set(deltas.filter { $0.key.isReadable || $0.value.before != $0.value.after }.keys)
    }
}

/// What the tries of an edit have left.
struct EditProgress: Hashable {
    /// By the server's clock, early rather than late.
    var firstTry: Date?
    /// How the last try ended; nil while it is under way and when no answer came.
    var outcome: EditIssue?
    /// How often in a row the server failed.
    var failures = 0
    /// Parts of the same kind that were there before the first try.
    var knownParts: [RemoteID] = []
    /// What an addition takes the place of, as a part of its own: see `EditBook.beginReplacing`.
    var replaces: PartID?
    /// The days of which the server reminded before a try, other than by an earlier try.
    var remindersBefore: [ContactKey]?
    /// Reminders that a try asked for.
    var remindersSent: [ContactKey] = []
    /// Those of them that were missing after that.
    var remindersLost: [ContactKey] = []
    var conflict: EditConflict?
    /// Days of which the person knows that the server moves them.
    var daysMayMove: [ContactKey] = []
    /// Days of which the person knows that the server may remind a second time.
    var remindersMayDouble: [ContactKey] = []
    /// Who was the user before.
    var formerUser: ContactID?
    /// The values that the server named when it refused.
    var refusedKeys: [ContactKey] = []
    /// Contacts, or parts, that the person did not take for the one that was to be made.
    var rejected: [RemoteID] = []
    /// Those of a contact that is to be deleted; nil before they were asked for.
    var photos: [ServerPhoto]?
    /// Whether it waits for the end of its toast, as a deletion does.
    var isHeld = false
    /// Whether its toast is gone.
    var isFinal = false
    /// What a contact took the place of whose making is undone: it comes back once the contact is gone.
    var restores: RemovedEdits?
    /// Whether the last answer of the server was that the token may change nothing, the first time.
    var wasForbidden = false
    /// Whether the server has said so of this edit again, and carried out another one after that.
    var isForbiddenAlone = false
}

/// What somebody else made of what an edit changes.
public struct EditConflict: Hashable, Sendable {
    /// The server's values; nil is none.
    public var values: [ContactKey: ContactValue?] = [:]
    /// The server's part; nil unless a part is what conflicts.
    public var part: PartValue?
    /// The contact as it is now, where it differs from the one that somebody deleted.
    public var seen: SeenContact?
    /// Days of the contact that the server moves if the edit is sent, although it is not about them.
    public var movedDays: [ContactKey] = []
    /// Days of the contact with a reminder that may be the person's own: if the edit is sent, the server may make another.
    public var doubledReminders: [ContactKey] = []
    /// Contacts, or parts, that may be the one that was to be made.
    public var candidates: [RemoteID] = []
    /// Parts that differ from what was read before a write, although it was not about them.
    public var otherParts: [Delta<PartValue>] = []
    /// Tags that a contact has, or has not, although they were not meant to come or to go.
    public var tags: [Delta<String>] = []
    /// What they are, as far as it is known.
    var offers: [RemoteID: EditCandidate] = [:]

    /// Whether nothing is said.
    public var isEmpty: Bool { self == EditConflict() }

    /// Contacts, or parts, that may be the one that was to be made, with what tells them apart.
    public var offered: [EditCandidate] { candidates.map { offers[$0] ?? EditCandidate(id: $0) } }
}
