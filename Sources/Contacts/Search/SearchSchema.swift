import GRDB

/// The tables of the search with all that a contact's page shows.
enum SearchSchema {
    static func register(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("0.2.0 search of the whole page") { db in
            // The former words stay in the index until the projection is renewed. SQLite cannot add columns to an index.
            try db.execute(
                sql: """
                    ALTER TABLE contact_text ADD COLUMN relative TEXT;
                    ALTER TABLE contact_text ADD COLUMN address TEXT;
                    ALTER TABLE contact_text ADD COLUMN description TEXT;
                    ALTER TABLE contact_text ADD COLUMN food TEXT;
                    ALTER TABLE contact_text ADD COLUMN gift TEXT;
                    ALTER TABLE contact_text ADD COLUMN activity TEXT;
                    ALTER TABLE contact_text ADD COLUMN call TEXT;
                    ALTER TABLE contact_text ADD COLUMN reminder TEXT;
                    ALTER TABLE contact_text ADD COLUMN task TEXT;
                    ALTER TABLE contact_text ADD COLUMN debt TEXT;
                    ALTER TABLE contact_text ADD COLUMN pet TEXT;
                    ALTER TABLE contact_text ADD COLUMN life_event TEXT;
                    ALTER TABLE contact_text ADD COLUMN conversation TEXT;
                    ALTER TABLE contact_text ADD COLUMN document TEXT;
                    -- Not by renaming, which would change the trigger that empties them.
                    CREATE TABLE former_name AS SELECT rowid AS id, name, nickname FROM contact_name;
                    DROP TABLE contact_name;
                    -- The last column has the names as they can be written otherwise.
                    CREATE VIRTUAL TABLE contact_name USING fts5(
                        name, nickname, spelling, tokenize = 'ascii', prefix = '1 2 3', columnsize = 0
                    );
                    INSERT INTO contact_name (rowid, name, nickname, spelling)
                        SELECT id, name, nickname, '' FROM former_name;
                    DROP TABLE former_name;
                    CREATE TABLE former_search AS SELECT rowid AS id, name, nickname, company, job, mail, phone,
                        other_contact, tag, note, how_we_met FROM contact_search;
                    DROP TABLE contact_search;
                    CREATE VIRTUAL TABLE contact_search USING fts5(
                        name, nickname, company, job, mail, phone, other_contact, tag, note, how_we_met, relative,
                        address, description, food, gift, activity, call, reminder, task, debt, pet, life_event,
                        conversation, document,
                        tokenize = 'ascii', prefix = '1 2 3', columnsize = 0, detail = column
                    );
                    INSERT INTO contact_search (rowid, name, nickname, company, job, mail, phone, other_contact, tag,
                            note, how_we_met, relative, address, description, food, gift, activity, call, reminder,
                            task, debt, pet, life_event, conversation, document)
                        SELECT id, name, nickname, company, job, mail, phone, other_contact, tag, note, how_we_met,
                            '', '', '', '', '', '', '', '', '', '', '', '', '', '' FROM former_search;
                    DROP TABLE former_search;
                    """)
        }
    }
}
