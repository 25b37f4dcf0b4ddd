import Foundation
import GRDB
import Model

extension EditableContact {
    /// A contact as a form begins with it that was opened at a moment. Reminders are known once they were read for it.
    init(_ contact: OutboxContact, since opened: TimeInterval?, in transaction: OutboxTransaction) throws {
        let db = transaction.db
        // Forms name parts by these numbers from now on.
        try OutboxTables.save(contact.parts, of: contact.id, naming: [], db)
        let shown = contact.shown
        var values: [ContactKey: ContactValue] = [:]
        var parts: [EditablePart] = []
        var (tags, reminders) = ([String](), Set<ContactKey>())
        for (slot, value) in shown where slot.isOfForm {
            switch (slot, value) {
            case (.value(let key), .value(let value)): values[key] = value
            case (.part(let kind, let id), .part(let value)):
                let field = Self.field(of: id, as: value, in: contact, names: transaction)
                parts.append(EditablePart(part: id, kind: kind, value: value, field: field))
            case (.tag(let name), _): tags.append(name)
            case (.reminder(let key), _): reminders.insert(key)
            default: break
            }
        }
        let days = values.filter { $0.value.remindableDay != nil }.keys
        let isFresh =
            contact.remote == nil || opened.map { transaction.memory.remindersRead[contact.id] ?? 0 >= $0 } ?? true
        let isRead = days.allSatisfy { key in
            contact.rows[.reminder(key)] != nil
                || isFresh && (contact.remote == nil || contact.copy.shows(.reminder(key)))
        }
        let copy = try ContactCopy.fetch(db, contactID: Int(contact.id.rawValue)).flatMap(transaction.decoder.contact)
        let changed = contact.rows.keys.filter { $0 != .existence && $0.isOfForm }.sorted { $0.stored < $1.stored }
        self.init(
            id: contact.id, remote: contact.remote, isActive: copy?.isActive ?? true,
            isPartial: contact.remote == nil ? false : copy?.isPartial ?? false, isGone: contact.isGone,
            isMe: try UserContact.shown(db) == .some(contact.id), values: values,
            parts: parts.sorted { contact.parts.order($0) < contact.parts.order($1) }, tags: tags.sorted(),
            reminders: isRead ? reminders : nil, server: changed.map { SlotState($0, contact.copy[$0]) },
            problems: contact.rows.filter { $0.key.isOfForm }.compactMapValues(\.problem))
        if case .photo(let part)? = contact.visibleAvatar { photo = part }
    }

    /// The row of the contact's page that shows a part.
    private static func field(
        of id: PartID, as value: PartValue, in contact: OutboxContact, names: any ContactNames
    ) -> FieldID? {
        let shown = contact.parts.remote(of: id).flatMap { Int($0.rawValue) } ?? -Int(id.rawValue)
        var other: Int64?
        if case .relationship(let relationship) = value {
            switch relationship.other {
            case .local(let id): other = id.rawValue
            case .remote(let remote): other = names.local(of: remote)?.rawValue ?? Int64(remote.rawValue)
            }
        }
        return value.fieldID(shown, other: other)
    }
}

extension Slot {
    /// Whether a form of the contact may show it.
    fileprivate var isOfForm: Bool {
        switch self {
        case .avatar, .part(.photo, _): false
        default: !isThing
        }
    }
}

extension PartBook {
    /// The place of a part in a form: kind by kind, the parts without a name of the server last.
    fileprivate func order(_ part: EditablePart) -> (Int, Int, Int64) {
        let kind = PartKind.allCases.firstIndex(of: part.kind) ?? 0
        guard let remote = remote(of: part.part) else { return (kind, 1, part.part.rawValue) }
        return (kind, 0, Int64(remote.rawValue) ?? part.part.rawValue)
    }
}
