import Foundation
import GRDB

/// The tables, and how older ones become these.
///
/// A released migration never changes: it is literal SQL, and calls no code of the program. `Projection` derives all other
/// content than the server's answers anew when the program's rules are newer.
///
/// The name of a migration begins with the version of the program that brought it. An older program names this version in its
/// error. The migrations of 0.1.0 have no version.
enum DatabaseSchema {
    /// Throws `madeByNewer` for a database with tables that this program does not know.
    static func refuseNewer(_ database: some DatabaseReader) throws {
        let migrator = migrator
        let unknown = try database.read { db in
            try migrator.hasBeenSuperseded(db) ? migrator.appliedIdentifiers(db).subtracting(migrator.migrations) : nil
        }
        guard let unknown else { return }
        let versions = unknown.compactMap { $0.prefixMatch(of: /\d+\.\d+\.\d+/).map { String($0.0) } }
        throw ContactStoreError.madeByNewer(
            version: versions.max { $0.compare($1, options: .numeric) == .orderedAscending })
    }

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("contacts") { db in
            // The list reads every row at the start; the JSON, a hundred times as long, is in a table of its own.
            try db.execute(
                sql: """
                    CREATE TABLE contact (
                        id INTEGER PRIMARY KEY,
                        first_name TEXT,
                        last_name TEXT,
                        nickname TEXT,
                        display_name TEXT NOT NULL,
                        job TEXT,
                        company TEXT,
                        is_starred BOOLEAN NOT NULL,
                        is_deceased BOOLEAN NOT NULL,
                        is_archived BOOLEAN NOT NULL,
                        avatar_url TEXT,
                        avatar_source TEXT NOT NULL,
                        avatar_color TEXT,
                        last_activity REAL,
                        created_at REAL,
                        updated_at REAL
                    );
                    CREATE TABLE contact_json (
                        id INTEGER PRIMARY KEY REFERENCES contact(id) ON DELETE CASCADE,
                        json BLOB NOT NULL
                    );
                    -- The contacts that the full pass under way has met.
                    CREATE TABLE seen (id INTEGER PRIMARY KEY);
                    -- One row.
                    CREATE TABLE sync_state (
                        id INTEGER PRIMARY KEY CHECK (id = 1),
                        last_full_pass REAL,
                        newest_update REAL,
                        server_total INTEGER,
                        unlisted INTEGER NOT NULL DEFAULT 0,
                        next_page INTEGER,
                        pass_began REAL,
                        last_synchronised REAL
                    );
                    -- The tokens come folded and parted by spaces; what is not ASCII belongs to a token for the
                    -- tokenizer "ascii". Names have an index of their own: most searches end there. The order of the
                    -- tokens, which makes up half of an index, is kept in it alone.
                    CREATE VIRTUAL TABLE contact_name USING fts5(
                        name, nickname, tokenize = 'ascii', prefix = '1 2 3', columnsize = 0
                    );
                    CREATE VIRTUAL TABLE contact_search USING fts5(
                        name, nickname, company, job, mail, phone, other_contact, tag, note, how_we_met,
                        tokenize = 'ascii', prefix = '1 2 3', columnsize = 0, detail = column
                    );
                    CREATE TABLE contact_text (
                        id INTEGER PRIMARY KEY REFERENCES contact(id) ON DELETE CASCADE,
                        name TEXT, mail TEXT, phone TEXT, other_contact TEXT, tag TEXT, note TEXT, how_we_met TEXT
                    );
                    CREATE TRIGGER contact_deleted AFTER DELETE ON contact BEGIN
                        DELETE FROM contact_name WHERE rowid = old.id;
                        DELETE FROM contact_search WHERE rowid = old.id;
                    END;
                    """)
        }
        migrator.registerMigration("sections") { db in
            try db.execute(
                sql: """
                    -- What only the detail view shows: one of the lists that the server keeps about a contact.
                    CREATE TABLE contact_section (
                        contact_id INTEGER NOT NULL REFERENCES contact(id) ON DELETE CASCADE,
                        section TEXT NOT NULL,
                        json BLOB NOT NULL,
                        count INTEGER NOT NULL,
                        loaded_at REAL NOT NULL,
                        PRIMARY KEY (contact_id, section)
                    );
                    """)
        }
        migrator.registerMigration("archived questions") { db in
            try db.execute(
                sql: """
                    -- When the server was last asked for an archived contact, which is in none of its lists.
                    CREATE TABLE archived_question (
                        id INTEGER PRIMARY KEY REFERENCES contact(id) ON DELETE CASCADE,
                        asked_at REAL NOT NULL
                    );
                    """)
        }
        migrator.registerMigration("days") { db in
            try db.execute(
                sql: """
                    -- Without those of whom only the age is known. The year is null where it is unknown.
                    CREATE TABLE birthday (
                        contact_id INTEGER PRIMARY KEY REFERENCES contact(id) ON DELETE CASCADE,
                        -- 100 times the month, and the day.
                        month_day INTEGER NOT NULL,
                        year INTEGER
                    );
                    CREATE INDEX birthday_by_day ON birthday (month_day);
                    CREATE TABLE keep_in_touch (
                        contact_id INTEGER PRIMARY KEY REFERENCES contact(id) ON DELETE CASCADE,
                        due REAL NOT NULL
                    );
                    -- Of all contacts; also of some that are not stored yet.
                    CREATE TABLE reminder (
                        id INTEGER PRIMARY KEY,
                        contact_id INTEGER NOT NULL,
                        title TEXT NOT NULL,
                        frequency TEXT NOT NULL,
                        frequency_number INTEGER NOT NULL,
                        initial_date REAL NOT NULL,
                        is_automatic BOOLEAN NOT NULL
                    );
                    -- One row: when all reminders were last read.
                    CREATE TABLE reminder_state (id INTEGER PRIMARY KEY CHECK (id = 1), loaded_at REAL NOT NULL);
                    """)
        }
        migrator.registerMigration("0.2.0 projection") { db in
            try db.execute(
                sql: """
                    -- By which rules the columns, the search and the days of a contact were derived from the stored
                    -- copy; contacts of 0.1.0 are not here. Apart from the copies, whose rows are long.
                    CREATE TABLE contact_projection (
                        id INTEGER PRIMARY KEY REFERENCES contact(id) ON DELETE CASCADE,
                        version INTEGER NOT NULL
                    ) STRICT;
                    -- One row: the rules by which all contacts were derived the last time.
                    CREATE TABLE projection_state (
                        id INTEGER PRIMARY KEY CHECK (id = 1), version INTEGER NOT NULL
                    ) STRICT;
                    """)
        }
        migrator.registerMigration("0.2.0 years of the dead") { db in
            try db.execute(
                sql: """
                    -- Null for the living, and where they are unknown.
                    ALTER TABLE contact ADD COLUMN birth_year INTEGER;
                    ALTER TABLE contact ADD COLUMN death_year INTEGER;
                    """)
        }
        migrator.registerMigration("0.2.0 form choices") { db in
            try db.execute(
                sql: """
                    -- One row: what the forms of contacts choose from, and when it was read.
                    CREATE TABLE form_choices (
                        id INTEGER PRIMARY KEY CHECK (id = 1),
                        choices BLOB NOT NULL,
                        loaded_at REAL NOT NULL
                    ) STRICT;
                    """)
        }
        migrator.registerMigration("0.2.0 local contacts") { db in
            try db.execute(
                sql: """
                    -- What the server calls the contact; null until it knows it. Contacts that came from the server have
                    -- the same number here as there, those that were made here one of outbox_contact.
                    ALTER TABLE contact ADD COLUMN remote_id TEXT;
                    UPDATE contact SET remote_id = CAST(id AS TEXT);
                    CREATE UNIQUE INDEX contact_by_remote_id ON contact (remote_id);
                    -- Deleted here, and perhaps not on the server yet.
                    ALTER TABLE contact ADD COLUMN is_hidden BOOLEAN NOT NULL DEFAULT 0;
                    -- The difference that pending changes make: see ContactOverlay.
                    CREATE TABLE contact_overlay (
                        id INTEGER PRIMARY KEY REFERENCES contact(id) ON DELETE CASCADE,
                        overlay BLOB NOT NULL
                    ) STRICT;
                    """)
        }
        migrator.registerMigration("0.2.0 beginning of the list") { db in
            try db.execute(
                sql: """
                    -- At most one row: see ListBeginning.
                    CREATE TABLE list_beginning (
                        id INTEGER PRIMARY KEY CHECK (id = 1),
                        sort_key TEXT NOT NULL,
                        starred_first INTEGER NOT NULL,
                        includes_archived INTEGER NOT NULL,
                        -- Numbers of contacts in their order, with spaces between.
                        contacts TEXT NOT NULL,
                        whole_count INTEGER NOT NULL
                    ) STRICT;
                    """)
        }
        CopySchema.register(&migrator)
        migrator.registerMigration("0.2.0 user") { db in
            try db.execute(
                sql: """
                    -- One row: the contact that is the user, null if none is; none where it is not known.
                    CREATE TABLE user_contact (id INTEGER PRIMARY KEY CHECK (id = 1), contact_id INTEGER) STRICT;
                    """)
        }
        migrator.registerMigration("0.2.0 partial contacts") { db in
            try db.execute(
                sql: """
                    -- Exists only as somebody's relation: named there, shown and edited by itself, and in no list.
                    ALTER TABLE contact ADD COLUMN is_partial BOOLEAN NOT NULL DEFAULT 0;
                    """)
        }
        SearchSchema.register(&migrator)
        ContactDays.register(&migrator)
        migrator.registerMigration("0.2.0 size of pages") { db in
            try db.execute(
                sql: """
                    -- How many contacts the server sends at once, and since when; null for as many as any does.
                    ALTER TABLE sync_state ADD COLUMN page_size INTEGER;
                    ALTER TABLE sync_state ADD COLUMN page_size_since REAL;
                    """)
        }
        OutboxTables.register(&migrator)
        migrator.registerMigration("0.2.0 lists of the account") { db in
            try db.execute(
                sql: """
                    -- When a section was last read for all contacts together.
                    CREATE TABLE account_list (section TEXT PRIMARY KEY, loaded_at REAL NOT NULL) STRICT;
                    """)
        }
        ContactTags.register(&migrator)
        DayEntries.register(&migrator)
        migrator.registerMigration("0.2.0 last call") { db in
            try db.execute(
                sql: """
                    -- Before, last_activity was the later one of the last call and the last activity.
                    ALTER TABLE contact ADD COLUMN last_called REAL;
                    """)
        }
        return migrator
    }
}
