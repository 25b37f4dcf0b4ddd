import Foundation
import Model
import Testing

@testable import Contacts

/// Contacts that the server has no longer, and changes that name them.
@Suite(.timeLimit(.minutes(2))) struct OutboxGoneTests {
    private let lab: OutboxLab
    private static let day = ContactValue.day(.date(year: 1815, month: 12, day: 10))

    init() throws { lab = try OutboxLab() }

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
        try await lab.save(ada, [.first: .text("Eve")])
        try await lab.settle()
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
        #expect(try await lab.outbox.undo(receipt) == .undone)
        try await lab.settle()
        #expect(lab.server.with { $0.people.isEmpty })
        #expect(try await lab.names().isEmpty)
    }

    @Test func aFormIsSavedOnTopOfACreationAgain() async throws {
        let ada = try await gone()
        let form = try await lab.editable(ada)
        let part = try #require(form.parts.first { $0.kind == .field })
        let save = FormSave([form.edit(part.slot, to: nil), form.edit(.job, to: .text("Countess"))])
        _ = try await lab.outbox.createAgain(ada, with: save)
        try await lab.settle()
        let made = try #require(try await lab.person(ada))
        #expect(made[.job] == .text("Countess") && made.parts["field"] == nil)
    }

    @Test func droppedChangesOfAGoneContactTakeItAway() async throws {
        let ada = try await gone()
        _ = try await lab.outbox.drop(WaitingChange.ID(contact: ada, slot: .first))
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
        try await lab.bring(1)
        try await lab.settle()
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
        try await lab.outbox.resume()
        try await lab.settle()
        let count = lab.server.with { $0.questions }
        try await lab.pass(1_000)
        #expect(try await lab.states() == [.contactGone, .contactGone])
        await lab.restart()
        try await lab.settle()
        #expect(try await lab.states() == [.contactGone, .contactGone])
        #expect(lab.server.with { $0.questions } <= count + 2)
        if let receipt {
            #expect(try await lab.outbox.undo(receipt) == .undone)
            try await lab.settle()
            #expect(try await lab.states().isEmpty)
            #expect(try await lab.person(ada)?.parts["relationship"]?.count == 1)
        }
    }
}
