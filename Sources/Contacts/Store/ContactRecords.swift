import Foundation
import GRDB
import Model

extension Contact {
    /// Stores a copy that the server sent. Returns false, and reports no change, if this very copy is stored already.
    ///
    /// `id` is the number on this computer; `remote` is the server's ID of the contact.
    @discardableResult
    func upsert(
        _ db: Database, remote: RemoteID, within storage: BoundedStorage, by decoder: any ContactDecoder
    ) throws -> Bool {
        let copy = ContactCopy(self, by: decoder)
        let known = try db.cachedStatement(sql: "SELECT 1 FROM contact WHERE id = ? AND remote_id = ?")
        let isKnown = try Bool.fetchOne(known, arguments: [id, remote.rawValue]) ?? false
        if isKnown, let form = try copy.storedForm(db) {
            if form == .version1 { try copy.write(db) }
            return false
        }
        try UserContact.note(ContactID(Int64(id)), isUser: isMe, db)
        let shown = try shown(db)
        try shown.updateRow(db, remote: remote)
        try copy.write(db)
        try Projection.update(db, shown, by: decoder)
        if !isKnown { try storage.checkAdded(db) }
        return true
    }

    /// Writes the row that lists are made of.
    func updateRow(_ db: Database, remote: RemoteID?) throws {
        try db.cachedStatement(sql: Self.upsertSQL).execute(
            arguments: ContactSummary(self).arguments + [updatedAt?.stored, remote?.rawValue, isPartial])
    }

    /// Whether the stored row differs from this contact's row.
    func differsFromRow(_ db: Database) throws -> Bool {
        let stored = try db.cachedStatement(
            sql: "SELECT \(ContactSummary.columns), updated_at, is_partial FROM contact WHERE id = ?")
        guard let row = try Row.fetchOne(stored, arguments: [id]) else { return true }
        return try ContactSummary(row: row) != ContactSummary(self)
            || row.decode(Double?.self, atIndex: ContactSummary.columnCount) != updatedAt?.stored
            || row.decode(Bool.self, atIndex: ContactSummary.columnCount + 1) != isPartial
    }

    /// A contact as it is shown, with its edits; nil for a contact that is not stored, or is deleted here.
    ///
    /// `known` is the contact of the stored copy, where that was read just now: nothing else here takes as long.
    static func fetch(
        _ db: Database, id: Int, from known: Contact? = nil, by decoder: any ContactDecoder
    ) throws -> Contact? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT json FROM contact LEFT JOIN contact_json USING (id) WHERE contact.id = ? AND NOT is_hidden
                """)
        guard let row = try Row.fetchOne(statement, arguments: [id]) else { return nil }
        guard let copy = try row.decode(Data?.self, atIndex: 0) else { return try Contact(id: id).shown(db) }
        // A copy of an earlier version may exceed today's limits. Its contact is missing until the server sends it again.
        guard var contact = known ?? decoder.contact(from: StoredCopy.unpack(copy)) else { return nil }
        contact.id = id
        // The own face lies apart.
        if contact.avatar.isWithoutInlineData, let face = try Face.url(db, contactID: id) {
            contact.avatar.url = face
        }
        return try contact.shown(db)
    }

    /// The server's copy with edits on top. It names other contacts by their numbers on this computer.
    private func shown(_ db: Database) throws -> Contact {
        try with(ContactOverlay.fetch(db, contactID: id), db)
    }

    /// As it is shown with these edits.
    func with(_ overlay: ContactOverlay?, _ db: Database) throws -> Contact {
        var contact = self
        try contact.nameLocally(db)
        if let user = try UserContact.shown(db) { contact.isMe = user?.rawValue == Int64(id) }
        if let overlay { overlay.apply(to: &contact, try DisplayLookup(db)) }
        return contact
    }

    private static let upsertSQL: String = {
        let columns = ContactSummary.columns + ", updated_at, remote_id, is_partial"
        let names = columns.split(separator: ", ")
        let updates = names.dropFirst().map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        let marks = names.map { _ in "?" }.joined(separator: ", ")
        return "INSERT INTO contact (\(columns)) VALUES (\(marks)) ON CONFLICT (id) DO UPDATE SET \(updates)"
    }()
}

extension ContactSummary {
    /// The condition of lists and searches: the contact is neither deleted here nor partial.
    static let isListed = "NOT is_hidden AND NOT is_partial"

    static func fetchAll(_ db: Database, includingArchived: Bool) throws -> [ContactSummary] {
        let filter = "WHERE \(isListed)" + (includingArchived ? "" : " AND NOT is_archived")
        var summaries: [ContactSummary] = []
        let rows = try Row.fetchCursor(db, sql: "SELECT \(columns) FROM contact \(filter)")
        while let row = try rows.next() { summaries.append(try ContactSummary(row: row)) }
        return summaries
    }

    /// The listed contacts among `ids`, in no particular order.
    static func fetchListed(_ db: Database, ids: some Sequence<Int>) throws -> [ContactSummary] {
        try fetch(db, ids: ids, where: isListed)
    }

    /// The stored contacts among `ids`, in no particular order, partial contacts included.
    static func fetchNamed(_ db: Database, ids: some Sequence<Int>) throws -> [ContactSummary] {
        try fetch(db, ids: ids, where: "NOT is_hidden")
    }

    private static func fetch(
        _ db: Database, ids: some Sequence<Int>, where condition: String
    ) throws -> [ContactSummary] {
        let sql = "SELECT \(columns) FROM contact WHERE id = ? AND \(condition)"
        let statement = try db.cachedStatement(sql: sql)
        return try ids.compactMap { try Row.fetchOne(statement, arguments: [$0]).map(ContactSummary.init(row:)) }
    }
}
