import Foundation
import GRDB
import Model

extension Contact {
    /// Returns false, and tells nobody, if this very contact is stored already.
    @discardableResult
    func upsert(_ db: Database, within storage: BoundedStorage, by decoder: any ContactDecoder) throws -> Bool {
        guard !isPartial else { return false }
        let statement = try db.cachedStatement(sql: "SELECT json FROM contact_json WHERE id = ?")
        let stored = try Data.fetchOne(statement, arguments: [id])
        if stored == serverCopy { return false }
        try updateRow(db)
        try db.cachedStatement(sql: "REPLACE INTO contact_json (id, json) VALUES (?, ?)").execute(arguments: [
            id, serverCopy,
        ])
        try Projection.update(db, self, by: decoder)
        if stored == nil { try storage.checkAdded(db) }
        return true
    }

    /// Writes the row that lists are made of.
    func updateRow(_ db: Database) throws {
        try db.cachedStatement(sql: Self.upsertSQL).execute(
            arguments: ContactSummary(self).arguments + [updatedAt?.stored])
    }

    /// Whether the stored row is not the one that this contact makes.
    func differsFromRow(_ db: Database) throws -> Bool {
        let stored = try db.cachedStatement(
            sql: "SELECT \(ContactSummary.columns), updated_at FROM contact WHERE id = ?")
        guard let row = try Row.fetchOne(stored, arguments: [id]) else { return true }
        return ContactSummary(row: row) != ContactSummary(self)
            || row[ContactSummary.columnCount] as Double? != updatedAt?.stored
    }

    static func fetch(_ db: Database, id: Int, by decoder: any ContactDecoder) throws -> Contact? {
        let json = try db.cachedStatement(sql: "SELECT json FROM contact_json WHERE id = ?")
        // One that an earlier version stored may be larger than what is read today: it is not there, until it comes anew.
        return try Data.fetchOne(json, arguments: [id]).flatMap { decoder.contact(from: $0) }
    }

    private static let upsertSQL: String = {
        let columns = ContactSummary.columns + ", updated_at"
        let names = columns.split(separator: ", ")
        let updates = names.dropFirst().map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        let marks = names.map { _ in "?" }.joined(separator: ", ")
        return "INSERT INTO contact (\(columns)) VALUES (\(marks)) ON CONFLICT (id) DO UPDATE SET \(updates)"
    }()
}

extension ContactSummary {
    static func fetchAll(_ db: Database, includingArchived: Bool) throws -> [ContactSummary] {
        let filter = includingArchived ? "" : "WHERE NOT is_archived"
        var summaries: [ContactSummary] = []
        let rows = try Row.fetchCursor(db, sql: "SELECT \(columns) FROM contact \(filter)")
        while let row = try rows.next() { summaries.append(ContactSummary(row: row)) }
        return summaries
    }

    /// Those of the contacts that are stored, in no particular order.
    static func fetch(_ db: Database, ids: some Sequence<Int>) throws -> [ContactSummary] {
        let statement = try db.cachedStatement(sql: "SELECT \(columns) FROM contact WHERE id = ?")
        return try ids.compactMap { try Row.fetchOne(statement, arguments: [$0]).map(ContactSummary.init(row:)) }
    }
}
