import Contacts
import Foundation

/// The events of today and of the next days.
nonisolated struct TodayList: Equatable, Sendable {
    enum Section: CaseIterable, Sendable {
        /// Birthdays and reminders of this day, and contacts to be in touch with today.
        case today
        /// Contacts to be in touch with since an earlier day.
        case overdue
        /// The tasks that are not done.
        case tasks
        /// Birthdays and reminders of the days that follow.
        case comingUp
    }

    /// A contact in a section, or in Keep in Touch.
    struct Entry: Identifiable, Equatable, Sendable {
        let contact: ContactEntry
        /// The likeliest action; nil where there is none.
        let action: QuickAction?
        /// The name of a row that the person can deal with; nil for other rows.
        let toDo: DoneRows.Row?

        var id: Int { contact.id }

        init(
            _ contact: ContactSummary, _ words: String, reach: ContactReach? = nil, toDo: DoneRows.Row? = nil,
            nameOrder: NameOrder
        ) {
            let shown = ContactEntry(contact, secondLine: words, nameOrder: nameOrder)
            let reach = contact.isDeceased ? nil : reach
            (self.contact, self.toDo) = (shown, toDo)
            action = reach.flatMap { QuickAction(toReach: shown.name, $0) }
        }
    }

    /// The rows of a section before the person asks for all.
    static let maxRows = 20

    private(set) var entries: [Section: [Entry]] = [:]
    /// The overdue contacts. Only the first of them have entries.
    private(set) var overdueCount = 0
    /// How many contacts there are in all sections, each counted once.
    private(set) var contactCount = 0
    /// Whether the user keeps a journal.
    private(set) var hasJournal = false

    init() {}

    init(
        upcoming: [Upcoming], overdue: Overdue, reach: [Int: ContactReach], tasks: [OpenTask] = [],
        hasJournal: Bool = false, nameOrder: NameOrder = .asOnServer, now: Date = .now, timeZone: TimeZone = .current
    ) {
        func entry(_ contact: ContactSummary, _ words: String, _ toDo: DoneRows.Row? = nil) -> Entry {
            Entry(contact, words, reach: reach[contact.id], toDo: toDo, nameOrder: nameOrder)
        }
        let due = Dictionary(overdue.today.map { ($0.id, DayText.due($0.due, now: now, timeZone: timeZone)) }) { $1 }
        let events = upcoming.compactMap { upcoming in
            upcoming.text(of: .today).map { words in
                entry(upcoming.contact, [words, due[upcoming.id]].compactMap(\.self).joined(separator: " · "))
            }
        }
        let known = Set(events.map(\.contact.id))
        let onlyDue = overdue.today.filter { !known.contains($0.id) }
        entries[.today] = events + onlyDue.map { entry($0.contact, due[$0.id] ?? "", .touch(contact: $0.id)) }
        entries[.overdue] = overdue.first.map {
            entry($0.contact, DayText.due($0.due, now: now, timeZone: timeZone), .touch(contact: $0.id))
        }
        entries[.tasks] = tasks.map { task in
            Entry(
                task.contact, task.title, toDo: .task(task.number, contact: task.contact.id), nameOrder: nameOrder)
        }
        self.hasJournal = hasJournal
        let later = upcoming.compactMap { upcoming in
            upcoming.text(of: .laterDays).map { (upcoming, $0) }
        }
        // `later` begins with the contacts that have an event of today.
        entries[.comingUp] = later.sorted { $0.0.firstLaterDay < $1.0.firstLaterDay }
            .map { entry($0.0.contact, $0.1) }
        overdueCount = overdue.count
        contactCount = Set(entries.values.joined().map(\.contact.id)).union(overdue.ids).count
    }

    /// Reads the list of today from a store.
    @concurrent
    static func read(from store: ContactStore, nameOrder: NameOrder) async throws(ContactStoreError) -> TodayList {
        let upcoming = try await store.upcoming()
        let overdue = try await store.overdue(first: maxRows)
        let inTouch = overdue.first + overdue.today
        let reach = try await store.reach(ofContacts: Set(upcoming.map(\.id) + inTouch.map(\.id)))
        return TodayList(
            upcoming: upcoming, overdue: overdue, reach: reach, tasks: try await store.openTasks(),
            hasJournal: try await store.hasJournal(), nameOrder: nameOrder)
    }

    var isEmpty: Bool { entries.values.allSatisfy(\.isEmpty) }

    /// How many there are in a section, shown or not.
    func count(of section: Section) -> Int {
        section == .overdue ? overdueCount : entries[section]?.count ?? 0
    }
}

private nonisolated extension Upcoming {
    /// How many days the first event after today is away.
    var firstLaterDay: Int { events.first { $0.daysAhead > 0 }?.daysAhead ?? 0 }
}

nonisolated extension QuickAction {
    /// The likeliest way to reach a living person.
    init?(toReach name: String, _ reach: ContactReach) {
        if reach.mails.isEmpty {
            self.init(icon: Self.callIcon, label: tr("Call %1$s", name), among: reach.phones.map(Choice.init))
        } else {
            self.init(
                icon: Self.mailIcon, label: tr("Write an Email to %1$s", name), among: reach.mails.map(Choice.init))
        }
    }
}
