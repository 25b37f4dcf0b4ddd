import Foundation
import GRDB
import Model

/// Contacts that a server sent, on their way into the store: inside one transaction, and beside the pending changes.
struct CopyIntake {
    let db: Database
    let storage: BoundedStorage
    let decoder: any ContactDecoder
    /// Nil where nothing is edited.
    var outbox: OutboxTransaction?
    /// Whether pending changes are others now.
    private(set) var hasChangedOutbox = false

    /// Stores a copy that was requested at a moment of the outbox's clock.
    ///
    /// A copy is thrown away if a write of its contact ended since, or may be under way. Returns the contact's number here,
    /// and whether anything changed.
    mutating func take(_ contact: Contact, asked: TimeInterval) throws -> (id: Int, isNew: Bool) {
        let remote = RemoteID(String(contact.id))
        let known = try adopted(contact, remote) ?? LocalNames.Lookup(db: db).local(of: remote)
        let id = try known ?? number(of: remote)
        if let outbox {
            let isOlder = outbox.memory.ended[remote].map { $0 >= asked } ?? false
            if isOlder || outbox.memory.pending[id]?.attempt != nil { return (Int(id.rawValue), false) }
        }
        var named = contact
        named.id = Int(id.rawValue)
        let isNew = try named.upsert(db, remote: remote, within: storage, by: decoder)
        let isForgotten = try forgetEntries(of: id, in: contact.wholeSections)
        if try isNew && outbox != nil && isChanged(id) { try compare(id) }
        return (named.id, isNew || isForgotten)
    }

    /// Forgets contacts that the server has no longer, by their numbers here. A contact with typing stays.
    mutating func forget(_ ids: [Int], asked: TimeInterval) throws {
        for id in ids {
            let contact = ContactID(Int64(id))
            guard let remote = try LocalNames.remote(contact, db) else { continue }
            if let outbox {
                let isOlder = outbox.memory.ended[remote].map { $0 >= asked } ?? false
                if isOlder || outbox.memory.pending[contact]?.attempt != nil { continue }
                if try outbox.memory.pending[contact] != nil || outbox.isInUse(contact) { hasChangedOutbox = true }
                try self.outbox?.noteGone(contact)
            } else {
                try db.cachedStatement(sql: "DELETE FROM contact WHERE id = ?").execute(arguments: [id])
            }
        }
    }

    /// Whether an answer about a section, requested at a moment of the outbox's clock, may be older than a write.
    func isOlder(_ section: ContactSection, of id: Int, asked: TimeInterval) -> Bool {
        outbox?.isOlder(section, of: ContactID(Int64(id)), asked: asked) ?? false
    }

    /// Sections are stored as the server has them. Returns whether the contact's page shows anything else.
    mutating func sectionsRead(_ sections: [ContactSection], of id: Int, isNew: Bool) throws -> Bool {
        try DayEntries.update(db, from: sections, ofContact: id, by: decoder)
        let isShown = try outbox?.sectionsRead(sections, of: ContactID(Int64(id))) ?? false
        if isNew, !isShown, let contact = try Contact.fetch(db, id: id, by: decoder) {
            try SearchIndex.update(db, contact, by: decoder)
        }
        return isNew || isShown
    }

    /// Forgets the entries that were sent from here, with the stored sections, of a contact that counts none. Returns whether
    /// there were any.
    private mutating func forgetEntries(of id: ContactID, in sections: [ContactSection]) throws -> Bool {
        let isKnown =
            try outbox != nil
            && OutboxTables.known(of: id, db).contains { state in sections.contains(where: state.slot.isThing) }
        guard isKnown else { return false }
        let deletion = try db.cachedStatement(sql: StoredSection.deleteSQL)
        for section in sections { try deletion.execute(arguments: [id.rawValue, section.rawValue]) }
        return try sectionsRead(sections, of: Int(id.rawValue), isNew: true)
    }

    /// The contact that was made here with the UUID of a copy: it has its name on the server now.
    private mutating func adopted(_ contact: Contact, _ remote: RemoteID) throws -> ContactID? {
        guard let made = outbox?.memory.made, !made.isEmpty, let uuid = outbox?.reader.uuid(in: contact.serverCopy),
            let id = made.first(where: { $0.value == uuid })?.key, var stored = try outbox?.contact(id)
        else { return nil }
        stored.remote = remote
        try outbox?.keep(stored)
        hasChangedOutbox = true
        return id
    }

    /// A number for a contact that is not stored: the server's own, or a new one where another contact has that.
    private func number(of remote: RemoteID) throws -> ContactID {
        let contact = ContactID(Int64(remote.rawValue) ?? 0)
        let isTaken = try OverlaidContact(db: db, decoder: decoder).isStored(contact)
        return try isTaken ? OutboxTables.newContact(uuid: nil, db) : contact
    }

    /// Whether the contact is shown with pending changes, of its own or of others, or is gone.
    private func isChanged(_ id: ContactID) throws -> Bool {
        if let outbox, outbox.memory.pending[id] != nil || outbox.memory.gone.contains(id) { return true }
        let known = try db.cachedStatement(
            sql: "SELECT 1 FROM contact_overlay WHERE id = ?1 UNION ALL SELECT 1 FROM outbox_contact WHERE id = ?1")
        return try Bool.fetchOne(known, arguments: [id.rawValue]) ?? false
    }

    private mutating func compare(_ id: ContactID) throws {
        guard var contact = try outbox?.contact(id), let copy = try ContactCopy.fetch(db, contactID: Int(id.rawValue)),
            let theirs = outbox?.reader.view(copy: copy, parts: &contact.parts, names: LocalNames.Lookup(db: db))
        else { return }
        let former = contact.rows
        // The server has it again.
        contact.isGone = false
        for (slot, row) in contact.rows where row.problem == .gone { contact.rows[slot]?.problem = nil }
        contact.copy.merge(theirs)
        // Reminders follow the days that the copy shows: they are read anew.
        for key in ContactKey.allCases { contact.copy.remove(.reminder(key)) }
        outbox?.reconciler.compare(theirs, in: &contact)
        try outbox?.keep(contact)
        if former != contact.rows { hasChangedOutbox = true }
    }
}
