import GRDB

/// The tables of edits, apart from those of the server's copies.
enum EditSchema {
    static func register(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("0.2.0 edits") { db in
            try db.execute(
                sql: """
                    -- The contacts that edits and drafts name. Those that came from the server have the number here
                    -- that they have there; the others have numbers that no server gives. No number is used again.
                    CREATE TABLE edit_contact (
                        id INTEGER PRIMARY KEY AUTOINCREMENT,
                        -- Null until the server knows the contact.
                        remote_id TEXT UNIQUE,
                        -- The server has it no more.
                        is_gone INTEGER NOT NULL DEFAULT 0
                    ) STRICT;
                    INSERT INTO sqlite_sequence (name, seq) VALUES ('edit_contact', 1099511627776);
                    -- The fields, addresses and relationships that edits name.
                    CREATE TABLE edit_part (
                        id INTEGER PRIMARY KEY AUTOINCREMENT,
                        kind TEXT NOT NULL,
                        contact_id INTEGER NOT NULL,
                        remote_id TEXT,
                        UNIQUE (kind, remote_id)
                    ) STRICT;
                    -- In the order in which they are sent.
                    CREATE TABLE edit (
                        id INTEGER PRIMARY KEY AUTOINCREMENT,
                        -- The server and the user; edits of another are not sent.
                        account TEXT NOT NULL,
                        contact_id INTEGER NOT NULL,
                        kind TEXT NOT NULL,
                        -- For each value what was before and after.
                        change BLOB NOT NULL,
                        state TEXT NOT NULL
                            CHECK (state IN ('waiting', 'sending', 'sent', 'refused', 'conflicting')),
                        attempts INTEGER NOT NULL DEFAULT 0,
                        issue TEXT,
                        -- Edits that must be carried out before, by their numbers.
                        needs TEXT NOT NULL,
                        -- By a clock of this computer that begins anew when it starts.
                        not_before REAL NOT NULL,
                        -- All that the edit names, with the server's names: by these it is known in another database.
                        names TEXT NOT NULL,
                        -- What its tries have left.
                        progress BLOB,
                        -- What is undone once it is settled.
                        undo BLOB
                    ) STRICT;
                    CREATE INDEX edit_by_contact ON edit (contact_id);
                    -- Forms that were not saved.
                    CREATE TABLE draft (
                        id INTEGER PRIMARY KEY AUTOINCREMENT,
                        account TEXT NOT NULL,
                        -- Null for a new contact.
                        contact_id INTEGER UNIQUE,
                        form BLOB NOT NULL,
                        names TEXT NOT NULL,
                        saved_at REAL NOT NULL
                    ) STRICT;
                    """)
        }
    }

    /// What came to the tables later.
    static func registerLater(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("0.2.0 times of edits") { db in
            try db.execute(
                sql: """
                    -- When somebody made the change; null for those from before.
                    ALTER TABLE edit ADD COLUMN made_at REAL;
                    """)
        }
    }

    /// What is told of edits that are there no more.
    static func registerNotices(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("0.2.0 notices of edits") { db in
            try db.execute(
                sql: """
                    -- What the server made of an edit that it carried out, where that differs from what was meant.
                    CREATE TABLE edit_notice (
                        -- The edit's, which is there no more.
                        id INTEGER PRIMARY KEY,
                        account TEXT NOT NULL,
                        contact_id INTEGER NOT NULL,
                        change BLOB NOT NULL,
                        -- What the server has.
                        found BLOB NOT NULL,
                        made_at REAL
                    ) STRICT;
                    """)
        }
    }

    /// What deletions leave to be done.
    static func registerPhotos(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("0.2.0 photos of deleted contacts") { db in
            try db.execute(
                sql: """
                    -- On the server; they go after their contacts.
                    CREATE TABLE edit_photo (
                        id INTEGER PRIMARY KEY AUTOINCREMENT,
                        account TEXT NOT NULL,
                        remote_id TEXT NOT NULL
                    ) STRICT;
                    """)
        }
    }

    /// What processes beside the one that sends must know of its writes.
    static func registerEnds(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("0.2.0 ends of writes") { db in
            try db.execute(
                sql: """
                    -- When the last write of a contact ended: whatever was asked for before is old.
                    CREATE TABLE edit_end (
                        remote_id TEXT PRIMARY KEY NOT NULL,
                        -- By the clock of not_before.
                        ended_at REAL NOT NULL
                    ) STRICT;
                    """)
        }
    }

    /// What the server lets accounts do.
    static func registerRights(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("0.2.0 rights of accounts") { db in
            try db.execute(
                sql: """
                    -- Accounts that may change nothing on their servers.
                    CREATE TABLE edit_refusal (
                        account TEXT PRIMARY KEY NOT NULL,
                        -- Why.
                        issue TEXT NOT NULL
                    ) STRICT;
                    """)
        }
    }

    /// Forms of the same contact, in two windows or processes, have a draft each.
    static func registerDrafts(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("0.2.0 drafts of each form") { db in
            try db.execute(
                sql: """
                    CREATE TABLE new_draft (
                        id INTEGER PRIMARY KEY AUTOINCREMENT,
                        account TEXT NOT NULL,
                        -- Null for a new contact.
                        contact_id INTEGER,
                        form BLOB NOT NULL,
                        names TEXT NOT NULL,
                        saved_at REAL NOT NULL
                    ) STRICT;
                    -- No number is used again.
                    INSERT INTO sqlite_sequence (name, seq)
                        SELECT 'new_draft', seq FROM sqlite_sequence WHERE name = 'draft';
                    INSERT INTO new_draft (id, account, contact_id, form, names, saved_at)
                        SELECT id, account, contact_id, form, names, saved_at FROM draft;
                    DROP TABLE draft;
                    ALTER TABLE new_draft RENAME TO draft;
                    CREATE INDEX draft_by_contact ON draft (contact_id);
                    """)
        }
    }
}
