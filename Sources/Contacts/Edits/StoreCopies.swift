import Foundation
import GRDB
import Model

/// The server's copies as the store keeps them, and what lists and search show of them with the edits on top.
struct StoreCopies: EditCopies {
    let decoder: any ContactDecoder
    let storage: BoundedStorage
    /// Told of the picture of a contact that goes, which no other contact has.
    var onPictureUnused: @Sendable (PictureReference) -> Void = { _ in }

    func copy(of contact: ContactID, _ db: Database) throws -> ServerContact? {
        let statement = try db.cachedStatement(
            sql: "SELECT json, remote_id FROM contact JOIN contact_json USING (id) WHERE id = ?")
        guard let row = try Row.fetchOne(statement, arguments: [contact.rawValue]) else { return nil }
        if let copy = decoder.serverContact(from: StoredCopy.unpack(try row.decode(atIndex: 0))) { return copy }
        // One of which nothing can be read is there all the same.
        return try row.decode(String?.self, atIndex: 1).map { ServerContact(id: RemoteID($0)) }
    }

    func store(_ copy: ServerContact, as contact: ContactID, _ db: Database) throws {
        guard var read = decoder.contact(from: copy.copy) else { return }
        read.id = Int(contact.rawValue)
        try read.upsert(db, remote: copy.id, within: storage, by: decoder)
    }

    func remove(_ contact: ContactID, _ db: Database) throws {
        if let picture = try ContactSummary.unusedPicture(without: contact, db) { onPictureUnused(picture) }
        try db.cachedStatement(sql: "DELETE FROM contact WHERE id = ?").execute(arguments: [contact.rawValue])
    }

    func adopt(_ remote: RemoteID, as contact: ContactID, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM contact WHERE remote_id = ? AND id != ?")
            .execute(arguments: [remote.rawValue, contact.rawValue])
        try db.cachedStatement(sql: "UPDATE contact SET remote_id = ? WHERE id = ?")
            .execute(arguments: [remote.rawValue, contact.rawValue])
    }

    func isPicture(_ photo: ServerPhoto, besides contact: ContactID, _ db: Database) throws -> Bool {
        let sql = "SELECT 1 FROM contact WHERE instr(avatar_url, ?) > 0 AND id != ? LIMIT 1"
        return try Bool.fetchOne(db, sql: sql, arguments: [photo.fileName, contact.rawValue]) ?? false
    }

    func user(_ db: Database) throws -> ContactID?? { try UserContact.fetch(db) }

    func setUser(_ contact: ContactID?, _ db: Database) throws { try UserContact.set(contact, db) }

    func show(_ contacts: Set<ContactID>, _ book: EditBook, _ db: Database) throws {
        for contact in contacts.sorted() { try show(contact, book, db) }
    }

    /// Writes what lists, search and detail read of a contact.
    private func show(_ contact: ContactID, _ book: EditBook, _ db: Database) throws {
        let id = Int(contact.rawValue)
        let overlay = book.overlay(of: contact, over: try copy(of: contact, db))
        try ContactCopy.convert(db, contactID: id, by: decoder)
        let copy = try ContactCopy.fetch(db, contactID: id)
        guard copy != nil || book.isMadeHere(contact) else { return }
        // A copy that cannot be read shows what it showed before.
        guard var read = copy.map(decoder.contact) ?? Contact(id: id) else { return }
        read.id = id
        // Somebody's relation that is made anew is a contact of its own.
        if book.isMadeHere(contact) { read.isPartial = false }
        let shown = try read.with(overlay, db)
        // Also where nothing in it changed: whoever shows more of the contact than the row is told so.
        try shown.updateRow(db, remote: book.contacts[contact].map(\.remote) ?? LocalNames.remote(contact, db))
        try db.cachedStatement(sql: "UPDATE contact SET is_hidden = ? WHERE id = ?")
            .execute(arguments: [book.isHidden(contact), id])
        if let overlay {
            try db.cachedStatement(sql: "REPLACE INTO contact_overlay (id, overlay) VALUES (?, ?)")
                .execute(arguments: [id, try JSONEncoder().encode(overlay)])
        } else {
            try db.cachedStatement(sql: "DELETE FROM contact_overlay WHERE id = ?").execute(arguments: [id])
        }
        try Projection.update(db, shown, by: decoder)
    }
}

extension ContactSummary {
    /// The picture of a contact that no other one has; nil where there is none.
    fileprivate static func unusedPicture(without contact: ContactID, _ db: Database) throws -> PictureReference? {
        let sql = "SELECT \(columns) FROM contact WHERE id = ?"
        let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [contact.rawValue])
        guard let summary = try row.map(ContactSummary.init(row:)), let url = summary.avatar.url else { return nil }
        let others = try db.cachedStatement(sql: "SELECT 1 FROM contact WHERE avatar_url = ? AND id != ? LIMIT 1")
        let isShared = try Bool.fetchOne(others, arguments: [url, contact.rawValue]) ?? false
        return isShared ? nil : PictureReference(summary.avatar, contactID: summary.id)
    }
}

extension EditBook {
    /// Whether there is a contact of which no server has sent a copy.
    fileprivate func isMadeHere(_ contact: ContactID) -> Bool {
        edits.contains { $0.contact == contact && $0.creation != nil }
    }

    /// Whether lists and pages show the contact no more: it is deleted, or its creation is undone.
    func isHidden(_ contact: ContactID) -> Bool {
        deletion(of: contact).map { $0.state != .conflicting } ?? false
            || edits.contains { $0.contact == contact && $0.undo?.isCreation == true }
    }
}

extension ContactChange {
    fileprivate var isCreation: Bool { if case .create = self { true } else { false } }
}

extension CopyLookup {
    /// The days of a contact of which the server reminds each year; nil where the reminders were never read.
    func reminders(of contact: ContactID, values: [ContactKey: ContactValue]) -> Set<ContactKey>? {
        let isLoaded = try? Bool.fetchOne(db, sql: "SELECT 1 FROM reminder_state")
        guard isLoaded ?? false else { return nil }
        let rows = try? Row.fetchAll(
            db,
            sql: "SELECT strftime('%m-%d', initial_date, 'unixepoch'), is_automatic FROM reminder WHERE contact_id = ?",
            arguments: [contact.rawValue])
        guard let rows else { return nil }
        let days = Dictionary(grouping: rows) { try? $0.decode(Bool.self, atIndex: 1) }
            .mapValues { Set($0.compactMap { try? $0.decode(String?.self, atIndex: 0) }) }
        return Set(
            values.filter { key, value in
                // The server makes reminders of deaths as if somebody had written them.
                value.remindableDay?.monthDay.map { days[key != .death]?.contains($0) ?? false } ?? false
            }.keys)
    }

    /// The days of a contact with yearly reminders that somebody may have written: what the server makes of a death has the name
    /// in it.
    func doubtfulReminders(of contact: ContactID, _ copy: ServerContact?) -> Set<ContactKey> {
        guard let day = copy?.values[.death]?.remindableDay, let date = day.date ?? day.monthDay else { return [] }
        let titles = try? String.fetchAll(
            db,
            sql: """
                SELECT title FROM reminder WHERE contact_id = ? AND NOT is_automatic
                AND frequency = 'year' AND frequency_number = 1 AND strftime(?, initial_date, 'unixepoch') = ?
                """,
            arguments: [contact.rawValue, day.date == nil ? "%m-%d" : "%Y-%m-%d", date])
        let name: String? = if case .text(let name)? = copy?.values[.firstName] { name } else { nil }
        let isServers = titles?.contains { title in name.map { Reminder.title(title, names: $0) } ?? false }
        return titles?.isEmpty != false || isServers == true ? [] : [.death]
    }
}

extension ContactDay {
    /// As SQLite writes it; nil without a year.
    var date: String? {
        if case .date(let year, let month, let day) = self {
            String(format: "%04d-%02d-%02d", year, month, day)
        } else {
            nil
        }
    }

    /// As SQLite writes it; nil without a day.
    var monthDay: String? {
        switch self {
        case .date(_, let month, let day), .monthDay(let month, let day): String(format: "%02d-%02d", month, day)
        case .year: nil
        }
    }
}

extension ContactStore {
    /// The names of those of some contacts that are stored.
    func names(of contacts: Set<ContactID>) async throws(ContactStoreError) -> [ContactID: String] {
        try await read { db in
            let statement = try db.cachedStatement(sql: "SELECT display_name FROM contact WHERE id = ?")
            return try contacts.reduce(into: [:]) { names, contact in
                names[contact] = try String.fetchOne(statement, arguments: [contact.rawValue])
            }
        }
    }
}
