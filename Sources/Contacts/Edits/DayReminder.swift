import GRDB
import Model

/// The yearly reminder of a contact's day after a request.
struct DayReminder: Hashable {
    let contact: ContactID
    let key: ContactKey
    /// The day before the request, as far as it is another one.
    let former: ContactDay?
    /// The day with its reminder; nil where the server does not remind of it.
    let day: ContactDay?
}

extension EditBook {
    /// Stores which reminders a request has made and taken away: all of them are read but once a day.
    mutating func noteReminders(of edit: Edit) {
        let switches: [ContactKey: Bool]
        switch edit.change {
        case .create(let creation): switches = Dictionary(uniqueKeysWithValues: creation.reminders.map { ($0, true) })
        case .values(let change): switches = change.reminders
        default: return
        }
        let days = [ContactKey.birthday, .death, .metOn]
        for key in days where edit.touched.contains(key) || switches[key] != nil {
            let copy = storedCopy(edit.contact)
            let value = edit.creation?.values[key] ?? edit.deltas[key].map(\.after) ?? copy?.values[key]
            let former = (edit.deltas[key]?.before ?? copy?.values[key])?.remindableDay
            let isOn = switches[key] ?? edit.progress.remindersSent.contains(key)
            let reminder = DayReminder(
                contact: edit.contact, key: key, former: former, day: isOn ? value?.remindableDay : nil)
            copyChanges.append(.reminder(reminder))
        }
    }
}

extension StoreCopies {
    func setReminder(_ reminder: DayReminder, _ db: Database) throws {
        // Without any that was read nothing is known of others.
        guard try Bool.fetchOne(db, sql: "SELECT 1 FROM reminder_state") ?? false else { return }
        // The server makes reminders of deaths as if a person had written them, with the name in the title.
        let isAutomatic = reminder.key != .death
        for day in Set([reminder.former, reminder.day]).compactMap({ $0?.monthDay }) {
            try db.execute(
                sql: """
                    DELETE FROM reminder WHERE contact_id = ? AND is_automatic = ? AND frequency = 'year'
                    AND frequency_number = 1 AND strftime('%m-%d', initial_date, 'unixepoch') = ?
                    AND (is_automatic OR instr(title, (SELECT first_name FROM contact WHERE id = contact_id)) > 0)
                    """, arguments: [reminder.contact.rawValue, isAutomatic, day])
        }
        guard let date = reminder.day?.firstDate else { return }
        // The server's number and words come with the next reading of all.
        try db.execute(
            sql: """
                INSERT INTO reminder (id, contact_id, title, frequency, frequency_number, initial_date, is_automatic)
                SELECT min((SELECT coalesce(min(id), 0) FROM reminder), 0) - 1, id, display_name, 'year', 1,
                    CAST(strftime('%s', ?) AS REAL), ? FROM contact WHERE id = ?
                """, arguments: [date, isAutomatic, reminder.contact.rawValue])
    }
}

extension ContactDay {
    /// As SQLite writes it; in any leap year where the year is not known, and nil without a day.
    fileprivate var firstDate: String? { date ?? monthDay.map { "2000-\($0)" } }
}
