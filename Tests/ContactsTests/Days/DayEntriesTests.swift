import Foundation
import Model
import Testing

@testable import Contacts

/// The reminders and tasks of the page Today follow pending changes, before and after the server has them.
@Suite(.timeLimit(.minutes(2))) struct DayEntriesTests {
    private static let day = ContactDay.date(year: 2026, month: 2, day: 3)
    static let entries: [PartValue] = [
        .task(TaskValue(title: "Tea")), .reminder(ReminderValue(title: "Tea", day: day)),
    ]

    private let lab: OutboxLab

    init() throws { lab = try OutboxLab(isRunning: false) }

    /// The titles of a kind as Today shows them.
    private func shown(_ kind: PartKind, in other: ContactStore? = nil) async throws -> [String] {
        let store = other ?? lab.store
        if kind == .task { return try await store.openTasks().map(\.title) }
        let now = try Date("2026-02-03T12:00:00Z", strategy: .iso8601)
        return try await store.upcoming(now: now, timeZone: .gmt).flatMap(\.events).map { event in
            if case .reminder(let title) = event.occasion { title } else { "" }
        }
    }

    /// The page reads the section.
    private func load(_ kind: PartKind, _ id: ContactID) async throws {
        let parts = try await lab.person(id)?.parts[kind.rawValue] ?? [:]
        let (section, contact) = (try #require(kind.section), Int(id.rawValue))
        // The server counts none.
        if parts.isEmpty { return try await lab.store.remove([section], ofContact: contact) }
        let entries = SectionEntries(serverCopy: try JSONEncoder().encode(parts), count: parts.count)
        try await lab.store.store(entries, in: section, ofContact: contact)
    }

    @Test(arguments: entries) func anEntryIsShownFromItsTypingToItsRemoval(value: PartValue) async throws {
        let kind = value.kind
        let ada = try await lab.add([.firstName: .text("Ada")])
        let added = try await lab.outbox.add(value, to: [ada])
        #expect(try await shown(kind) == ["Tea"])
        _ = try await lab.outbox.undo(try #require(added))
        #expect(try await shown(kind) == [])
        _ = try await lab.outbox.add(value, to: [ada])
        lab.run()
        try await lab.settle()
        #expect(try await shown(kind) == ["Tea"], "the server has it, and the page has not read it")
        try await load(kind, ada)
        #expect(try await shown(kind) == ["Tea"])
        let sections = try #require(try await lab.store.storedContact(id: Int(ada.rawValue))).sections
        let number = try #require(kind == .task ? sections.tasks.first?.id : sections.reminders.first?.id)
        let entry = FieldID.entry(try #require(kind.section), number)
        let changed = kind == .task ? PartValue.task(TaskValue(title: "Tea", isDone: true)) : nil
        let receipt = try await lab.outbox.set(changed, of: entry, of: ada, saw: value)
        #expect(try await shown(kind) == [])
        _ = try await lab.outbox.undo(try #require(receipt))
        #expect(try await shown(kind) == ["Tea"])
        try await lab.settled(lab.outbox.set(changed, of: entry, of: ada, saw: value))
        try await load(kind, ada)
        #expect(try await shown(kind) == [])
    }

    /// A sent reminder lies over the list of all contacts until its section is read.
    @MainActor @Test func aReminderThatAnotherClientRemovesGoesWithTheNextList() async throws {
        lab.run()
        let ada = try await lab.add([.firstName: .text("Ada")])
        try await lab.settled(lab.outbox.add(.reminder(ReminderValue(title: "Tea", day: Self.day)), to: [ada]))
        lab.clock.advance(by: 1)
        #expect(try await shown(.reminder) == ["Tea"])
        let monica = FakeMonica()
        monica.answer(#"{"data":[]}"#)
        let refresh = SeldomRefresh(server: try monica.client(), store: lab.store) { _ in }
        try await refresh.reminders()
        #expect(try await shown(.reminder) == [])
        #expect(monica.requests.count == 2, "the list, and the reminders of the contact")
        try await refresh.reminders(notBefore: .now)
        #expect(monica.requests.count == 3, "nothing sent lies over the list any more")
    }

    @Test(arguments: entries) func anUnsentEntryOfAnArchivedContactIsNotShown(value: PartValue) async throws {
        let store = try ContactStore.inMemory()
        let outbox = Outbox(store: store, server: lab.server, clock: lab.clock.ofOutbox)
        try await store.upsert([makeContact(1), makeContact(2, ["is_active": false])])
        _ = try await outbox.add(value, to: [ContactID(2)])
        #expect(try await shown(value.kind, in: store) == [])
        _ = try await outbox.add(value, to: [ContactID(1)])
        #expect(try await shown(value.kind, in: store) == ["Tea"])
    }

    /// An amount that no server has yet gets the currency of another one on the page.
    @Test func anAmountHasTheCurrencyOfTheOthers() async throws {
        let store = try ContactStore.inMemory()
        let outbox = Outbox(store: store, server: lab.server, clock: lab.clock.ofOutbox)
        try await store.upsert([makeContact(1), makeContact(2)])
        let debt = #"[{"id":7,"in_debt":"yes","status":"inprogress","amount":"20.00","amount_with_currency":"$20.00"}]"#
        try await store.store(SectionEntries(serverCopy: Data(debt.utf8), count: 1), in: .debts, ofContact: 1)
        for id in [ContactID(1), ContactID(2)] {
            _ = try await outbox.add(.gift(GiftValue(name: "Book", amount: "12.5")), to: [id])
            _ = try await outbox.add(.debt(DebtValue(userOwes: true, amount: "3")), to: [id])
        }
        let known = try #require(try await store.storedContact(id: 1)).sections
        #expect(known.gifts.map(\.amount) == ["$12.5"])
        #expect(known.debts.map(\.amount) == ["$20.00", "$3"])
        let unknown = try #require(try await store.storedContact(id: 2)).sections
        #expect(unknown.gifts.map(\.amount) == ["12.5"] && unknown.debts.map(\.amount) == ["3"])
    }
}
