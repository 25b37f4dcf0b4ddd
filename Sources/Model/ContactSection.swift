/// A list that the server keeps about a contact. Each list has requests of its own.
public enum ContactSection: String, Sendable, CaseIterable {
    case notes, activities, calls, reminders, tasks, gifts, debts
}

extension Statistics {
    /// How many entries the server has in a section.
    public func count(in section: ContactSection) -> Int {
        switch section {
        case .notes: notes
        case .activities: activities
        case .calls: calls
        case .reminders: reminders
        case .tasks: tasks
        case .gifts: gifts
        case .debts: debts
        }
    }
}
