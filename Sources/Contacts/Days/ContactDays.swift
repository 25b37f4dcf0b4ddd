import GRDB
import Model

/// The stored days of contacts: birthdays, also of relatives, and days of the next contact.
enum ContactDays {
    static func register(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("0.2.0 birthdays of relatives") { db in
            try db.execute(
                sql: """
                    -- Of people who exist only as a relation of a contact.
                    CREATE TABLE relative_birthday (
                        contact_id INTEGER NOT NULL REFERENCES contact(id) ON DELETE CASCADE,
                        relative_id INTEGER NOT NULL,
                        name TEXT NOT NULL,
                        -- The server's word for the relation; null where there is none.
                        relation TEXT,
                        -- "man", "woman" or null.
                        gender TEXT,
                        -- 100 times the month, and the day; 0 where the relative has no birthday any more.
                        month_day INTEGER NOT NULL,
                        -- Null where it is unknown.
                        year INTEGER,
                        PRIMARY KEY (contact_id, relative_id)
                    ) STRICT, WITHOUT ROWID;
                    CREATE INDEX relative_birthday_by_day ON relative_birthday (month_day);
                    CREATE INDEX relative_birthday_by_relative ON relative_birthday (relative_id);
                    """)
        }
    }

    static func update(_ db: Database, _ contact: Contact) throws {
        let id = contact.id
        let birthdate = contact.birthdate.flatMap { $0.isAgeBased ? nil : $0 }
        try removeFormerReminder(db, contactID: id, monthDay: birthdate?.monthDay)
        if let birthdate {
            let sql = "REPLACE INTO birthday (contact_id, month_day, year) VALUES (?, ?, ?)"
            try db.cachedStatement(sql: sql).execute(arguments: [id, birthdate.monthDay, birthdate.year])
        } else {
            try db.cachedStatement(sql: "DELETE FROM birthday WHERE contact_id = ?").execute(arguments: [id])
        }
        if contact.isPartial {
            let sql = "UPDATE relative_birthday SET name = ?, month_day = ?, year = ? WHERE relative_id = ?"
            let monthDay = contact.isDeceased ? 0 : birthdate?.monthDay ?? 0
            try db.cachedStatement(sql: sql).execute(
                arguments: [contact.displayName, monthDay, birthdate?.year, id])
        }
        try updateRelatives(db, of: contact)
        if let due = contact.stayInTouchDue {
            let sql = "REPLACE INTO keep_in_touch (contact_id, due) VALUES (?, ?)"
            try db.cachedStatement(sql: sql).execute(arguments: [id, due.stored])
        } else {
            try db.cachedStatement(sql: "DELETE FROM keep_in_touch WHERE contact_id = ?").execute(arguments: [id])
        }
    }

    static func monthDay(_ month: Int, _ day: Int) -> Int { 100 * month + day }

    /// Each partial contact in the relationships gets a row, also without a birthday: see `RelationHolder`.
    private static func updateRelatives(_ db: Database, of contact: Contact) throws {
        try db.cachedStatement(sql: "DELETE FROM relative_birthday WHERE contact_id = ?").execute(
            arguments: [contact.id])
        for relationship in contact.relationships where relationship.contact.isPartial {
            let relative = relationship.contact
            let shown = try shown(relative, db)
            let sql = """
                INSERT OR IGNORE INTO relative_birthday
                    (contact_id, relative_id, name, relation, gender, month_day, year) VALUES (?, ?, ?, ?, ?, ?, ?)
                """
            try db.cachedStatement(sql: sql).execute(
                arguments: [
                    contact.id, relative.id, shown.name, relationship.name, relative.genderType?.stored,
                    shown.monthDay, shown.year,
                ])
        }
    }

    /// The name of a relative, and its birthday, 0 without one. The relative's own copy, with its edits, counts more than
    /// the contact's.
    private static func shown(
        _ relative: ContactReference, _ db: Database
    ) throws -> (name: String, monthDay: Int, year: Int?) {
        let sql = """
            SELECT display_name, is_deceased, month_day, year FROM contact LEFT JOIN birthday ON contact_id = id
            WHERE id = ? AND is_partial
            """
        guard let own = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [relative.id]) else {
            let birthdate = relative.birthdate.flatMap { $0.isAgeBased || relative.isDeceased ? nil : $0 }
            return (relative.displayName, birthdate?.monthDay ?? 0, birthdate?.year)
        }
        let name: String = try own.decode(atIndex: 0)
        if try own.decode(Bool.self, atIndex: 1) { return (name, 0, nil) }
        return (name, try own.decode(Int?.self, atIndex: 2) ?? 0, try own.decode(Int?.self, atIndex: 3))
    }

    /// The server moves its own reminder with the birthday. All reminders are read once a day.
    private static func removeFormerReminder(_ db: Database, contactID: Int, monthDay: Int?) throws {
        let sql = "SELECT month_day FROM birthday WHERE contact_id = ?"
        guard let former = try Int.fetchOne(db.cachedStatement(sql: sql), arguments: [contactID]), former != monthDay
        else { return }
        try db.execute(
            sql: """
                DELETE FROM reminder WHERE contact_id = ? AND is_automatic
                    AND CAST(strftime('%m%d', initial_date, 'unixepoch') AS INTEGER) = ?
                """,
            arguments: [contactID, former])
    }
}

extension SpecialDate {
    fileprivate var monthDay: Int { ContactDays.monthDay(month, day) }
}

extension GenderType {
    /// Nil for a gender that no relation is named by.
    fileprivate var stored: String? {
        switch self {
        case .man: "man"
        case .woman: "woman"
        case .other, .unknown, .notStated: nil
        }
    }

    /// Nil for no stored one.
    init?(storedOfRelative text: String?) {
        switch text {
        case "man": self = .man
        case "woman": self = .woman
        default: return nil
        }
    }
}
