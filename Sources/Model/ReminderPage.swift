/// A reminder in the list of all reminders, with the contact that it is about.
public struct ContactReminder: Sendable, Equatable {
    public let contactID: Int
    public let reminder: Reminder

    public init(contactID: Int, reminder: Reminder) {
        self.contactID = contactID
        self.reminder = reminder
    }
}

/// One page of the list of all reminders.
public struct ReminderPage: Sendable {
    public var reminders: [ContactReminder]
    public var lastPage: Int

    /// A page of the list.
    public init(reminders: [ContactReminder] = [], lastPage: Int) {
        self.reminders = reminders
        self.lastPage = lastPage
    }
}
