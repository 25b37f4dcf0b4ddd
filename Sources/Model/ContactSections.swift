public import Foundation

/// The sections of a contact, read from the stored answers. A section without an answer is empty.
public struct ContactSections: Sendable, Equatable {
    /// Notes of the user.
    public var notes: [Note]
    /// Activities of the user with the contact.
    public var activities: [Activity]
    /// Calls that were made.
    public var calls: [Call]
    /// Reminders about the contact.
    public var reminders: [Reminder]
    /// Tasks of the user.
    public var tasks: [ContactTask]
    /// Gifts that were given, received or thought of.
    public var gifts: [Gift]
    /// Debts between user and contact.
    public var debts: [Debt]
    /// Pets of the contact.
    public var pets: [Pet]
    /// Events in the life of the contact.
    public var lifeEvents: [LifeEvent] = []
    /// Conversations in writing.
    public var conversations: [Conversation] = []
    /// Files about the contact.
    public var documents: [Document] = []
    /// The server's answers that the sections were read from.
    public var serverCopies: [ContactSection: Data]

    /// Entries of sections.
    public init(
        notes: [Note] = [], activities: [Activity] = [], calls: [Call] = [], reminders: [Reminder] = [],
        tasks: [ContactTask] = [], gifts: [Gift] = [], debts: [Debt] = [], pets: [Pet] = [],
        serverCopies: [ContactSection: Data] = [:]
    ) {
        self.notes = notes
        self.activities = activities
        self.calls = calls
        self.reminders = reminders
        self.tasks = tasks
        self.gifts = gifts
        self.debts = debts
        self.pets = pets
        self.serverCopies = serverCopies
    }

    /// All notes on a contact: the newest, which come with the contact itself, followed by the others.
    public func notes(on contact: Contact) -> [Note] {
        let newest = Set(contact.notes.compactMap(\.id))
        return contact.notes + notes.filter { note in note.id.map { !newest.contains($0) } ?? true }
    }
}
