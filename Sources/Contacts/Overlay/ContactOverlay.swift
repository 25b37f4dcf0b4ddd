import Foundation
import GRDB
import Model

/// The difference that pending changes make to the server's copy of a contact. It is stored beside the copy, so that lists,
/// search and pages show both as one.
///
/// It follows from the pending changes, and is written in the transaction that changes them.
struct ContactOverlay: Codable, Hashable, Sendable {
    /// A part that is added, changed, or removed (without a value).
    struct Part: Codable, Hashable, Sendable {
        var kind: PartKind
        /// Nil until the server has it.
        var remote: RemoteID?
        /// The number of the part on this computer.
        var local: PartID
        var before: PartValue?
        var value: PartValue?
        /// When it was added, where nothing else tells that.
        var since: Date?

        /// The number on the contact's page. Until the server knows it, no server gives such a number.
        var number: Int { remote.flatMap { Int($0.rawValue) } ?? -Int(local.rawValue) }
    }

    /// A relationship that a pending change of the other contact makes or removes.
    struct Relation: Codable, Hashable, Sendable {
        /// The relation of the other contact to this one is the reverse of this type.
        var type: RemoteID
        var other: ContactID
        var isThere: Bool
    }

    /// By the stored names of the keys; nil is no value.
    var values: [String: ContactValue?] = [:]
    var parts: [Part] = []
    var relations: [Relation] = []
    /// Activities of other contacts that this one takes part in, or did.
    var shared: [Part] = []
    /// The names of tags that come, and of tags that go.
    var tags: [String: Bool] = [:]
    /// Nil where the copy has it.
    var avatar: AvatarInfo?
}

extension ContactOverlay {
    /// The difference that pending changes and known values make to a copy; nil for none.
    init?(
        of contact: OutboxContact, _ known: [SlotState], over copy: ServerView?, in transaction: OutboxTransaction
    ) throws {
        self.init()
        let wanted = contact.rows.map { SlotState($0.key, $0.value.wanted) }
        for state in known + wanted.sorted(by: { $0.slot.stored < $1.slot.stored }) {
            switch state.slot {
            case .value(let key):
                let value: ContactValue? = if case .value(let value)? = state.value { value } else { nil }
                values[key.rawValue] = .some(value)
            case .tag(let name): tags[name] = state.value != nil
            case .part(.photo, _): break
            case .part(let kind, let id):
                parts.removeAll { $0.local == id }
                parts.append(
                    Part(
                        kind: kind, remote: contact.parts.remote(of: id), local: id,
                        before: copy?[state.slot]?.part, value: state.value?.part,
                        since: Date(timeIntervalSince1970: contact.rows[state.slot]?.madeAt ?? transaction.now)))
            case .existence, .reminder, .avatar, .me: break
            }
        }
        avatar = try transaction.avatar(of: contact)
        try relate(to: contact.id, in: transaction)
        if self == ContactOverlay() { return nil }
    }

    /// Adds the changes of other contacts that name the contact.
    private mutating func relate(to contact: ContactID, in transaction: OutboxTransaction) throws {
        let memory = transaction.memory
        for other in (memory.relating[contact] ?? []).sorted() where other != contact {
            for (slot, row) in memory.pending[other]?.rows ?? [:] {
                let activity = try Self.activity(slot, row, of: other, by: contact, transaction.db)
                if let activity { shared.append(activity) }
                let (before, after) = (row.base?.type(with: contact), row.wanted?.type(with: contact))
                guard before != after else { continue }
                if let before { relations.append(.init(type: before, other: other, isThere: false)) }
                if let after { relations.append(.init(type: after, other: other, isThere: true)) }
            }
        }
    }

    /// An activity of another contact, as a contact shows it that took part before or after; nil for any other slot.
    private static func activity(
        _ slot: Slot, _ row: PendingChange, of owner: ContactID, by contact: ContactID, _ db: Database
    ) throws -> Part? {
        guard case .part(.activity, let id) = slot,
            [row.base, row.wanted].contains(where: { $0?.localContacts.contains(contact) ?? false })
        else { return nil }
        var part = Part(
            kind: .activity, remote: try OutboxTables.remote(of: id, db), local: id,
            since: Date(timeIntervalSince1970: row.madeAt))
        if case .activity(var activity)? = row.wanted?.part, activity.attendees.contains(.local(contact)) {
            activity.attendees = activity.attendees.filter { $0 != .local(contact) } + [.local(owner)]
            part.value = .activity(activity)
        }
        return part
    }
}

extension SlotValue {
    /// The type of a relationship with a contact.
    fileprivate func type(with contact: ContactID) -> RemoteID? {
        guard case .relationship(let relationship)? = part, relationship.other == .local(contact) else { return nil }
        return relationship.type
    }
}
