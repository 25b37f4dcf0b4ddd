public import Foundation

/// What the server keeps about a contact in lists of their own, read from as much of it as is known.
public struct ContactSections: Sendable, Equatable {
    public var notes: [Note]
    public var activities: [Activity]
    public var calls: [Call]
    public var reminders: [Reminder]
    public var tasks: [ContactTask]
    public var gifts: [Gift]
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
