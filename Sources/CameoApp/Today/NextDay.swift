import Contacts
import Foundation

/// The next day on which there is something to think of: the line above the contacts and the number beside Today tell of it.
nonisolated struct NextDay: Equatable, Sendable {
    /// Of that day, each contact once.
    let contacts: [ContactSummary]
    /// How many days it is away; 0 for today.
    let daysAhead: Int
    /// As midnight in UTC.
    private let day: Date
    /// The relative with the birthday, if that is the first event of the first contact; else nil.
    private let relative: Upcoming.Event.Relative?

    /// Nil without a day. `due` are the contacts to be in touch with today.
    init?(_ upcoming: [Upcoming], due: [KeepInTouch] = [], now: Date = .now) {
        let next = upcoming.first?.events.first
        daysAhead = due.isEmpty ? next?.daysAhead ?? 0 : 0
        let ahead = daysAhead
        let events = upcoming.filter { $0.events.first?.daysAhead == ahead }
        let known = Set(events.map(\.id))
        contacts = events.map(\.contact) + due.filter { !known.contains($0.id) }.map(\.contact)
        guard !contacts.isEmpty else { return nil }
        let first = events.first?.events.first
        day = first?.day ?? now
        relative = first?.relative
    }

    /// How many contacts there are to think of today.
    var countOfToday: Int { daysAhead == 0 ? contacts.count : 0 }

    /// The day and its contacts, such as "Tomorrow: Ada Lovelace and 2 more".
    func text(nameOrder: NameOrder = .asOnServer) -> String {
        let day = DayText.comingDay(day, daysAhead: daysAhead)
        let contact = contacts.first.map { ContactEntry($0, nameOrder: nameOrder).name } ?? ""
        let name = relative.map { RelationshipSentence.text($0.name, $0.relation, of: contact) } ?? contact
        let others = contacts.count - 1
        guard others > 0 else { return tr("%1$s: %2$s", day, name) }
        return tr("%1$s: %2$s %3$s", day, name, trn("and %d more", "and %d more", others))
    }
}
