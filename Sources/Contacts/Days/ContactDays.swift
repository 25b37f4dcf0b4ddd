import GRDB
import Model

/// The days of contacts by which they are looked for: birthdays, and when to be in touch again.
enum ContactDays {
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
