public import Foundation
import GRDB
public import Model

// Changes of several contacts in one transaction, with one receipt.
extension Outbox {
    /// Adds tags to contacts, and takes tags off them. A contact that cannot be changed stays as it is. Nil where nothing
    /// changes.
    public func setTags(
        adding added: [String] = [], removing removed: [String] = [], of contacts: [ContactID]
    ) async throws(ContactStoreError) -> Receipt? {
        try await change { try $0.setTags(adding: added, removing: removed, of: contacts) }
    }

    /// Gives all contacts with a tag another tag in its place, or none. Nil where no contact has it.
    public func replaceTag(_ tag: String, with other: String?) async throws(ContactStoreError) -> Receipt? {
        try await change { transaction in
            let contacts = try ContactTags.contacts(with: tag, transaction.db)
            return try transaction.setTags(adding: other.map { [$0] } ?? [], removing: [tag], of: contacts)
        }
    }

    /// Wants contacts deleted, not before `seconds` are over. Nil where none of them can be deleted.
    public func delete(
        _ contacts: [ContactID], after seconds: TimeInterval
    ) async throws(ContactStoreError) -> Receipt? {
        try await change { transaction in
            var entries: [Receipt.Entry] = []
            for id in contacts {
                guard let contact = try transaction.changeable(id) else { continue }
                entries += try transaction.delete(contact, after: seconds).entries
            }
            return entries.first.map { Receipt(contact: $0.contact, entries: entries, isHeld: true) }
        }
    }
}

extension OutboxTransaction {
    /// A contact of the lists; nil where the server takes no change of it.
    fileprivate mutating func changeable(_ id: ContactID) throws -> OutboxContact? {
        let sql = "SELECT 1 FROM contact WHERE id = ? AND \(ContactSummary.isListed) AND NOT is_archived"
        guard try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: [id.rawValue]) == true,
            let contact = try contact(id), !contact.isToBeDeleted, !contact.isGone
        else { return nil }
        return contact
    }

    fileprivate mutating func setTags(
        adding added: [String], removing removed: [String], of contacts: [ContactID]
    ) throws -> Receipt? {
        var entries: [Receipt.Entry] = []
        for id in contacts {
            guard let contact = try changeable(id) else { continue }
            let edits = contact.edits(adding: added, removing: removed)
            if !edits.isEmpty { entries += try save(FormSave(edits), of: contact).entries }
        }
        return entries.first.map { Receipt(contact: $0.contact, entries: entries, isHeld: false) }
    }
}

extension OutboxContact {
    fileprivate func edits(adding added: [String], removing removed: [String]) -> [SlotEdit] {
        let tags = shown.keys.compactMap { if case .tag(let name) = $0 { name } else { nil } }.sorted()
        let going = tags.filter { tag in removed.contains(where: tag.isSameTag) && !added.contains(tag) }
        let coming = added.filter { new in !tags.contains { $0.isSameTag(as: new) && !going.contains($0) } }
        func edit(_ name: String, to wanted: SlotValue?) -> SlotEdit {
            let slot = Slot.tag(name)
            return SlotEdit(slot, to: wanted, base: copy[slot], saw: [shown[slot]])
        }
        return going.map { edit($0, to: nil) } + coming.map { edit($0, to: .on) }
    }
}
