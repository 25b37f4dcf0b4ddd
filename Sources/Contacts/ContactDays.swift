import Foundation
import GRDB
import MonicaAPI

/// The days of contacts by which they are looked for: birthdays, and when to be in touch again.
enum ContactDays {
    static func create(_ db: Database) throws {
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
        let stored = try Data.fetchCursor(db, sql: "SELECT json FROM contact_json")
        while let json = try stored.next() {
            // What was stored was read before; a contact that cannot be read any more has no days.
            if let contact = try? Contact(json: json) { try update(db, contact) }
        }
    }

    static func update(_ db: Database, _ contact: Contact) throws {
        let id = contact.id
        if let birthdate = contact.birthdate, !birthdate.isAgeBased {
            let sql = "REPLACE INTO birthday (contact_id, month_day, year) VALUES (?, ?, ?)"
            try db.cachedStatement(sql: sql).execute(
                arguments: [id, monthDay(birthdate.month, birthdate.day), birthdate.year])
        } else {
            try db.cachedStatement(sql: "DELETE FROM birthday WHERE contact_id = ?").execute(arguments: [id])
        }
        if let due = contact.stayInTouchDue {
            let sql = "REPLACE INTO keep_in_touch (contact_id, due) VALUES (?, ?)"
            try db.cachedStatement(sql: sql).execute(arguments: [id, due.stored])
        } else {
            try db.cachedStatement(sql: "DELETE FROM keep_in_touch WHERE contact_id = ?").execute(arguments: [id])
        }
    }

    static func monthDay(_ month: Int, _ day: Int) -> Int { 100 * month + day }
}
