import Foundation
import GRDB
import Model

// The sections of a contact as they are shown: the server's copies with the pending changes on top.
extension ContactOverlay {
    /// The stored overlay of a contact; nil where there is none. The next change writes the overlay of a newer version anew.
    static func fetch(_ db: Database, contactID: Int) throws -> ContactOverlay? {
        let statement = try db.cachedStatement(sql: "SELECT overlay FROM contact_overlay WHERE id = ?")
        let stored = try Data.fetchOne(statement, arguments: [contactID])
        return stored.flatMap { try? JSONDecoder().decode(ContactOverlay.self, from: $0) }
    }

    /// Puts the pending changes on top of the server's copies.
    func apply(to sections: inout ContactSections, _ db: Database) throws {
        let things = (parts + shared).filter(\.kind.isThing)
        guard !things.isEmpty else { return }
        let lookup = try DisplayLookup(db)
        for part in things { sections.set(part, lookup) }
    }
}

extension ContactSections {
    /// A new part goes to the end.
    fileprivate mutating func set(_ part: ContactOverlay.Part, _ lookup: DisplayLookup) {
        let id = part.number
        switch part.kind {
        case .note:
            let former = notes.first { $0.id == id }
            notes.replace(part.value?.note.map { Note($0, id: id, inPlaceOf: former, since: part.since) }) {
                $0.id == id
            }
        case .call:
            let call = part.value?.call.map { value in
                Call(id: id, calledAt: value.day.midnight, content: value.content, contactCalled: value.contactCalled)
            }
            calls.replace(call) { $0.id == id }
        case .task:
            let former = tasks.first { $0.id == id }
            let task = part.value?.task.map { value in
                ContactTask(
                    id: id, title: value.title, description: value.description, isCompleted: value.isDone,
                    completedAt: value.isDone ? former?.completedAt ?? part.since : nil)
            }
            tasks.replace(task) { $0.id == id }
        case .activity:
            let former = activities.first { $0.id == id }
            let activity = part.value?.activity.map { value in
                Activity(
                    id: id, summary: value.summary, description: value.description, happenedAt: value.day.midnight,
                    typeName: former?.typeName, attendees: value.attendees.compactMap(lookup.reference))
            }
            activities.replace(activity) { $0.id == id }
        case .field, .address, .relationship, .reminder: break
        }
    }

    /// The value of an entry of a contact; nil for an entry that is not there, or without a value that can be set.
    func value(of kind: PartKind, _ number: Int, contact: Int) -> PartValue? {
        switch kind {
        case .note: notes.first { $0.id == number }.map { .note(NoteValue($0)) }
        case .call: calls.first { $0.id == number }.flatMap(CallValue.init).map { .call($0) }
        case .task: tasks.first { $0.id == number }.map { .task(TaskValue($0)) }
        case .activity:
            activities.first { $0.id == number }.flatMap { activity in
                ActivityValue(activity) { $0 == contact ? nil : .local(ContactID(Int64($0))) }
            }.map { .activity($0) }
        case .field, .address, .relationship, .reminder: nil
        }
    }
}

extension Note {
    init(_ value: NoteValue, id: Int, inPlaceOf former: Note?, since: Date? = nil) {
        self.init(
            id: id, body: value.body, isFavorited: value.isFavorite, createdAt: former.flatMap(\.createdAt) ?? since)
    }
}

extension Contact {
    /// A call or an activity counts at once as being in touch. After a removal the server's answer has the day.
    mutating func setLast(_ part: ContactOverlay.Part) {
        switch part.value {
        case .call(let call)?: lastCalled = [lastCalled, call.day.midnight].compactMap(\.self).max()
        case .activity(let activity)?: lastActivity = [lastActivity, activity.day.midnight].compactMap(\.self).max()
        default: break
        }
    }
}

extension ContactDay {
    /// Midnight in UTC; nil for a day that does not exist.
    fileprivate var midnight: Date? { SpecialDate(self)?.date }
}

extension PartValue {
    var note: NoteValue? { if case .note(let value) = self { value } else { nil } }
    fileprivate var call: CallValue? { if case .call(let value) = self { value } else { nil } }
    fileprivate var task: TaskValue? { if case .task(let value) = self { value } else { nil } }
    fileprivate var activity: ActivityValue? { if case .activity(let value) = self { value } else { nil } }
}
