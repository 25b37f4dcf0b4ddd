import GRDB

/// The tables, and how older ones become these.
enum Schema {
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
                    """)
            try SearchIndex.create(db)
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
        migrator.registerMigration("days", migrate: ContactDays.create)
        return migrator
    }
}
