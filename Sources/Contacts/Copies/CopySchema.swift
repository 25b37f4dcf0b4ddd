import GRDB

/// The tables of version 2 of the server's copies: compressed, without pictures inside.
enum CopySchema {
    static func register(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("0.2.0 compressed copies") { db in
            try db.execute(
                sql: """
                    -- Drawn faces of contacts, which come inside the server's copies; the same face once.
                    CREATE TABLE face (
                        id INTEGER PRIMARY KEY,
                        -- SHA-256 of the URL.
                        digest BLOB NOT NULL UNIQUE,
                        -- The data: URL, stored as the copies are.
                        url BLOB NOT NULL
                    ) STRICT;
                    CREATE TABLE contact_face (
                        contact_id INTEGER PRIMARY KEY REFERENCES contact(id) ON DELETE CASCADE,
                        face_id INTEGER NOT NULL REFERENCES face(id)
                    ) STRICT;
                    CREATE INDEX contact_face_by_face ON contact_face (face_id);
                    CREATE TRIGGER contact_face_changed AFTER UPDATE ON contact_face BEGIN
                        DELETE FROM face WHERE id = old.face_id
                        AND NOT EXISTS (SELECT 1 FROM contact_face WHERE face_id = old.face_id);
                    END;
                    CREATE TRIGGER contact_face_deleted AFTER DELETE ON contact_face BEGIN
                        DELETE FROM face WHERE id = old.face_id
                        AND NOT EXISTS (SELECT 1 FROM contact_face WHERE face_id = old.face_id);
                    END;
                    -- One row while copies of version 1 may be left: those of contacts behind this one.
                    CREATE TABLE copy_conversion (
                        id INTEGER PRIMARY KEY CHECK (id = 1),
                        last_contact INTEGER NOT NULL
                    ) STRICT;
                    INSERT INTO copy_conversion (id, last_contact)
                    SELECT 1, -9223372036854775808 WHERE EXISTS (SELECT 1 FROM contact);
                    """)
        }
    }
}
