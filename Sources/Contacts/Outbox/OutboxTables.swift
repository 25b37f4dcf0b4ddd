import Foundation
import GRDB
import Model

/// The tables of the outbox. The server's copies lie in other tables.
enum OutboxTables {
    static func register(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("0.2.0 outbox") { try $0.execute(sql: tables) }
    }

    private static let tables = """
        -- The wanted values, one for each slot of a contact; the slots of the account have contact 0.
        CREATE TABLE pending_change (
            contact_id INTEGER NOT NULL,
            slot TEXT NOT NULL,
            change TEXT NOT NULL,
            PRIMARY KEY (contact_id, slot)
        -- With row numbers: SQLite tells observers of no change of a table without them.
        ) STRICT;
        -- The write of each contact that may be under way.
        CREATE TABLE attempt (contact_id INTEGER PRIMARY KEY, attempt TEXT NOT NULL) STRICT;
        -- The parts that changes name. No number is used again.
        CREATE TABLE part (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            contact_id INTEGER NOT NULL,
            kind TEXT NOT NULL,
            -- Null until the server has it.
            remote_id TEXT,
            -- An activity is a part of each contact that took part.
            UNIQUE (contact_id, kind, remote_id)
        ) STRICT;
        -- The contacts that were made here, that the server has no longer, or of which more is known than the copy
        -- shows. Those that were made here begin at 2^40, and no number is used again.
        CREATE TABLE outbox_contact (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            -- Null for a contact that came from the server.
            uuid TEXT UNIQUE,
            is_gone INTEGER NOT NULL DEFAULT 0,
            -- The server's values that the copy does not show; null for none.
            known TEXT
        ) STRICT;
        INSERT INTO sqlite_sequence (name, seq) VALUES ('outbox_contact', (1 << 40) - 1);
        -- Forms that were not saved.
        CREATE TABLE form_draft (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            -- Null for a new contact.
            contact_id INTEGER,
            form TEXT NOT NULL,
            -- In seconds since 1970.
            saved_at REAL NOT NULL
        ) STRICT;
        -- The photos that changes name: see PhotoTable.
        CREATE TABLE photo (
            -- The number of the part.
            id INTEGER PRIMARY KEY,
            contact_id INTEGER NOT NULL,
            name TEXT NOT NULL,
            -- Null for a photo that waits to be sent.
            address TEXT,
            -- Null for a photo of the server.
            bytes BLOB,
            -- In seconds since 1970.
            made_at REAL NOT NULL
        ) STRICT;
        CREATE INDEX photo_name ON photo (name);
        """

    /// The greatest number that a table gave. Throws where no number comes after it.
    static func lastNumber(of table: String, _ db: Database) throws -> Int64 {
        let statement = try db.cachedStatement(sql: "SELECT seq FROM sqlite_sequence WHERE name = ?")
        return try Row.fetchOne(statement, arguments: [table])?.number(atIndex: 0) ?? 0
    }

    /// A number for a contact that is made here, or for a contact of the server with a taken number.
    static func newContact(uuid: String?, _ db: Database) throws -> ContactID {
        // A damaged row may have the greatest number there is, after which SQLite gives none.
        let id = try lastNumber(of: "outbox_contact", db) + 1
        try run(db, "INSERT INTO outbox_contact (id, uuid) VALUES (?, ?)", [id, uuid])
        return ContactID(id)
    }

    /// The pending change of a slot; nil for none, and for an unreadable one.
    static func change(of slot: Slot, of contact: ContactID, _ db: Database) throws -> PendingChange? {
        let statement = try db.cachedStatement(
            sql: "SELECT change FROM pending_change WHERE contact_id = ? AND slot = ?")
        let row = try Row.fetchOne(statement, arguments: [contact.rawValue, slot.stored])
        return row.flatMap { try? StoredForm.value(of: try $0.decode(atIndex: 0)) }
    }

    /// The numbers of the parts of a contact.
    static func parts(of contact: ContactID, _ db: Database) throws -> PartBook {
        var book = PartBook(last: PartID(try lastNumber(of: "part", db)))
        let parts = try Row.fetchCursor(
            db.cachedStatement(sql: "SELECT id, kind, remote_id FROM part WHERE contact_id = ?"),
            arguments: [contact.rawValue])
        while let row = try parts.next() {
            guard let kind = PartKind(rawValue: try row.decode(forColumn: "kind")) else {
                throw StoredChangeError.unknown
            }
            guard let remote = try row.decode(String?.self, forColumn: "remote_id") else { continue }
            book.bind(PartID(try row.number(atIndex: 0)), to: RemoteID(remote), kind)
        }
        return book
    }

    /// The server's name of a part; nil until the server has it.
    static func remote(of part: PartID, _ db: Database) throws -> RemoteID? {
        let statement = try db.cachedStatement(sql: "SELECT remote_id FROM part WHERE id = ?")
        let row = try Row.fetchOne(statement, arguments: [part.rawValue])
        return try row?.decode(String?.self, atIndex: 0).map { RemoteID($0) }
    }

    /// The contact with a part of a kind: by its number here, or with a pending change of the server's part. Nil for none.
    static func owner(of kind: PartKind, _ number: Int, _ db: Database) throws -> ContactID? {
        let sql =
            number < 0
            ? "SELECT contact_id FROM part WHERE kind = ? AND id = -?"
            : """
            SELECT contact_id FROM part JOIN pending_change USING (contact_id)
            WHERE kind = ? AND remote_id = ? || '' AND slot = kind || ':' || part.id LIMIT 1
            """
        let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [kind.rawValue, number])
        return try row.map { ContactID(try $0.decode(atIndex: 0)) }
    }

    /// The server's values of a contact that its copy does not show.
    static func known(of contact: ContactID, _ db: Database) throws -> [SlotState] {
        let statement = try db.cachedStatement(sql: "SELECT known FROM outbox_contact WHERE id = ?")
        guard let row = try Row.fetchOne(statement, arguments: [contact.rawValue]) else { return [] }
        return try row.decode(String?.self, forColumn: "known").map { try StoredForm.value(of: $0) } ?? []
    }

    /// Stores the difference from one state of pending changes to the next.
    static func save(
        _ rows: [Slot: PendingChange], _ attempt: Attempt?, of contact: ContactID, over former: [Slot: PendingChange],
        _ formerAttempt: Attempt?, _ db: Database
    ) throws {
        let id = contact.rawValue
        for slot in former.keys where rows[slot] == nil {
            try run(db, "DELETE FROM pending_change WHERE contact_id = ? AND slot = ?", [id, slot.stored])
        }
        for (slot, row) in rows where former[slot] != row {
            try run(
                db, "REPLACE INTO pending_change (contact_id, slot, change) VALUES (?, ?, ?)",
                [id, slot.stored, try StoredForm(value: row).text()])
        }
        if let attempt, attempt != formerAttempt {
            let text = try StoredForm(value: attempt).text()
            try run(db, "REPLACE INTO attempt (contact_id, attempt) VALUES (?, ?)", [id, text])
        } else if attempt == nil, formerAttempt != nil {
            try run(db, "DELETE FROM attempt WHERE contact_id = ?", [id])
        }
    }

    /// Stores the numbers of the parts of a contact. A number counts as given as soon as a change names it.
    static func save(_ parts: PartBook, of contact: ContactID, naming slots: Set<Slot>, _ db: Database) throws {
        let old = try self.parts(of: contact, db)
        // A name of the server may move from one number to another.
        for (part, name) in old.names where parts.names[part] != name {
            try run(db, "UPDATE part SET remote_id = NULL WHERE id = ?", [part.rawValue])
        }
        for (part, name) in parts.names where old.names[part] != name {
            let (kind, remote) = (name.kind.rawValue, name.remote.rawValue)
            try run(
                db, "UPDATE part SET remote_id = NULL WHERE contact_id = ? AND kind = ? AND remote_id = ?",
                [contact.rawValue, kind, remote])
            try run(
                db,
                """
                INSERT INTO part (id, contact_id, kind, remote_id) VALUES (?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET remote_id = excluded.remote_id
                """, [part.rawValue, contact.rawValue, kind, remote])
        }
        for case .part(let kind, let part) in slots {
            try run(
                db, "INSERT OR IGNORE INTO part (id, contact_id, kind) VALUES (?, ?, ?)",
                [part.rawValue, contact.rawValue, kind.rawValue])
        }
    }

    /// Stores the rest of a contact; no row where there is no rest. `isNamed`: whether the server has it.
    static func save(
        known: [SlotState], uuid: String?, isGone: Bool, of contact: ContactID, isNamed: Bool, _ db: Database
    ) throws {
        let id = contact.rawValue
        if known.isEmpty, uuid == nil, !isGone, isNamed {
            return try run(db, "DELETE FROM outbox_contact WHERE id = ?", [id])
        }
        let text = known.isEmpty ? nil : try StoredForm(value: known).text()
        try run(
            db,
            """
            INSERT INTO outbox_contact (id, uuid, is_gone, known) VALUES (?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE
            SET uuid = excluded.uuid, is_gone = excluded.is_gone, known = excluded.known
            """, [id, uuid, isGone, text])
    }

    private static func run(_ db: Database, _ sql: String, _ arguments: StatementArguments) throws {
        try db.cachedStatement(sql: sql).execute(arguments: arguments)
    }
}
