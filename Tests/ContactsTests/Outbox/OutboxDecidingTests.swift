import Foundation
import Model
import Synchronization
import Testing

@testable import Contacts

/// The decisions of a person: Drop, conflicts, refusals, side effects, a contact that is gone.
@Suite(.timeLimit(.minutes(2))) struct OutboxDecidingTests {
    private let lab: OutboxLab
    private static let day = ContactValue.day(.date(year: 1815, month: 12, day: 10))

    init() throws { lab = try OutboxLab() }

    private func id(_ contact: ContactID, _ slot: Slot) -> WaitingChange.ID { .init(contact: contact, slot: slot) }

    // Drop.

    @Test func aDayIsDroppedWithItsReminder() async throws {
        try await lab.beOffline()
        let ada = try await lab.add([.firstName: .text("Ada")])
        try await lab.save(ada, [.value(.birthday): .value(Self.day), .reminder(.birthday): .on])
        // They are one line.
        let waiting = try await lab.outbox.waiting()
        #expect(waiting.map(\.slot) == [.value(.birthday)] && waiting.map(\.reminder) == [true])
        #expect(waiting.map(\.fields) == [[.birthdate]])
        #expect(try await lab.outbox.unsent().count == 1)
        let receipt = try #require(try await lab.outbox.drop(id(ada, .value(.birthday))))
        #expect(try await lab.outbox.waiting().isEmpty)
        #expect(try await lab.shown(ada)?.birthdate == nil)
        #expect(try await lab.outbox.undo(receipt) == .undone)
        try await lab.settled(lab.outbox.resume())
        #expect(try await lab.person(ada)?[.birthday] == Self.day)
        #expect(try await lab.person(ada)?.reminders == [.birthday])
    }

    /// Drop and a deletion take a contact that was never sent.
    @Test(arguments: [false, true]) func anUnsentContactGoesAndComesBackWithAllOfIt(isDropped: Bool) async throws {
        try await lab.beOffline()
        let ada = try await lab.add([.firstName: .text("Ada")])
        let ann = try await lab.create(
            [.first: .text("Ann"), .new(.field): .phone("1"), .tag("math"): .on, .food: .text("figs")]
        ).contact
        try await lab.save(ada, [.new(.relationship): .relation(ann)])
        let receipt = try await isDropped ? lab.outbox.drop(id(ann, .existence)) : lab.outbox.delete(ann, after: 20)
        #expect(try await lab.names() == ["Ada"])
        #expect(try await lab.shown(ada)?.relationships.isEmpty == true)
        #expect(try await lab.outbox.undo(#require(receipt)) == .undone)
        #expect(Set(try await lab.names()) == ["Ada", "Ann"])
        #expect(try await lab.shown(ann)?.contactFields.map(\.content) == ["1"])
        try await lab.settled(lab.outbox.resume())
        let made = try #require(try await lab.person(ann))
        #expect(made[.firstName] == .text("Ann") && made[.food] == .text("figs"))
        #expect(made.tags == ["math"] && made.parts["field"]?.count == 1)
        #expect(try await lab.person(ada)?.parts["relationship"]?.count == 1)
        #expect(try await lab.shown(ann)?.contactFields.map(\.content) == ["1"])
        #expect(lab.server.with { $0.people.count } == 2)
        #expect(try await lab.states().isEmpty)
    }

    // Conflicts.

    private func conflict() async throws -> ContactID {
        let ada = try await lab.add([.firstName: .text("Ada"), .job: .text("Poet")])
        lab.change(ada) { $0[.firstName] = .text("Amy") }
        try await lab.settled(lab.save(ada, [.first: .text("Eve")]))
        #expect(try await lab.problem() == .conflict(values: [SlotState(.first, .text("Amy"))]))
        #expect(try await lab.names() == ["Eve"] && lab.requests.isEmpty)
        return ada
    }

    @Test(arguments: [ConflictChoice.mine, .theirs]) func aConflictWaitsForAChoice(choice: ConflictChoice) async throws
    {
        let ada = try await conflict()
        let receipt = try #require(try await lab.settled(lab.outbox.choose([.first: choice], of: ada)))
        let (chosen, other) = choice == .mine ? ("Eve", "Amy") : ("Amy", "Eve")
        #expect(try await lab.person(ada)?[.firstName] == .text(chosen))
        #expect(try await lab.names() == [chosen])
        #expect(try await lab.states().isEmpty)
        // The undo is the other choice.
        #expect(try await lab.settled(lab.outbox.undo(receipt)) == .undone)
        #expect(try await lab.person(ada)?[.firstName] == .text(other))
        #expect(try await lab.states().isEmpty)
    }

    @Test func aFormThatShowsTheConflictIsTheChoice() async throws {
        let ada = try await conflict()
        let form = try await lab.editable(ada)
        #expect(form.problems[.first] == .conflict(values: [SlotState(.first, .text("Amy"))]))
        try await lab.settled(lab.save(ada, [.first: .text("Ivy")]))
        #expect(try await lab.person(ada)?[.firstName] == .text("Ivy"))
    }

    // Refusals.

    @Test func aRefusalIsShownAndMendedByTheForm() async throws {
        let ada = try await lab.add([.firstName: .text("Ada")])
        lab.trouble(.instead(.refused(["Too long."])))
        try await lab.settled(lab.save(ada, [.first: .text("Eve")]))
        #expect(try await lab.problem() == .refused(sentences: ["Too long."]))
        #expect(try await lab.outbox.waiting().map(\.needsPerson) == [true])
        #expect(try await lab.editable(ada).problems[.first] == .refused(sentences: ["Too long."]))
        try await lab.pass(10_000)
        #expect(lab.requests.count == 1)
        try await lab.settled(lab.save(ada, [.first: .text("Ev")]))
        #expect(try await lab.person(ada)?[.firstName] == .text("Ev"))
    }

    /// The server keeps another description than was sent.
    private func noticed() async throws -> ContactID {
        let ada = try await lab.add([.firstName: .text("Ada")])
        lab.server.with { $0.isForgetful = true }
        try await lab.settled(lab.save(ada, [.value(.description): .text("tall")]))
        #expect(try await lab.states() == [.notice(found: .text("otherwise"))])
        return ada
    }

    @Test func aNoticeGoesWhenItsSlotIsSetAgain() async throws {
        let ada = try await noticed()
        try await lab.beOffline()
        try await lab.save(ada, [.value(.description): .text("small")])
        #expect(try await lab.states() == [.waiting])
        _ = try await lab.outbox.drop(id(ada, .value(.description)))
        #expect(try await lab.states().isEmpty)
    }

    @Test(arguments: [false, true]) func aNoticeGoesWithItsContact(isDeletedHere: Bool) async throws {
        let ada = try await noticed()
        let told = Mutex<[WaitingChange]?>(nil)
        let observation = lab.outbox.observeWaiting { changes in told.withLock { $0 = changes } }
        while told.withLock({ $0?.count }) != 1 { try await Task.sleep(for: .milliseconds(1)) }
        if isDeletedHere {
            try await lab.settled(lab.outbox.delete(ada, after: 0))
        } else {
            lab.clock.advance(by: 1)
            try await lab.store.remove(ids: [Int(ada.rawValue)])
        }
        #expect(try await lab.names().isEmpty)
        #expect(try await lab.states().isEmpty)
        while told.withLock({ $0?.count }) != 0 { try await Task.sleep(for: .milliseconds(1)) }
        observation.cancel()
    }

    @Test func aValueThatTheServerKeepsOtherwiseIsTold() async throws {
        let ada = try await noticed()
        #expect(try await lab.shown(ada)?.description == "otherwise")
        #expect(try await lab.outbox.unsent().count == 0)
        try await lab.outbox.acknowledge(id(ada, .value(.description)))
        #expect(try await lab.outbox.waiting().isEmpty)
    }

    @Test func sideEffectsAreAgreedTo() async throws {
        let ada = try await lab.add([.firstName: .text("Ada")])
        try await lab.settled(lab.save(ada, [.value(.birthday): .value(TestPlanner.leapDay), .job: .text("Poet")]))
        #expect(try await lab.problem() == .sideEffects(values: [TestPlanner.besides]))
        #expect(try await lab.person(ada)?[.job] == .text("Poet"))
        try await lab.settled(lab.outbox.agree(id(ada, .value(.birthday))))
        #expect(try await lab.person(ada)?[.birthday] == TestPlanner.leapDay)
        #expect(try await lab.states().isEmpty)
    }

    // Contacts that the server has no longer, and changes that name them.

    private func gone() async throws -> ContactID {
        let ada = try await lab.add([.firstName: .text("Ada"), .job: .text("Poet"), .birthday: Self.day])
        var home = AddressValue(street: "Hof 1", city: "Bonn")
        home.latitude = 50.5
        try await lab.save(
            ada,
            [
                .new(.field): .phone("1"), .tag("math"): .on,
                .new(.address, 2): .part(.address(home)),
            ])
        try await lab.settle()
        lab.server.with { $0.people[1] = nil }
        try await lab.settled(lab.save(ada, [.first: .text("Eve")]))
        #expect(try await lab.problem() == .gone)
        #expect(try await lab.names() == ["Eve"])
        #expect(try await lab.store.missing(atMost: 9).isEmpty)
        #expect(try await lab.store.listedCount() == 0)
        return ada
    }

    @Test func aContactThatIsGoneIsMadeAgainWithAllOfIt() async throws {
        let ada = try await gone()
        #expect(try await lab.editable(ada).isGone)
        let receipt = try #require(try await lab.outbox.createAgain(ada))
        #expect(try await lab.names() == ["Eve"])
        try await lab.settle()
        let made = try #require(try await lab.person(ada))
        #expect(made[.firstName] == .text("Eve") && made[.job] == .text("Poet") && made.tags == ["math"])
        #expect(made[.birthday] == Self.day && made.parts["field"]?.count == 1)
        guard case .address(let home)? = made.parts["address"]?.values.first else { throw ContactStoreError.damaged }
        #expect(home == AddressValue(street: "Hof 1", city: "Bonn") && home.latitude == 50.5)
        #expect(try await lab.outbox.waiting().isEmpty)
        #expect(try await lab.outbox.createAgain(ada) == nil)
        #expect(try await lab.settled(lab.outbox.undo(receipt)) == .undone)
        #expect(lab.server.with { $0.people.isEmpty })
        #expect(try await lab.names().isEmpty)
    }

    @Test func aFormIsSavedOnTopOfACreationAgain() async throws {
        let ada = try await gone()
        let form = try await lab.editable(ada)
        let part = try #require(form.parts.first { $0.kind == .field })
        let save = FormSave([form.edit(part.slot, to: nil), form.edit(.job, to: .text("Countess"))])
        try await lab.settled(lab.outbox.createAgain(ada, with: save))
        let made = try #require(try await lab.person(ada))
        #expect(made[.job] == .text("Countess") && made.parts["field"] == nil)
    }

    @Test func droppedChangesOfAGoneContactTakeItAway() async throws {
        let ada = try await gone()
        _ = try await lab.outbox.drop(WaitingChange.ID(contact: ada, slot: .first))
        #expect(try await lab.names().isEmpty)
        #expect(try await lab.outbox.waiting().isEmpty)
    }

    @Test func aGoneContactIsDeletedWithOthers() async throws {
        let (ada, bob) = (try await gone(), try await lab.add([.firstName: .text("Bob")]))
        let receipt = try #require(try await lab.outbox.delete([ada, bob], after: 20))
        #expect(Set(receipt.entries.map(\.contact)) == [ada, bob])
        #expect(try await lab.names().isEmpty)
        #expect(try await lab.outbox.undo(receipt) == .undone)
        #expect(Set(try await lab.names()) == ["Eve", "Bob"])
        #expect(try await lab.states() == [.problem(.gone)])
        // The drop of its deletion brings it back, too.
        _ = try await lab.outbox.delete([ada], after: 20)
        #expect(try await lab.names() == ["Bob"])
        _ = try await lab.outbox.drop(id(ada, .existence))
        #expect(Set(try await lab.names()) == ["Eve", "Bob"])
        #expect(try await lab.states() == [.problem(.gone)])
        #expect(try await lab.outbox.setTags(adding: ["poetry"], of: [ada]) == nil)
        _ = try await lab.settled(lab.outbox.delete([ada, bob], after: 0))
        #expect(lab.server.with { $0.people.isEmpty })
        #expect(try await lab.names().isEmpty)
        #expect(try await lab.outbox.waiting().isEmpty)
    }

    @Test func aGoneContactThatComesBackTakesItsChanges() async throws {
        let ada = try await gone()
        lab.clock.advance(by: 1)
        lab.server.with { state in
            state.people[1] = TestPerson(1)
            state.people[1]?[.firstName] = .text("Ada")
        }
        try await lab.settled(lab.bring(1))
        #expect(try await lab.person(ada)?[.firstName] == .text("Eve"))
        #expect(try await lab.states().isEmpty)
    }

    /// A change that names a dropped or deleted contact waits for the person, and asks the server nothing.
    @Test(arguments: [false, true]) func aRelationshipToARemovedContactSaysSo(isMade: Bool) async throws {
        let ada = try await lab.add([.firstName: .text("Ada")])
        if isMade { lab.trouble(.instead(.failed(.offline))) }
        let bob = try await isMade ? lab.create([.first: .text("Bob")]).contact : lab.add([.firstName: .text("Bob")])
        try await lab.settle()
        try await lab.beOffline()
        try await lab.save(ada, [.new(.relationship): .relation(bob)])
        _ = try await lab.outbox.save(FormSave(isMe: true), of: bob)
        var receipt: Receipt?
        if isMade {
            receipt = try await lab.outbox.delete(bob, after: 0)
        } else {
            // A pass finds that it is gone.
            lab.server.with { $0.people[2] = nil }
            try await lab.store.remove(ids: [2])
        }
        try await lab.settled(lab.outbox.resume())
        let count = lab.server.with { $0.questions }
        try await lab.pass(1_000)
        #expect(try await lab.states() == [.contactGone, .contactGone])
        try await lab.settled(lab.restart())
        #expect(try await lab.states() == [.contactGone, .contactGone])
        #expect(lab.server.with { $0.questions } <= count + 2)
        if let receipt {
            #expect(try await lab.settled(lab.outbox.undo(receipt)) == .undone)
            #expect(try await lab.states().isEmpty)
            #expect(try await lab.person(ada)?.parts["relationship"]?.count == 1)
        }
    }
}
