import Avatars
import Contacts
import Foundation
import GLib
import Model

/// The contacts of a list in their order, with what their rows say.
nonisolated struct ListedEntries: Sendable {
    let entries: [ContactEntry]
    private let contacts: [ContactSummary]
    private let order: ContactOrder
    private let nameOrder: NameOrder

    /// Nobody.
    init() {
        (entries, contacts, order, nameOrder) = ([], [], ContactOrder(), .asOnServer)
    }

    /// Who is in `former` too, and has not changed, keeps the entry: to make one takes many times as long as to compare.
    init(_ list: ContactList, nameOrder: NameOrder, notes: CrashNotes?, after former: ListedEntries = ListedEntries()) {
        contacts = list.contacts
        order = list.order
        self.nameOrder = nameOrder
        var maker = EntryMaker(order: list.order, nameOrder: nameOrder, notes: notes)
        let areAlike = former.nameOrder == nameOrder && !former.tellsDays && !maker.tellsDays
        var kept = Kept(areAlike ? former : ListedEntries())
        entries = list.contacts.map { kept.entry(of: $0) ?? maker.entry(of: $0) }
    }

    /// Whether rows say what is another thing on another day.
    private var tellsDays: Bool { EntryMaker.tellsDays(order) }

    /// What the row of a contact is to say in this list.
    func entry(of contact: ContactSummary, notes: CrashNotes?) -> ContactEntry {
        var maker = EntryMaker(order: order, nameOrder: nameOrder, notes: notes)
        return maker.entry(of: contact)
    }

    /// Goes through former entries beside a list that mostly has the same order.
    private struct Kept {
        /// How many neighbours may go at once, or be elsewhere, before all behind them are made anew.
        private static let reach = 50
        private let former: ListedEntries
        private var next = 0

        init(_ former: ListedEntries) {
            self.former = former
        }

        mutating func entry(of contact: ContactSummary) -> ContactEntry? {
            let end = min(next + Self.reach, former.contacts.count)
            guard let place = (next..<end).first(where: { former.contacts[$0].id == contact.id }) else { return nil }
            next = place + 1
            return former.contacts[place] == contact ? former.entries[place] : nil
        }
    }
}

/// Makes what rows say of contacts, unless their texts ended the program.
private nonisolated struct EntryMaker {
    let order: ContactOrder
    let nameOrder: NameOrder
    let notes: CrashNotes?
    private var days = LastContactTexts()

    init(order: ContactOrder, nameOrder: NameOrder, notes: CrashNotes?) {
        self.order = order
        self.nameOrder = nameOrder
        self.notes = notes
    }

    var tellsDays: Bool { Self.tellsDays(order) }

    static func tellsDays(_ order: ContactOrder) -> Bool { order.key == .lastActivity }

    mutating func entry(of contact: ContactSummary) -> ContactEntry {
        guard let subject = notes?.subject(contact.describe(to:)) else { return make(contact) }
        return subject.isGuilty
            ? ContactEntry(hidingTextsOf: AvatarSubject(contact)) : subject.noting { make(contact) }
    }

    private mutating func make(_ contact: ContactSummary) -> ContactEntry {
        tellsDays
            ? ContactEntry(contact, secondLine: days.text(for: contact.lastActivity), nameOrder: nameOrder)
            : ContactEntry(contact, nameOrder: nameOrder)
    }
}

/// When contacts were last met or called. A day is put in words once, however many contacts it is of.
private nonisolated struct LastContactTexts {
    private var known: [Int: String] = [:]

    mutating func text(for date: Date?) -> String {
        guard let date else { return tr("No contact yet") }
        let day = CivilDay(of: date, in: .gmt)
        if let words = known[day.daysSince1970] { return words }
        let words = tr("Last contact: %1$s", DayText.day(day.midnight))
        known[day.daysSince1970] = words
        return words
    }
}
