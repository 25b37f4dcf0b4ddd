public import Foundation

/// What the server keeps about a contact in lists of their own, read from as much of it as is known.
public struct ContactSections: Sendable, Equatable {
    /// What the user wrote down.
    public var notes: [Note]
    /// What was done together.
    public var activities: [Activity]
    /// Calls that were made.
    public var calls: [Call]
    /// What the user is to be reminded of.
    public var reminders: [Reminder]
    /// What the user has to do.
    public var tasks: [ContactTask]
    /// Gifts that were given, received or thought of.
    public var gifts: [Gift]
    /// What one owes the other.
    public var debts: [Debt]
    /// What all of it was read from, as the server sent it.
    public var serverCopies: [ContactSection: Data]

    /// Entries of sections.
    public init(
        notes: [Note] = [], activities: [Activity] = [], calls: [Call] = [], reminders: [Reminder] = [],
        tasks: [ContactTask] = [], gifts: [Gift] = [], debts: [Debt] = [], serverCopies: [ContactSection: Data] = [:]
    ) {
        self.notes = notes
        self.activities = activities
        self.calls = calls
        self.reminders = reminders
        self.tasks = tasks
        self.gifts = gifts
        self.debts = debts
        self.serverCopies = serverCopies
    }

    /// All notes on a contact: the newest, which come with the contact itself, followed by the others.
    public func notes(on contact: Contact) -> [Note] {
        let newest = Set(contact.notes.compactMap(\.id))
        return contact.notes + notes.filter { note in note.id.map { !newest.contains($0) } ?? true }
    }
}
