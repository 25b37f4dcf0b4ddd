import GRDB
import Model

/// A task that is not done, with its contact.
public struct OpenTask: Sendable, Equatable {
    /// The contact of the task.
    public let contact: ContactSummary
    /// The number of the task on the contact's page, as in `FieldID.entry`.
    public let number: Int
    /// The title, as the server has it.
    public let title: String
}

extension ContactStore {
    private static let maxOpenTasks = 500

    /// The tasks of listed contacts that are not done, the latest first; at most 500. Archived contacts have none.
    public func openTasks() async throws(ContactStoreError) -> [OpenTask] {
        try await read { db in
            let tasks = try DayEntries.openTasks(db)
            let contacts = try ContactSummary.fetchListed(db, ids: tasks.keys)
            let all = contacts.flatMap { contact in
                (tasks[contact.id] ?? []).compactMap { task in
                    task.id.map { OpenTask(contact: contact, number: $0, title: task.title) }
                }
            }
            // The server has none with a number below zero yet.
            let latest = all.sorted {
                ($0.number < 0 ? 1 : 0, abs($0.number)) > ($1.number < 0 ? 1 : 0, abs($1.number))
            }
            return Array(latest.prefix(Self.maxOpenTasks))
        }
    }
}
