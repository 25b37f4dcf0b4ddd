/// A reminder in the list of all reminders, with the contact that it is about.
public struct ContactReminder: Sendable, Equatable {
    /// The contact of the reminder, by the server's number.
    public let contactID: Int
    /// The reminder itself.
    public let reminder: Reminder

    /// A contact's reminder.
    public init(contactID: Int, reminder: Reminder) {
        self.contactID = contactID
        self.reminder = reminder
    }
}

/// One page of the list of all reminders.
public struct ReminderPage: Sendable {
    /// The page's reminders that could be read.
    public var reminders: [ContactReminder]
    /// The last page's number.
    public var lastPage: Int

    /// A page of the list.
    public init(reminders: [ContactReminder] = [], lastPage: Int) {
        self.reminders = reminders
        self.lastPage = lastPage
    }
}
