import Foundation
import GRDB
import Model
import Testing

@testable import Contacts

/// Forms, Undo and deletions: the shown values, and the requests.
@Suite(.timeLimit(.minutes(2))) struct OutboxFormTests {
    private let lab: OutboxLab

    init() throws { lab = try OutboxLab() }

    @Test func aSavedFormIsShownAtOnceEverywhere() async throws {
        lab.server.with { $0.silence = .offline }
        let ada = try await lab.add([.firstName: .text("Ada"), .lastName: .text("Byron")])
        try await lab.save(
            ada, [.first: .text("Eve"), .new(.field): .phone("0171 5"), .tag("math"): .on, .food: .text("figs")])
        #expect(try await lab.names() == ["Eve Byron"])
        #expect(try await lab.store.search("eve").matches.map(\.id) == [1])
        #expect(try await lab.store.search("ada").matches.isEmpty)
        #expect(try await lab.store.search("math").matches.map(\.id) == [1])
        let shown = try #require(try await lab.shown(ada))
        #expect(shown.contactFields.map(\.content) == ["0171 5"] && shown.foodPreferences == "figs")
        let form = try await lab.editable(ada)
        #expect(form.values[.firstName] == .text("Eve") && form.parts.map(\.value) == [phone("0171 5")])
        #expect(form.server.first { $0.slot == .first }?.value == .text("Ada"))
    }

    @Test func aCountryHasNoNameBeforeTheServerHasTheAddress() async throws {
        try await lab.beOffline()
        let ada = try await lab.add([.firstName: .text("Ada")])
        try await lab.save(ada, [.new(.address): .part(.address(AddressValue(city: "Wien", country: "AT")))])
        let address = try #require(try await lab.shown(ada)?.addresses.first)
        #expect(address.countryCode == "AT" && address.country == nil)
        #expect(try await lab.store.search("austria").matches.map(\.id) == [1])
    }

    private func phone(_ number: String) -> PartValue { .field(FieldValue(type: RemoteID("1"), content: number)) }

    @Test(arguments: [false, true]) func undoBringsTheValuesFromBeforeBack(isSent: Bool) async throws {
        if !isSent { try await lab.beOffline() }
        let ada = try await lab.add([.firstName: .text("Ada")])
        let before = try await lab.person(ada)
        let receipt = try await lab.save(
            ada, [.first: .text("Eve"), .job: .text("Poet"), .new(.field): .phone("1"), .tag("math"): .on])
        try await lab.settle()
        #expect(try await lab.outbox.undo(receipt) == .undone)
        try await lab.settled(lab.outbox.resume())
        var after = try #require(try await lab.person(ada))
        after.parts = after.parts.filter { !$0.value.isEmpty }
        #expect(after == before)
        #expect(lab.requests.isEmpty == !isSent)
        #expect(try await lab.names() == ["Ada"])
        #expect(try await lab.states().isEmpty)
    }

    @Test func undoLeavesLaterValues() async throws {
        let ada = try await lab.add([.firstName: .text("Ada")])
        let receipt = try await lab.save(ada, [.first: .text("Eve"), .job: .text("Poet")])
        try await lab.save(ada, [.first: .text("Ivy")])
        #expect(try await lab.settled(lab.outbox.undo(receipt)) == .overtaken)
        #expect(try await lab.person(ada)?[.firstName] == .text("Ivy"))
        #expect(try await lab.person(ada)?[.job] == nil)
    }

    @Test func undoOfARemovedPartMakesItAnewUnderItsNumber() async throws {
        let ada = try await lab.add([.firstName: .text("Ada")])
        try await lab.settled(lab.save(ada, [.new(.field): .phone("1")]))
        let part = try #require(try await lab.editable(ada).parts.first)
        let receipt = try await lab.settled(lab.save(ada, [part.slot: nil]))
        #expect(try await lab.person(ada)?.parts["field"] == [:])
        #expect(try await lab.settled(lab.outbox.undo(receipt)) == .undone)
        #expect(try await lab.person(ada)?.parts["field"]?.values.map(\.self) == [phone("1")])
        #expect(try await lab.editable(ada).parts.map(\.part) == [part.part])
    }

    // Contacts that are made here.

    /// How far the creation is: without its part yet, or with all of it, or in doubt.
    enum Course: Sendable, CaseIterable { case begun, sent, lost, arrived }

    @Test(arguments: Course.allCases) func undoOfACreationLeavesNothing(course: Course) async throws {
        let server = lab.server
        switch course {
        case .begun: server.with { $0.silence = .offline }
        case .sent: break
        case .lost, .arrived:
            lab.trouble(course == .arrived ? .unanswered(.lost) : .instead(.failed(.lost)))
            server.with { state in state.meanwhile = { server.with { $0.silence = .lost } } }
        }
        let receipt = try await lab.create([.first: .text("Ann"), .new(.field): .phone("1")])
        // A request that is under way without an answer would be answered once the server is back.
        try await lab.settle()
        #expect(try await lab.outbox.undo(receipt) == .undone)
        #expect(try await lab.names().isEmpty)
        server.with { $0.silence = nil }
        try await lab.settled(lab.outbox.resume())
        if [.lost, .arrived].contains(course) { try await lab.pass(130) }
        #expect(server.with { $0.people.isEmpty })
        #expect(try await lab.names().isEmpty)
        #expect(try await lab.outbox.waiting().isEmpty)
    }

    @Test func aNewPersonOfARelationshipIsMadeFirst() async throws {
        let ada = try await lab.add([.firstName: .text("Ada")])
        let new = ContactID(-5)
        let save = FormSave(
            [SlotEdit(.new(.relationship), to: .relation(new))], people: [new: [.firstName: .text("Annabella")]])
        let receipt = try await lab.outbox.save(save, of: ada)
        let other = try #require(receipt.entries.first { $0.contact != ada }?.contact)
        #expect(try await lab.shown(ada)?.relationships.map(\.contact.id) == [Int(other.rawValue)])
        #expect(try await lab.shown(other)?.relationships.map(\.contact.id) == [1])
        try await lab.settle()
        #expect(lab.requests.map { $0.sent.first?.slot.isPart } == [false, true])
        let made = try await lab.store.remoteNumber(of: Int(other.rawValue))
        let relation = try #require(try await lab.person(ada)?.parts["relationship"]?.values.first)
        #expect(SlotValue.part(relation).namedContacts.first == .remote(RemoteID("\(try #require(made))")))
        #expect(try await lab.shown(ada)?.relationships.map(\.contact.id) == [Int(other.rawValue)])
        #expect(try await lab.states().isEmpty)
        // Undo takes both away.
        #expect(try await lab.settled(lab.outbox.undo(receipt)) == .undone)
        #expect(lab.server.with { $0.people.keys.map(\.self) } == [1])
        #expect(try await lab.person(ada)?.parts["relationship"] == [:])
    }

    @Test func aRelationshipToAContactThatIsNotMadeYetWaitsAndHoldsUpNobody() async throws {
        let ada = try await lab.add([.firstName: .text("Ada")])
        let bob = try await lab.add([.firstName: .text("Bob")])
        lab.trouble(.instead(.refused(["Too long."])))
        let ann = try await lab.create([.first: .text("Ann")]).contact
        try await lab.pass(1)
        try await lab.save(ada, [.new(.relationship): .relation(ann)])
        try await lab.settled(lab.save(bob, [.first: .text("Bo")]))
        #expect(try await lab.person(bob)?[.firstName] == .text("Bo"))
        #expect(
            try await lab.states() == [
                .problem(.refused(sentences: ["Too long."])), .problem(.refused(sentences: ["Too long."])),
                .waitsForContact,
            ])
        try await lab.settled(lab.outbox.retry(ann))
        #expect(try await lab.states().isEmpty)
        #expect(try await lab.person(ada)?.parts["relationship"]?.count == 1)
    }

    // Deletions.

    @Test func aDeletionIsHeldUntilItsMoment() async throws {
        let ada = try await lab.add([.firstName: .text("Ada")])
        let receipt = try #require(try await lab.outbox.delete(ada, after: 20))
        #expect(try await lab.names().isEmpty)
        #expect(try await lab.shown(ada) == nil)
        #expect(try await lab.states() == [.held])
        try await lab.pass(10)
        try await lab.outbox.hold(receipt, for: 20)
        try await lab.pass(15)
        #expect(lab.requests.isEmpty)
        try await lab.pass(10)
        #expect(lab.server.with { $0.people.isEmpty })
        #expect(try await lab.outbox.waiting().isEmpty)
        #expect(try await lab.store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM contact") } == 0)
    }

    @Test func theLastTryOfADeletionOfSomebodyChangedAsks() async throws {
        let ada = try await lab.add([.firstName: .text("Ada")])
        _ = try await lab.outbox.delete(ada, after: 20)
        lab.change(ada) { $0[.job] = .text("Poet") }
        try await lab.pass(20)
        #expect(try await lab.problem() == .conflict(values: [SlotState(.job, .text("Poet"))]))
        #expect(try await lab.names() == ["Ada"])
        // A decided deletion waits for its toast, too.
        let receipt = try #require(try await lab.outbox.choose([.existence: .mine], of: ada))
        try await lab.settle()
        #expect(try await lab.states() == [.held])
        #expect(receipt.isHeld && lab.requests.isEmpty)
        #expect(try await lab.outbox.undo(receipt) == .undone)
        try await lab.settle()
        #expect(try await lab.names() == ["Ada"])
        #expect(try await lab.states().isEmpty)
        _ = try await lab.outbox.delete(ada, after: 0)
        try await lab.settle()
        #expect(lab.server.with { $0.people.isEmpty })
    }

    @Test(arguments: [false, true]) func aDeletionThatComesBackByUndoIsHeld(isDropped: Bool) async throws {
        let ada = try await lab.add([.firstName: .text("Ada")])
        _ = try await lab.outbox.delete(ada, after: 20)
        if !isDropped {
            lab.change(ada) { $0[.job] = .text("Poet") }
            try await lab.pass(20)
        }
        let change = WaitingChange.ID(contact: ada, slot: .existence)
        let receipt =
            try await isDropped ? lab.outbox.drop([change]) : lab.outbox.choose([.existence: .theirs], of: ada)
        #expect(try await lab.names() == ["Ada"])
        #expect(try await lab.states().isEmpty)
        #expect(try await lab.outbox.undo(#require(receipt)) == .undone)
        try await lab.pass(Outbox.toastTime - 1)
        #expect(try await lab.states() == [.held])
        #expect(try await lab.names().isEmpty)
        #expect(lab.requests.isEmpty)
    }
}
