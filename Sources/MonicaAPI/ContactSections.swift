public import Foundation

/// What the server keeps about a contact in lists of their own, read from as much of it as is known.
public struct ContactSections: Sendable, Equatable {
    /// What all of it was read from.
    public let json: [ContactSection: Data]
    public let notes: [Note]
    public let activities: [Activity]
    public let calls: [Call]
    public let reminders: [Reminder]
    public let tasks: [ContactTask]
    public let gifts: [Gift]
    public let debts: [Debt]

    /// Reads the `json` of `SectionEntries`; what is missing or unreadable is empty.
    public init(json: [ContactSection: Data] = [:]) {
        func entries(_ section: ContactSection) -> [JSONObject] {
            guard let data = json[section], data.count <= SectionEntries.longest,
                // What was stored damaged comes anew from the server.
                let list = try? JSONText.elements(of: data, atMost: JSONObject.longestList)
            else { return [] }
            return list.compactMap { try? JSONObject(parsing: $0) }
        }
        self.json = json
        notes = entries(.notes).compactMap(Note.init)
        activities = entries(.activities).compactMap(Activity.init)
        calls = entries(.calls).compactMap(Call.init)
        reminders = entries(.reminders).compactMap(Reminder.init)
        tasks = entries(.tasks).compactMap(ContactTask.init)
        gifts = entries(.gifts).compactMap(Gift.init)
        debts = entries(.debts).compactMap(Debt.init)
    }

    /// All notes on a contact: the newest, which come with the contact itself, followed by the others.
    public func notes(on contact: Contact) -> [Note] {
        let newest = Set(contact.notes.compactMap(\.id))
        return contact.notes + notes.filter { note in note.id.map { !newest.contains($0) } ?? true }
    }
}
