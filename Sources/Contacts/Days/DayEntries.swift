import GRDB
import Model

/// The reminders and the open tasks of all contacts.
///
/// The server's lists fill the tables once a day. A section of a contact that is read meanwhile takes the place of the
/// contact's rows. Pending changes come on top when the tables are read.
enum DayEntries {
    static func register(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("0.2.0 open tasks and journal") { db in
            try db.execute(
                sql: """
                    CREATE TABLE open_task (
                        contact_id INTEGER NOT NULL REFERENCES contact(id) ON DELETE CASCADE,
                        -- The server's number of the task.
                        id INTEGER NOT NULL,
                        title TEXT NOT NULL,
                        PRIMARY KEY (contact_id, id)
                    ) STRICT, WITHOUT ROWID;
                    -- The latest entries of the user's journal.
                    CREATE TABLE journal_entry (
                        id INTEGER PRIMARY KEY, title TEXT, text TEXT NOT NULL, written_at REAL
                    ) STRICT;
                    """)
        }
    }

    /// Takes over sections of a contact as they are stored now.
    static func update(
        _ db: Database, from sections: [ContactSection], ofContact id: Int, by decoder: any ContactDecoder
    ) throws {
        for section in sections {
            switch section {
            case .reminders:
                try removeReminders(db, ofContact: id)
                for reminder in try ContactSections.fetchCopy(db, section, contactID: id, by: decoder).reminders {
                    try reminder.save(db, contactID: id)
                }
            case .tasks:
                try db.cachedStatement(sql: "DELETE FROM open_task WHERE contact_id = ?").execute(arguments: [id])
                let insert = "INSERT OR IGNORE INTO open_task (contact_id, id, title) VALUES (?, ?, ?)"
                for task in try ContactSections.fetchCopy(db, section, contactID: id, by: decoder).tasks {
                    guard !task.isCompleted, let number = task.id else { continue }
                    try db.cachedStatement(sql: insert).execute(arguments: [id, number, task.title])
                }
            default: break
            }
        }
    }

    /// Returns how many reminders the contact had.
    @discardableResult
    static func removeReminders(_ db: Database, ofContact id: Int) throws -> Int {
        try db.cachedStatement(sql: "DELETE FROM reminder WHERE contact_id = ?").execute(arguments: [id])
        return db.changesCount
    }

    /// The reminders of contacts by the contact's number, as they are shown: see `ContactReminder.fetchListed`.
    static func reminders(_ db: Database) throws -> [Int: [Reminder]] {
        var entries: [Int: ContactSections] = [:]
        for entry in try ContactReminder.fetchListed(db) {
            entries[entry.contactID, default: ContactSections()].reminders.append(entry.reminder)
        }
        try change(&entries, .reminder, db)
        return entries.mapValues(\.reminders)
    }

    /// The open tasks of listed contacts by the contact's number, as they are shown.
    static func openTasks(_ db: Database) throws -> [Int: [ContactTask]] {
        var entries: [Int: ContactSections] = [:]
        let sql = """
            SELECT contact_id, open_task.id, title FROM open_task JOIN contact ON contact.id = contact_id
            WHERE \(ContactSummary.isListed) AND NOT is_archived
            """
        for row in try Row.fetchAll(db, sql: sql) {
            entries[try row.decode(atIndex: 0), default: ContactSections()].tasks.append(
                ContactTask(id: try row.decode(atIndex: 1), title: try row.decode(atIndex: 2)))
        }
        try change(&entries, .task, db)
        return entries.mapValues { $0.tasks.filter { !$0.isCompleted } }.filter { !$0.value.isEmpty }
    }

    /// Puts the pending changes of a kind on top. An archived contact gets none.
    private static func change(_ entries: inout [Int: ContactSections], _ kind: PartKind, _ db: Database) throws {
        let sql = """
            SELECT id FROM contact_overlay JOIN contact USING (id)
            WHERE instr(overlay, CAST(? AS BLOB)) AND \(ContactSummary.isListed) AND NOT is_archived
            """
        for id in try Int.fetchAll(db, sql: sql, arguments: ["\"\(kind.rawValue)\""]) {
            try ContactOverlay.fetch(db, contactID: id)?.apply(to: &entries[id, default: ContactSections()], db)
        }
    }
}
