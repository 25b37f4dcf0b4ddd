import Foundation
import GRDB
import Model

/// One transaction of the outbox: contacts with their pending changes, in memory and on the disk at once.
struct OutboxTransaction: ContactNames {
    let db: Database
    let decoder: any ContactDecoder
    let reader: any SlotReader
    var memory: OutboxMemory
    /// By the clock of the outbox.
    let now: TimeInterval
    /// The pictures of removed contacts that no other contact has.
    private(set) var unusedPictures: [PictureReference] = []
    /// The photos that the server's copies show as the pictures of their contacts now.
    private(set) var sentPhotos: [(PictureReference, Data)] = []
    /// Whether a notice went with its contact.
    private(set) var hasForgottenNotices = false
    /// The stored copies by slot, of the contacts of this transaction.
    private(set) var copies: [ContactID: ServerView] = [:]

    /// Sets and compares slots.
    var reconciler: Reconciler { Reconciler(reader: reader) }

    // Names.

    func remote(of id: ContactID) -> RemoteID? {
        guard memory.made[id] == nil, !memory.gone.contains(id) else { return nil }
        return LocalNames.Lookup(db: db).remote(of: id)
    }

    func local(of remote: RemoteID) -> ContactID? { LocalNames.Lookup(db: db).local(of: remote) }

    // Contacts.

    /// A contact with all that is known of it; nil if it is not stored.
    mutating func contact(_ id: ContactID) throws -> OutboxContact? {
        let entry = memory.pending[id] ?? OutboxMemory.Pending()
        var contact = OutboxContact(
            id: id, remote: nil, uuid: memory.made[id] ?? "", rows: entry.rows, attempt: entry.attempt)
        contact.isGone = memory.gone.contains(id)
        guard id != OutboxContact.account else {
            contact.remote = RemoteID("me")
            if let user = try UserContact.fetch(db) {
                contact.copy.show(.me, user.map { .value(.contact(.local($0))) })
            }
            return contact
        }
        guard try OverlaidContact(db: db, decoder: decoder).isStored(id) || memory.made[id] != nil else { return nil }
        if memory.made[id] == nil { contact.remote = try LocalNames.remote(id, db) }
        contact.parts = try OutboxTables.parts(of: id, db)
        if let copy = try ContactCopy.fetch(db, contactID: Int(id.rawValue)),
            let view = reader.view(copy: copy, parts: &contact.parts, names: self)
        {
            contact.copy = view
        }
        copies[id] = contact.copy
        for state in try OutboxTables.known(of: id, db) { contact.copy.show(state.slot, state.value) }
        return contact
    }

    /// Stores a copy that the server sent of the contact.
    mutating func store(_ copy: Data, of contact: OutboxContact, within storage: BoundedStorage) throws {
        guard let remote = contact.remote, var read = decoder.contact(from: copy) else { return }
        try name(contact.id, remote)
        read.id = Int(contact.id.rawValue)
        try read.upsert(db, remote: remote, within: storage, by: decoder)
        var parts = contact.parts
        let view = reader.view(copy: copy, parts: &parts, names: self) ?? ServerView()
        copies[contact.id] = view
        if case .avatar(.photo(let part))? = view[.avatar], let bytes = try photos.photo(part)?.bytes {
            sentPhotos.append((PictureReference(read.avatar, contactID: read.id), bytes))
            try photos.note(address: read.avatar.url, of: part)
        }
    }

    /// Stores the state of a contact, and shows it. A contact that is over goes.
    mutating func keep(_ kept: OutboxContact) throws {
        var contact = kept
        let id = contact.id
        try forgetPhotos(of: &contact)
        for notice in contact.notices {
            memory.notices[WaitingChange.ID(contact: id, slot: notice.slot)] = (notice, now)
        }
        // A slot that is set again is told by its change.
        for slot in contact.rows.keys { memory.notices[WaitingChange.ID(contact: id, slot: slot)] = nil }
        guard id != OutboxContact.account else { return try keepAccount(contact) }
        let isKept = try contact.isGone && isInUse(id)
        if contact.isOver, !isKept { return try remove(id) }
        let former = memory.pending[id]?.rows ?? [:]
        if let remote = contact.remote { try name(id, remote) }
        try saveRows(of: contact)
        try OutboxTables.save(contact.parts, of: contact.id, naming: Set(contact.rows.keys), db)
        let known = contact.copy.states(beyond: copies[id] ?? ServerView())
        try OutboxTables.save(
            known: known, uuid: memory.made[id], isGone: contact.isGone, of: id, isNamed: contact.remote != nil, db)
        if contact.isGone { memory.gone.insert(id) } else { memory.gone.remove(id) }
        try show(contact, known)
        try showRelatives(of: id, former)
    }

    /// Forgets a contact with all that it has. Its number stays as that of a gone contact while a change names it.
    mutating func remove(_ id: ContactID) throws {
        let former = memory.pending[id]?.rows ?? [:]
        if let picture = try OverlaidContact(db: db, decoder: decoder).remove(id) { unusedPictures.append(picture) }
        for table in ["pending_change", "attempt", "part"] {
            try db.execute(sql: "DELETE FROM \(table) WHERE contact_id = ?", arguments: [id.rawValue])
        }
        try db.execute(sql: "DELETE FROM outbox_contact WHERE id = ?", arguments: [id.rawValue])
        memory.keep([:], nil, of: id)
        memory.made[id] = nil
        memory.gone.remove(id)
        memory.paces[id] = nil
        for notice in memory.notices.keys where notice.contact == id {
            memory.notices[notice] = nil
            hasForgottenNotices = true
        }
        if memory.isNamed(id) {
            try db.execute(sql: "INSERT INTO outbox_contact (id, is_gone) VALUES (?, 1)", arguments: [id.rawValue])
            memory.gone.insert(id)
        }
        try showRelatives(of: id, former)
    }

    /// The server has the contact no longer.
    mutating func noteGone(_ id: ContactID) throws {
        guard var contact = try contact(id), id != OutboxContact.account else { return }
        if contact.rows.isEmpty, try isInUse(id) {
            contact.isGone = true
            contact.attempt = nil
            try keep(contact)
        } else if reconciler.isWantedStill(&contact) {
            try keep(contact)
        } else {
            try remove(id)
        }
    }

    /// A number for a contact that is made here, and its UUID.
    mutating func newContact() throws -> OutboxContact {
        let uuid = UUID().uuidString.lowercased()
        let id = try OutboxTables.newContact(uuid: uuid, db)
        memory.made[id] = uuid
        return OutboxContact(id: id, remote: nil, uuid: uuid, parts: try OutboxTables.parts(of: id, db))
    }

    /// A contact that the server has no longer, or that was removed, is to be made under a new UUID.
    mutating func makeAnew(_ id: ContactID) throws -> OutboxContact {
        let uuid = UUID().uuidString.lowercased()
        try db.execute(
            sql: """
                INSERT INTO outbox_contact (id, uuid) VALUES (?, ?)
                ON CONFLICT (id) DO UPDATE SET uuid = excluded.uuid, is_gone = 0, known = NULL
                """, arguments: [id.rawValue, uuid])
        try db.execute(sql: "UPDATE contact SET remote_id = NULL WHERE id = ?", arguments: [id.rawValue])
        try db.execute(sql: "DELETE FROM contact_json WHERE id = ?", arguments: [id.rawValue])
        try db.execute(sql: "DELETE FROM part WHERE contact_id = ?", arguments: [id.rawValue])
        memory.made[id] = uuid
        memory.gone.remove(id)
        copies[id] = ServerView()
        return OutboxContact(id: id, remote: nil, uuid: uuid, parts: try OutboxTables.parts(of: id, db))
    }

    /// Whether a form or a draft of the contact keeps it.
    func isInUse(_ id: ContactID) throws -> Bool {
        if memory.forms.values.contains(where: { $0.contact == id }) { return true }
        let draft = try db.cachedStatement(sql: "SELECT 1 FROM form_draft WHERE contact_id = ? LIMIT 1")
        return try Bool.fetchOne(draft, arguments: [id.rawValue]) ?? false
    }

    /// The server has given the contact its name.
    private mutating func name(_ id: ContactID, _ remote: RemoteID) throws {
        guard memory.made[id] != nil else { return }
        try db.execute(
            sql: "DELETE FROM contact WHERE remote_id = ? AND id != ?", arguments: [remote.rawValue, id.rawValue])
        try db.execute(sql: "UPDATE contact SET remote_id = ? WHERE id = ?", arguments: [remote.rawValue, id.rawValue])
        memory.made[id] = nil
    }

    private mutating func saveRows(of contact: OutboxContact) throws {
        let former = memory.pending[contact.id] ?? OutboxMemory.Pending()
        try OutboxTables.save(contact.rows, contact.attempt, of: contact.id, over: former.rows, former.attempt, db)
        memory.keep(contact.rows, contact.attempt, of: contact.id)
    }

    private mutating func keepAccount(_ account: OutboxContact) throws {
        let former = try UserContact.shown(db) ?? nil
        try saveRows(of: account)
        if account.copy.shows(.me) { try UserContact.set(account.copy[.me]?.localContacts.first, db) }
        let user = try UserContact.shown(db) ?? nil
        for id in Set([former, user].compactMap(\.self)) where former != user { try showAnew(id) }
    }
}

// The rows of lists, search and pages.
extension OutboxTransaction {
    /// Shows a contact anew. Its own changes are the same as before.
    mutating func showAnew(_ id: ContactID) throws {
        guard let contact = try contact(id) else { return }
        try show(contact, try OutboxTables.known(of: id, db))
    }

    private func show(_ contact: OutboxContact, _ known: [SlotState]) throws {
        let isConflict = if case .conflict? = contact.rows[.existence]?.problem { true } else { false }
        try OverlaidContact(db: db, decoder: decoder).show(
            contact.id, remote: contact.remote,
            with: try ContactOverlay(of: contact, known, over: copies[contact.id], in: self),
            isHidden: contact.isToBeDeleted && !isConflict, isMade: memory.made[contact.id] != nil)
    }

    /// The contacts that relationships and activities name, before or after, show these too.
    private mutating func showRelatives(of id: ContactID, _ former: [Slot: PendingChange]) throws {
        let present = memory.pending[id]?.rows ?? [:]
        guard former != present else { return }
        let relatives = memory.relating.filter { $0.value.contains(id) }.keys
        let before = former.values.flatMap { [$0.base, $0.wanted] }.flatMap { $0?.relatedContacts ?? [] }
        for other in Set(before).union(relatives) where other != id { try showAnew(other) }
    }
}

// The entries of sections.
extension OutboxTransaction {
    /// Sections were read: they have all that was known of their entries. Returns whether anything was.
    mutating func sectionsRead(_ sections: [ContactSection], of id: ContactID) throws -> Bool {
        func isRead(_ slot: Slot) -> Bool { sections.contains(where: slot.isThing) }
        guard try OutboxTables.known(of: id, db).contains(where: { isRead($0.slot) }), var contact = try contact(id)
        else { return false }
        for slot in contact.copy.things where isRead(slot) { contact.copy.remove(slot) }
        try keep(contact)
        return true
    }

    /// Whether an answer about a section, asked for at a moment, may be older than a write of the contact.
    func isOlder(_ section: ContactSection, of id: ContactID, asked: TimeInterval) -> Bool {
        if memory.pending[id]?.attempt?.sent.contains(where: { $0.slot.isThing(in: section) }) ?? false { return true }
        return remote(of: id).flatMap { memory.ended[$0] }.map { $0 >= asked } ?? false
    }
}

extension Slot {
    /// Whether a section has it that can be set.
    func isThing(in section: ContactSection) -> Bool {
        if case .part(let kind, _) = self { kind.isThing && kind.section == section } else { false }
    }
}

extension SlotValue {
    var part: PartValue? { if case .part(let value) = self { value } else { nil } }

    /// The contacts that it names by numbers of this computer.
    var localContacts: [ContactID] { namedContacts.compactMap { if case .local(let id) = $0 { id } else { nil } } }

    /// The contacts that a part names.
    var relatedContacts: [ContactID] { part == nil ? [] : localContacts }
}
