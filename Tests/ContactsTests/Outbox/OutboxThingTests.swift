import Foundation
import Model
import Testing

@testable import Contacts

/// The entries of sections: on the page at once, on the server later, and once on both.
@Suite(.timeLimit(.minutes(2))) struct OutboxThingTests {
    private static let day = ContactDay.date(year: 2026, month: 2, day: 3)
    static let things: [(PartValue, PartValue)] = [
        (.note(NoteValue(body: "Tea")), .note(NoteValue(body: "Tea", isFavorite: true))),
        (.call(CallValue(day: day)), .call(CallValue(day: day, content: "Cake", contactCalled: true))),
        (.task(TaskValue(title: "Write")), .task(TaskValue(title: "Write", isDone: true))),
        (
            .reminder(ReminderValue(title: "Tea", day: day)),
            .reminder(ReminderValue(title: "Tea", day: day, unit: .month, every: 2))
        ),
        (
            .gift(GiftValue(name: "Book")),
            .gift(GiftValue(name: "Book", status: .offered, amount: "12.5", day: day, link: "https://a.example"))
        ),
        (
            .debt(DebtValue(userOwes: true, amount: "20")),
            .debt(DebtValue(userOwes: true, amount: "20", reason: "Lunch", isSettled: true))
        ),
        (.pet(PetValue(animal: .cat)), .pet(PetValue(name: "Tom", animal: .rat))),
        (.activity(ActivityValue(summary: "Walk", day: day)), .activity(ActivityValue(summary: "Ride", day: day))),
    ]

    private let lab: OutboxLab

    init() throws { lab = try OutboxLab(isRunning: false) }

    private func page(_ id: ContactID) async throws -> ContactSections {
        try #require(try await lab.store.storedContact(id: Int(id.rawValue))).sections
    }

    /// The only entry of a kind on the page, with its number.
    private func shown(_ kind: PartKind, _ id: ContactID) async throws -> (number: Int, value: PartValue)? {
        let sections = try await page(id)
        // An entry that the server does not have yet has a number below zero.
        let entries = (-99...99).compactMap { number in
            sections.value(of: kind, number, contact: Int(id.rawValue)).map { (number: number, value: $0) }
        }
        #expect(entries.count < 2)
        return entries.first
    }

    private func entry(_ kind: PartKind, _ number: Int) throws -> FieldID {
        .entry(try #require(kind.section), number)
    }

    private func theirs(_ kind: PartKind, _ id: ContactID) async throws -> [PartValue] {
        try await lab.person(id)?.parts[kind.rawValue].map { Array($0.values) } ?? []
    }

    /// The page reads a section of the server.
    private func load(_ kind: PartKind, _ id: ContactID, asked: TimeInterval = .infinity) async throws {
        let parts = try await lab.person(id)?.parts[kind.rawValue] ?? [:]
        let entries = SectionEntries(serverCopy: try JSONEncoder().encode(parts), count: parts.count)
        try await lab.store.store(
            entries, in: try #require(kind.section), ofContact: Int(id.rawValue), asked: asked)
    }

    @Test(arguments: things) func anEntryFromTheFormToTheServer(value: PartValue, changed: PartValue) async throws {
        let kind = value.kind
        let ada = try await lab.add([.firstName: .text("Ada")])
        // Added: below zero until the server has it.
        #expect(try await lab.outbox.add(value, to: [ada]) != nil)
        var found = try #require(try await shown(kind, ada))
        #expect(found.number < 0 && found.value == value)
        #expect(try await lab.outbox.waiting().first?.fields == [entry(kind, found.number)])
        lab.run()
        try await lab.settle()
        #expect(try await theirs(kind, ada) == [value])
        found = try #require(try await shown(kind, ada))
        #expect(found.number > 0 && found.value == value, "known before its section is read")
        try await load(kind, ada)
        found = try #require(try await shown(kind, ada))
        #expect(found.number > 0 && found.value == value)
        #expect(try await lab.outbox.look { try OutboxTables.known(of: ada, $0.db) }.isEmpty)
        // Changed, and taken back.
        let field = try entry(kind, found.number)
        #expect(try await lab.outbox.thing(field, of: ada) == value)
        let change = try #require(try await lab.outbox.set(changed, of: field, of: ada, saw: value))
        #expect(try await shown(kind, ada)?.value == changed)
        try await lab.settle()
        #expect(try await theirs(kind, ada) == [changed])
        try await load(kind, ada)
        #expect(try await lab.outbox.undo(change) == .undone)
        #expect(try await shown(kind, ada)?.value == value)
        try await lab.settle()
        #expect(try await theirs(kind, ada) == [value])
        // Removed, once nothing takes it back any more.
        let removed = try #require(try await lab.outbox.set(nil, of: field, of: ada, saw: value))
        #expect(try await shown(kind, ada) == nil)
        try await lab.pass(Outbox.toastTime - 1)
        #expect(try await lab.states() == [.held])
        #expect(try await theirs(kind, ada) == [value] && removed.isHeld)
        try await lab.settled(lab.outbox.finishAll())
        #expect(try await theirs(kind, ada).isEmpty)
        #expect(try await shown(kind, ada) == nil)
        #expect(try await lab.outbox.thing(field, of: ada) == nil)
        #expect(try await lab.outbox.set(changed, of: field, of: ada, saw: value) == nil)
        #expect(try await lab.states().isEmpty)
    }

    @Test(arguments: things) func anEntryIsThereOnceAfterALostAnswer(value: PartValue, changed: PartValue) async throws
    {
        lab.run()
        let ada = try await lab.add([.firstName: .text("Ada")])
        // An equal one was there before.
        lab.change(ada) { $0.parts[value.kind.rawValue] = [50: value] }
        lab.trouble(.unanswered(.lost))
        let receipt = try #require(try await lab.settled(lab.outbox.add(value, to: [ada])))
        try await lab.pass(5)
        #expect(try await theirs(value.kind, ada) == [value, value])
        #expect(lab.requests.count == 1)
        try await load(value.kind, ada)
        #expect(try await lab.settled(lab.outbox.undo(receipt)) == .undone)
        #expect(try await lab.person(ada)?.parts[value.kind.rawValue] == [50: value])
        #expect(try await lab.states().isEmpty)
    }

    @Test func anUnsentEntryGoesAndComesBack() async throws {
        let (ada, value) = (try await lab.add([.firstName: .text("Ada")]), Self.things[0].0)
        let added = try #require(try await lab.outbox.add(value, to: [ada]))
        let number = try #require(try await shown(.note, ada)).number
        let changed = PartValue.note(NoteValue(body: "Coffee"))
        _ = try await lab.outbox.set(changed, of: .entry(.notes, number), of: ada, saw: value)
        #expect(try await shown(.note, ada)?.value == changed)
        #expect(try await lab.store.search("coffee").matches.map(\.id) == [Int(ada.rawValue)])
        let removed = try #require(try await lab.outbox.set(nil, of: .entry(.notes, number), of: ada, saw: changed))
        #expect(try await shown(.note, ada) == nil)
        #expect(try await lab.outbox.waiting().isEmpty)
        #expect(try await lab.outbox.undo(removed) == .undone)
        #expect(try await shown(.note, ada)?.value == changed)
        #expect(try await lab.outbox.undo(added) == .overtaken)
        #expect(lab.requests.isEmpty)
    }

    @Test func aSectionThatIsOlderThanAWriteIsLeftOut() async throws {
        lab.run()
        let (ada, value) = (try await lab.add([.firstName: .text("Ada")]), Self.things[1].0)
        let asked = lab.clock.now
        let empty = SectionEntries(serverCopy: Data("{}".utf8), count: 0)
        lab.clock.advance(by: 1)
        try await lab.settled(lab.outbox.add(value, to: [ada]))
        try await lab.store.store(empty, in: .calls, ofContact: Int(ada.rawValue), asked: asked)
        #expect(try await shown(.call, ada)?.value == value)
        lab.clock.advance(by: 1)
        try await lab.store.store(empty, in: .calls, ofContact: Int(ada.rawValue), asked: lab.clock.now)
        #expect(try await shown(.call, ada) == nil, "another client has removed it")
    }

    @Test func aPetThatAnotherClientRemovesGoesWithTheNextList() async throws {
        lab.run()
        let (ada, value) = (try await lab.add([.firstName: .text("Ada")]), PartValue.pet(PetValue(animal: .cat)))
        let asked = lab.clock.now
        lab.clock.advance(by: 1)
        try await lab.settled(lab.outbox.add(value, to: [ada]))
        try await lab.store.replace(.pets, with: [:], asked: asked)
        #expect(try await shown(.pet, ada)?.value == value, "the list is older than the pet")
        lab.clock.advance(by: 1)
        try await lab.store.replace(.pets, with: [:], isWhole: false, asked: lab.clock.now)
        #expect(try await shown(.pet, ada)?.value == value, "the list is not whole")
        try await lab.store.replace(.pets, with: [:], asked: lab.clock.now)
        #expect(try await shown(.pet, ada) == nil)
    }

    @Test func callsAndActivitiesCountAtOnce() async throws {
        let ada = try await lab.add([.firstName: .text("Ada")])
        _ = try await lab.outbox.add(Self.things[0].0, to: [ada])
        #expect(try await lab.shown(ada)?.lastCalled == nil)
        let call = try #require(try await lab.outbox.add(Self.things[1].0, to: [ada]))
        #expect(try await lab.shown(ada)?.lastCalled == Self.day.date)
        #expect(try await lab.outbox.undo(call) == .undone)
        #expect(try await lab.shown(ada)?.lastCalled == nil)
        _ = try await lab.outbox.add(.activity(ActivityValue(summary: "Walk", day: Self.day)), to: [ada])
        #expect(try await lab.shown(ada)?.lastActivity == Self.day.date)
    }

    @Test func aPlannedActivityIsNoContactYet() async throws {
        let ada = try await lab.add([.firstName: .text("Ada")])
        let today = CivilDay(of: .now, in: .current)
        for (days, counts) in [(2, false), (0, true), (3, true)] {
            let day = CivilDay(daysSince1970: today.daysSince1970 + days)
            let walk = ActivityValue(summary: "Walk", day: .date(year: day.year, month: day.month, day: day.day))
            _ = try await lab.outbox.add(.activity(walk), to: [ada])
            #expect(try await lab.shown(ada)?.lastActivity == (counts ? today.midnight : nil), "\(days)")
        }
    }

    /// One activity, on the pages of all; it goes when the server has all.
    @Test func anActivityOfSeveral() async throws {
        let ada = try await lab.add([.firstName: .text("Ada")])
        let bob = try await lab.create([.first: .text("Bob")]).contact
        func activity(_ summary: String, with other: ContactID) -> PartValue {
            .activity(ActivityValue(summary: summary, day: Self.day, attendees: [.local(other)]))
        }
        let walk = activity("Walk", with: bob)
        let receipt = try #require(try await lab.outbox.add(walk, to: [ada]))
        #expect(try await page(bob).activities.first?.attendees.map(\.displayName) == ["Ada"])
        #expect(try await lab.shown(bob)?.lastActivity == Self.day.date)
        #expect(try await lab.outbox.waiting().first { $0.contact == ada }?.state == .waitsForContact)
        // The other page changes the same activity.
        let field = FieldID.entry(.activities, try #require(try await shown(.activity, bob)).number)
        let seen = try #require(try await lab.outbox.thing(field, of: bob))
        #expect(seen == activity("Walk", with: ada))
        #expect(try await lab.outbox.set(activity("Ride", with: ada), of: field, of: bob, saw: seen)?.contact == ada)
        #expect(try await page(ada).activities.map(\.summary) == ["Ride"])
        #expect(try await lab.outbox.undo(receipt) == .overtaken)
        lab.run()
        try await lab.settle()
        let number = try #require(try await lab.store.remoteNumber(of: Int(bob.rawValue)))
        let sent = PartValue.activity(
            ActivityValue(summary: "Ride", day: Self.day, attendees: [.remote(RemoteID("\(number)"))]))
        #expect(try await theirs(.activity, ada) == [sent])
        #expect(lab.requests.count == 2)
        #expect(try await lab.states().isEmpty)
    }

    /// The server's value is another one than the person saw: the change is against the value that was seen. `isRead`: the
    /// section came before the change.
    @Test(
        arguments: [
            (PartValue.note(NoteValue(body: "Milk")), true), (PartValue.note(NoteValue(body: "Rum")), false),
            (nil, true),
        ] as [(PartValue?, Bool)])
    func aValueThatCameBehindTheEditorIsAConflict(wanted: PartValue?, isRead: Bool) async throws {
        lab.run()
        let ada = try await lab.add([.firstName: .text("Ada")])
        let (seen, theirs) = (PartValue.note(NoteValue(body: "Tea")), PartValue.note(NoteValue(body: "Coffee")))
        lab.change(ada) { $0.parts["note"] = [50: seen] }
        try await load(.note, ada)
        let field = try entry(.note, 50)
        #expect(try await lab.outbox.thing(field, of: ada) == seen)
        lab.change(ada) { $0.parts["note"] = [50: theirs] }
        if isRead { try await load(.note, ada) }
        let receipt = try #require(try await lab.outbox.set(wanted, of: field, of: ada, saw: seen))
        try await lab.outbox.finish(receipt)
        try await lab.settle()
        let slot = try #require(receipt.entries.first?.slot)
        #expect(try await lab.problem() == .conflict(values: [SlotState(slot, .part(theirs))]))
        #expect(try await shown(.note, ada)?.value == wanted)
        #expect(try await self.theirs(.note, ada) == [theirs])
        // Undo brings the discarded change back, also where only the stored section has the server's value.
        try await load(.note, ada)
        let dropped = try #require(try await lab.outbox.drop(WaitingChange.ID(contact: ada, slot: slot)))
        #expect(try await shown(.note, ada)?.value == theirs)
        #expect(try await lab.settled(lab.outbox.undo(dropped)) == .undone)
        #expect(try await self.theirs(.note, ada) == (wanted.map { [$0] } ?? []))
    }

    /// The other attendee takes the owner out: the activity is the attendee's alone.
    @Test func anActivityWithoutItsOwnerStaysOnTheOtherPage() async throws {
        let ada = try await lab.add([.firstName: .text("Ada")])
        let bob = try await lab.create([.first: .text("Bob")]).contact
        let walk = ActivityValue(summary: "Walk", day: Self.day, attendees: [.local(bob)])
        _ = try await lab.outbox.add(.activity(walk), to: [ada])
        let field = FieldID.entry(.activities, try #require(try await shown(.activity, bob)).number)
        let seen = try #require(try await lab.outbox.thing(field, of: bob))
        let alone = PartValue.activity(ActivityValue(summary: "Walk", day: Self.day))
        let receipt = try #require(try await lab.outbox.set(alone, of: field, of: bob, saw: seen))
        #expect(try await page(ada).activities.isEmpty)
        #expect(try await shown(.activity, bob)?.value == alone)
        #expect(try await lab.outbox.undo(receipt) == .undone)
        #expect(try await page(ada).activities.first?.attendees.map(\.displayName) == ["Bob"])
        #expect(try await shown(.activity, bob)?.value == seen)
    }

    /// A contact that counts no entries of a section has none, also none that were sent from here.
    @Test func anEntryThatTheServerCountsNoMoreIsNotShown() async throws {
        lab.run()
        let ada = try await lab.add([.firstName: .text("Ada")])
        let call = PartValue.call(CallValue(day: Self.day))
        _ = try await lab.settled(lab.outbox.add(call, to: [ada]))
        #expect(try await shown(.call, ada)?.value == call)
        var contact = try #require(try await lab.person(ada)?.contact)
        contact.statistics = Statistics(calls: 1)
        try await lab.store.upsert([contact])
        #expect(try await shown(.call, ada)?.value == call)
        let asked = lab.store.editClock
        lab.clock.advance(by: 10)
        contact.statistics = Statistics()
        try await lab.store.upsert([contact], asked: asked - 1_000)
        #expect(try await shown(.call, ada)?.value == call, "the answer is older than the write")
        try await lab.store.upsert([contact])
        #expect(try await shown(.call, ada) == nil)
    }

    /// A synchronisation brings no deleted entry of a stored section back.
    @Test func aDeletedEntryStaysAwayWhenTheContactCountsNone() async throws {
        lab.run()
        let ada = try await lab.add([.firstName: .text("Ada")])
        let task = PartValue.task(TaskValue(title: "Write"))
        lab.change(ada) { $0.parts["task"] = [50: task] }
        try await load(.task, ada)
        #expect(try await lab.store.openTasks().count == 1)
        let receipt = try #require(try await lab.outbox.set(nil, of: entry(.task, 50), of: ada, saw: task))
        try await lab.outbox.finish(receipt)
        try await lab.settle()
        #expect(try await shown(.task, ada) == nil)
        lab.clock.advance(by: 10)
        var contact = try #require(try await lab.person(ada)?.contact)
        contact.statistics = Statistics()
        try await lab.store.upsert([contact])
        #expect(try await shown(.task, ada) == nil)
        #expect(try await lab.store.openTasks().isEmpty)
    }

    /// After the write of an activity the other page asks for its section again.
    @Test func aSentActivityIsAskedForOnTheOtherPage() async throws {
        lab.run()
        let (ada, bob) = (try await lab.add([.firstName: .text("Ada")]), try await lab.add([.firstName: .text("Bob")]))
        let number = try #require(try await lab.store.remoteNumber(of: Int(bob.rawValue)))
        try await load(.activity, bob)
        #expect(try await lab.store.storedContact(id: number)?.hasLoaded(.activities) == true)
        let walk = ActivityValue(summary: "Walk", day: Self.day, attendees: [.local(bob)])
        _ = try await lab.settled(lab.outbox.add(.activity(walk), to: [ada]))
        #expect(try await lab.store.storedContact(id: number)?.hasLoaded(.activities) == false)
        try await load(.activity, bob)
        #expect(try await lab.store.storedContact(id: number)?.hasLoaded(.activities) == true)
    }
}
