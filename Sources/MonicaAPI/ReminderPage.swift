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

    package init(parsing data: Data) throws(MonicaError) {
        let answer = try JSONObject(parsing: data)
        guard let entries = answer.fields["data"] as? [Any] else { throw .unreadable }
        // An entry that cannot be read costs nothing but itself.
        reminders = answer.objects("data").compactMap(ContactReminder.init)
        lastPage = JSONObject.pagination(answer.object("meta"), entries: entries.count).lastPage
    }
}
