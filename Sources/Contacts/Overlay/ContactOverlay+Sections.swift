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
        case .reminder:
            let reminder = part.value?.reminder.map { value in
                Reminder(
                    id: id, title: value.title, description: value.description, frequency: value.frequency,
                    initialDate: value.day.midnight)
            }
            reminders.replace(reminder) { $0.id == id }
        case .gift:
            let former = gifts.first { $0.id == id }
            gifts.replace(part.value?.gift.map { Gift($0, id: id, inPlaceOf: former, price) }) { $0.id == id }
        case .debt:
            let former = debts.first { $0.id == id }
            debts.replace(part.value?.debt.map { Debt($0, id: id, inPlaceOf: former, price) }) { $0.id == id }
        case .pet: pets.replace(part.value?.pet.map { Pet(id: id, value: $0) }) { $0.id == id }
        default: break
        }
    }

    /// An amount with a currency as the server wrote it in another amount of the page; the amount alone where none has one.
    private func price(_ amount: String) -> String {
        let known = gifts.map { ($0.amount, $0.number) } + debts.map { (Optional($0.amount), $0.number) }
        for case (let text?, let number?) in known where text != number {
            if let place = text.range(of: number) { return text.replacingCharacters(in: place, with: amount) }
        }
        return amount
    }

    /// The value of an entry of a contact; nil for an entry that is not there, or without a value that can be set, such as the
    /// server's own reminder.
    func value(of kind: PartKind, _ number: Int, contact: Int) -> PartValue? {
        switch kind {
        case .note: notes.first { $0.id == number }.map { .note(NoteValue($0)) }
        case .call: calls.first { $0.id == number }.flatMap(CallValue.init).map { .call($0) }
        case .task: tasks.first { $0.id == number }.map { .task(TaskValue($0)) }
        case .activity:
            activities.first { $0.id == number }.flatMap { activity in
                ActivityValue(activity) { $0 == contact ? nil : .local(ContactID(Int64($0))) }
            }.map { .activity($0) }
        case .reminder:
            reminders.first { $0.id == number && !$0.isAutomatic }.flatMap(ReminderValue.init).map { .reminder($0) }
        case .gift: gifts.first { $0.id == number }.flatMap(GiftValue.init).map { .gift($0) }
        case .debt: debts.first { $0.id == number }.flatMap(DebtValue.init).map { .debt($0) }
        case .pet: pets.first { $0.id == number }.map { .pet($0.value) }
        default: nil
        }
    }
}

extension Note {
    init(_ value: NoteValue, id: Int, inPlaceOf former: Note?, since: Date? = nil) {
        self.init(
            id: id, body: value.body, isFavorited: value.isFavorite, createdAt: former.flatMap(\.createdAt) ?? since)
    }
}

extension Gift {
    fileprivate init(_ value: GiftValue, id: Int, inPlaceOf former: Gift?, _ price: (String) -> String) {
        self.init(
            id: id, name: value.name, comment: value.comment,
            amount: value.amount == former?.number ? former?.amount : value.amount.map(price),
            number: value.amount, status: value.status, date: value.day?.midnight, link: value.link.flatMap(URL.init),
            address: value.link)
    }
}

extension Debt {
    fileprivate init(_ value: DebtValue, id: Int, inPlaceOf former: Debt?, _ price: (String) -> String) {
        let former = former.flatMap { value.amount == $0.number ? $0.amount : nil }
        self.init(
            id: id, userOwes: value.userOwes, isSettled: value.isSettled, amount: former ?? price(value.amount),
            number: value.amount, reason: value.reason)
    }
}

extension Contact {
    /// A call or an activity counts at once as being in touch. A planned activity does not count before its day. After a
    /// removal the server's answer has the day.
    mutating func setLast(_ part: ContactOverlay.Part) {
        let today = CivilDay(of: .now, in: .current).midnight
        func latest(_ former: Date?, _ day: ContactDay) -> Date? {
            guard let day = day.midnight, day <= today else { return former }
            return max(former ?? day, day)
        }
        switch part.value {
        case .call(let call)?: lastCalled = latest(lastCalled, call.day)
        case .activity(let activity)?: lastActivity = latest(lastActivity, activity.day)
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
    fileprivate var reminder: ReminderValue? { if case .reminder(let value) = self { value } else { nil } }
    fileprivate var gift: GiftValue? { if case .gift(let value) = self { value } else { nil } }
    fileprivate var debt: DebtValue? { if case .debt(let value) = self { value } else { nil } }
    fileprivate var pet: PetValue? { if case .pet(let value) = self { value } else { nil } }
    fileprivate var activity: ActivityValue? { if case .activity(let value) = self { value } else { nil } }
}
