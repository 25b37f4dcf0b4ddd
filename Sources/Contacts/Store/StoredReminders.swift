public import Foundation
import GRDB
public import Model

extension ContactStore {
    /// Replaces the stored reminders. A list that is not whole replaces only the reminders of its contacts.
    public func replaceReminders(
        with reminders: [ContactReminder], isWhole: Bool = true, loadedAt: Date = .now
    ) async throws(ContactStoreError) {
        try await writeNews { db, _ in
            let entries = try reminders.compactMap { entry in
                try LocalNames.local(RemoteID(String(entry.contactID)), db).map { ($0, entry.reminder) }
            }
            let contacts = Set(entries.map { $0.0 }).map { "\($0)" }.joined(separator: ",")
            try db.execute(sql: "DELETE FROM reminder" + (isWhole ? "" : " WHERE contact_id IN (\(contacts))"))
            for (contact, reminder) in entries { try reminder.save(db, contactID: contact) }
            try db.execute(
                sql: "REPLACE INTO reminder_state (id, loaded_at) VALUES (1, ?)", arguments: [loadedAt.stored])
        }
        changes.listsChanged()
    }

    /// Whether any reminder of a contact is stored. A reminder of the list of all contacts has no stored section.
    func hasReminders(ofContact id: Int) async throws(ContactStoreError) -> Bool {
        try await read { db in
            let sql = "SELECT EXISTS (SELECT 1 FROM reminder WHERE contact_id = ?)"
            return try Bool.fetchOne(db, sql: sql, arguments: [id]) ?? false
        }
    }

    /// The contacts with reminders that were sent after the last reading of this section.
    func contactsWithSentReminders() async throws(ContactStoreError) -> [Int] {
        try await read { try ContactSection.reminders.contactsWithSentEntries($0) }
    }

    /// When all reminders were last read; nil if they never were.
    public func remindersLoadedAt() async throws(ContactStoreError) -> Date? {
        Date(stored: try await read { try Double.fetchOne($0, sql: "SELECT loaded_at FROM reminder_state") })
    }
}

extension Reminder {
    /// Stores the reminder of a contact. A reminder without a day never comes.
    func save(_ db: Database, contactID: Int) throws {
        guard let initialDate else { return }
        let insert = """
            INSERT OR IGNORE INTO reminder
                (id, contact_id, title, frequency, frequency_number, initial_date, is_automatic)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """
        let (frequency, number) = frequency.stored
        try db.cachedStatement(sql: insert).execute(
            arguments: [id, contactID, title, frequency, number, initialDate.stored, isAutomatic])
    }
}

extension ContactReminder {
    /// The reminders of listed contacts, in no particular order. It leaves out the server's automatic reminder of a living
    /// contact's birthday: the birthday says the same.
    static func fetchListed(_ db: Database) throws -> [ContactReminder] {
        let sql = """
            SELECT reminder.id, reminder.contact_id, title, frequency, frequency_number, initial_date, is_automatic
            FROM reminder JOIN contact ON contact.id = reminder.contact_id
            LEFT JOIN birthday ON birthday.contact_id = contact.id
            WHERE \(ContactSummary.isListed) AND NOT is_archived AND NOT (
                is_automatic AND NOT is_deceased
                AND CAST(strftime('%m%d', initial_date, 'unixepoch') AS INTEGER) IS month_day)
            """
        return try Row.fetchAll(db, sql: sql).map { row in
            ContactReminder(
                contactID: try row.decode(atIndex: 1),
                reminder: Reminder(
                    id: try row.decode(atIndex: 0), title: try row.decode(atIndex: 2),
                    frequency: Reminder.Frequency(stored: try row.decode(atIndex: 3), try row.decode(atIndex: 4)),
                    initialDate: Date(stored: try row.decode(atIndex: 5)), isAutomatic: try row.decode(atIndex: 6)))
        }
    }
}

extension Reminder.Frequency {
    fileprivate var stored: (String, Int) {
        switch self {
        case .once: ("once", 1)
        case .weeks(let count): ("week", count)
        case .months(let count): ("month", count)
        case .years(let count): ("year", count)
        }
    }

    /// More than any server has.
    private static let maxCount = 10_000

    fileprivate init(stored name: String, _ count: Int) {
        self =
            switch (name, (1...Self.maxCount).contains(count)) {
            case ("week", true): .weeks(count)
            case ("month", true): .months(count)
            case ("year", true): .years(count)
            default: .once
            }
    }
}
