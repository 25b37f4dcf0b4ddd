/// A list that the server keeps about a contact. Each list has requests of its own.
public enum ContactSection: String, Sendable, CaseIterable {
    case notes, activities, calls, reminders, tasks, gifts, debts, pets, conversations, documents
    case lifeEvents = "lifeevents"

    /// The sections of which each contact has its number of entries.
    public static let counted = allCases.filter { !ofAccount.contains($0) }
    /// The other sections: they are read for all contacts together.
    public static let ofAccount: [ContactSection] = [.pets, .lifeEvents, .conversations, .documents]
    /// The sections that are read for all contacts together once a day.
    public static let daily = ofAccount + [.tasks]
}

extension Statistics {
    /// How many entries the server has in a section; 0 for a section that is not counted.
    public func count(in section: ContactSection) -> Int {
        switch section {
        case .notes: notes
        case .activities: activities
        case .calls: calls
        case .reminders: reminders
        case .tasks: tasks
        case .gifts: gifts
        case .debts: debts
        case .pets, .lifeEvents, .conversations, .documents: 0
        }
    }
}
