package import Foundation

/// A reminder in the list of all reminders, with the contact that it is about.
public struct ContactReminder: Sendable, Equatable {
    public let contactID: Int
    public let reminder: Reminder

    public init(contactID: Int, reminder: Reminder) {
        self.contactID = contactID
        self.reminder = reminder
    }

    init?(_ object: JSONObject) {
        guard let contactID = object.object("contact")?.int("id"), contactID > 0, let reminder = Reminder(object) else {
            return nil
        }
        self.init(contactID: contactID, reminder: reminder)
    }
}

/// One page of the list of all reminders.
public struct ReminderPage: Sendable {
    public let reminders: [ContactReminder]
    public let lastPage: Int

    /// Throws `tooManyEntries` if there are more than were asked for.
    package init(parsing data: Data, atMost asked: Int = 100) throws(MonicaError) {
        let (entries, meta) = try JSONText.page(data, atMost: asked)
        // An entry that cannot be read costs nothing but itself.
        reminders = entries.compactMap { try? JSONObject(parsing: $0) }.compactMap(ContactReminder.init)
        lastPage = JSONObject.pagination(meta, entries: entries.count).lastPage
    }
}
