import Foundation
import GRDB
import Model

/// The tables of the outbox. The server's copies lie in other tables.
enum OutboxTables {
    static func register(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("0.2.0 outbox") { try create($0) }
    }

    private static func create(_ db: Database) throws {
        try db.execute(
            sql: """
                -- The wanted values, one for each slot of a contact; the slots of the account have contact 0.
                CREATE TABLE pending_change (
                    contact_id INTEGER NOT NULL,
                    slot TEXT NOT NULL,
                    change TEXT NOT NULL,
                    PRIMARY KEY (contact_id, slot)
                ) STRICT, WITHOUT ROWID;
                -- The write of each contact that may be under way.
                CREATE TABLE attempt (contact_id INTEGER PRIMARY KEY, attempt TEXT NOT NULL) STRICT;
                -- The parts that changes name. No number is used again.
                CREATE TABLE part (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    contact_id INTEGER NOT NULL,
                    kind TEXT NOT NULL,
                    -- Null until the server has it.
                    remote_id TEXT,
                    UNIQUE (kind, remote_id)
                ) STRICT;
                CREATE INDEX part_by_contact ON part (contact_id);
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
                """)
    }

    /// Reads the changes of a contact into it. Throws for a row that this version does not know.
    static func load(_ db: Database, into contact: inout OutboxContact) throws {
        let id = [contact.id.rawValue]
        let changes = try Row.fetchCursor(
            db.cachedStatement(sql: "SELECT slot, change FROM pending_change WHERE contact_id = ?"),
            arguments: StatementArguments(id))
        while let row = try changes.next() {
            guard let slot = Slot(stored: try row.decode(forColumn: "slot")) else { throw StoredChangeError.unknown }
            contact.rows[slot] = try StoredForm.value(of: try row.decode(forColumn: "change"))
        }
        let attempt = try db.cachedStatement(sql: "SELECT attempt FROM attempt WHERE contact_id = ?")
        contact.attempt = try Row.fetchOne(attempt, arguments: StatementArguments(id)).map {
            try StoredForm.value(of: try $0.decode(forColumn: "attempt"))
        }
        let last = try Row.fetchOne(db, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'part'")
        contact.parts = PartBook(last: PartID(try last?.decode(forColumn: "seq") ?? 0))
        let parts = try Row.fetchCursor(
            db.cachedStatement(sql: "SELECT id, kind, remote_id FROM part WHERE contact_id = ?"),
            arguments: StatementArguments(id))
        while let row = try parts.next() {
            guard let kind = PartKind(rawValue: try row.decode(forColumn: "kind")) else {
                throw StoredChangeError.unknown
            }
            guard let remote = try row.decode(String?.self, forColumn: "remote_id") else { continue }
            contact.parts.bind(PartID(try row.decode(forColumn: "id")), to: RemoteID(remote), kind)
        }
        guard contact.parts.last.rawValue < .max else { throw StoredChangeError.damaged }
    }

    /// Stores the difference from one state of a contact to the next.
    static func save(_ db: Database, _ new: OutboxContact, over old: OutboxContact) throws {
        let id = new.id.rawValue
        for slot in old.rows.keys where new.rows[slot] == nil {
            try run(db, "DELETE FROM pending_change WHERE contact_id = ? AND slot = ?", [id, slot.stored])
        }
        for (slot, row) in new.rows where old.rows[slot] != row {
            let change = try StoredForm(value: row).text()
            try run(
                db, "REPLACE INTO pending_change (contact_id, slot, change) VALUES (?, ?, ?)",
                [id, slot.stored, change])
        }
        if let attempt = new.attempt, attempt != old.attempt {
            let text = try StoredForm(value: attempt).text()
            try run(db, "REPLACE INTO attempt (contact_id, attempt) VALUES (?, ?)", [id, text])
        } else if new.attempt == nil {
            try run(db, "DELETE FROM attempt WHERE contact_id = ?", [id])
        }
        try saveParts(db, new, old)
    }

    private static func saveParts(_ db: Database, _ new: OutboxContact, _ old: OutboxContact) throws {
        // A name of the server may move from one number to another.
        for (part, name) in old.parts.names where new.parts.names[part] != name {
            try run(db, "UPDATE part SET remote_id = NULL WHERE id = ?", [part.rawValue])
        }
        for (part, name) in new.parts.names where old.parts.names[part] != name {
            try run(
                db,
                """
                INSERT INTO part (id, contact_id, kind, remote_id) VALUES (?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET remote_id = excluded.remote_id
                """, [part.rawValue, new.id.rawValue, name.kind.rawValue, name.remote.rawValue])
        }
        // A number counts as given as soon as a row names it.
        for case .part(let kind, let part) in new.rows.keys where old.rows[.part(kind, part)] == nil {
            try run(
                db, "INSERT OR IGNORE INTO part (id, contact_id, kind) VALUES (?, ?, ?)",
                [part.rawValue, new.id.rawValue, kind.rawValue])
        }
    }

    private static func run(_ db: Database, _ sql: String, _ arguments: StatementArguments) throws {
        try db.cachedStatement(sql: sql).execute(arguments: arguments)
    }
}
