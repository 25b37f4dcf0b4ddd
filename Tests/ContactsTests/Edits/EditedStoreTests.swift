import Foundation
import GRDB
import Model
import Network
import Testing

@testable import Contacts

/// What the store shows of contacts with edits.
@MainActor
final class EditedStoreTests: EditedStoreLab {
    @Test func anEditShowsInListSearchAndDetailAtOnce() async throws {
        try await server.synchronise(store)
        let receipts = try await queue.store(
            [change(.firstName, "First2", "Zoë"), change(.job, nil, "Smith")], of: ContactID(2))
        #expect(try await names() == ["First1 Last1", "First3 Last3", "Zoë Last2"])
        #expect(try await found("zoe") == [2])
        #expect(try await found("smith") == [2])
        #expect(try await found("first2").isEmpty)
        let shown = try #require(try await store.storedContact(id: 2)?.contact)
        #expect(shown.firstName == "Zoë" && shown.job == "Smith" && shown.displayName == "Zoë Last2")
        // The server's copy is as it was, and shows again.
        for receipt in receipts { #expect(try await queue.drop(receipt.edit) != nil) }
        #expect(try await names() == ["First1 Last1", "First2 Last2", "First3 Last3"])
        #expect(try await found("first2") == [2])
        #expect(try await found("smith").isEmpty)
    }

    @Test func whatIsRefusedStaysInSightUntilAPersonDecides() async throws {
        try await server.synchronise(store)
        let receipt = try #require(
            try await queue.store([change(.firstName, "First2", "Zoë")], of: ContactID(2)).first)
        try await queue.change { $0.refuse(receipt.edit, .refused(["no"])) }
        #expect(try await store.contact(id: 2)?.firstName == "Zoë")
        #expect(try await found("zoe") == [2])
        #expect(try await queue.drop(receipt.edit) != nil)
        #expect(try await store.contact(id: 2)?.firstName == "First2")
    }

    @Test func aContactThatIsMadeHereIsThereAndAsksTheServerNothing() async throws {
        try await server.synchronise(store)
        let birthday = Delta(before: nil, after: ContactValue.day(.monthDay(month: 2, day: 29)))
        let contact = try await make(
            "Åsa", then: [PlannedChange(.values(ValueChange(group: .person, deltas: [.birthday: birthday])))])
        let id = Int(contact.rawValue)
        #expect(id > 1 << 40)
        #expect(try await names() == ["Åsa", "First1 Last1", "First2 Last2", "First3 Last3"])
        #expect(try await found("asa") == [id])
        let shown = try #require(try await store.storedContact(id: id)?.contact)
        #expect(shown.birthdate?.isYearUnknown == true && shown.birthdate?.day == 29)
        server.forgetRequests()
        let refresh = ContactRefresh(server: try server.client(), store: store)
        #expect(try await refresh.contact(id: id) == nil)
        #expect(try await refresh.sections(of: shown).loaded.isEmpty)
        #expect(await refresh.load(.notes, ofContact: id, urgency: .person) == nil)
        #expect(server.requests.isEmpty)
        #expect(try await store.remoteNumber(of: id) == nil)
    }

    @Test func aRelationshipShowsOnBothPeople() async throws {
        let types = [RelationshipTypeChoice(id: RemoteID("8"), key: "child", reverseKey: "parent", group: "family")]
        try await store.replaceFormChoices(with: FormChoices(relationshipTypes: types))
        try await server.synchronise(store)
        let contact = try await make("Ann")
        let child = PartValue.relationship(
            RelationshipValue(type: RemoteID("child"), other: .local(ContactID(2))))
        let part = PartChange(kind: .relationship, part: PartID(-1), before: nil, after: child)
        let receipts = try await queue.store([PlannedChange(.part(part))], of: contact)
        let own = try #require(try await store.contact(id: Int(contact.rawValue))?.relationships.first)
        #expect(own.contact.id == 2 && own.name == "child" && own.group == .family)
        let other = try #require(try await store.contact(id: 2)?.relationships.first)
        #expect(other.contact.id == Int(contact.rawValue) && other.name == "parent")
        #expect(other.contact.displayName == "Ann")
        #expect(try await queue.drop(try #require(receipts.first).edit) != nil)
        #expect(try await store.contact(id: 2)?.relationships.isEmpty == true)
    }

    @Test func aRelationshipThatWasSentStaysOnBothUntilEachHasANewCopy() async throws {
        let types = [RelationshipTypeChoice(id: RemoteID("8"), key: "child", reverseKey: "parent", group: "family")]
        try await store.replaceFormChoices(with: FormChoices(relationshipTypes: types))
        try await server.synchronise(store)
        let child = PartValue.relationship(RelationshipValue(type: RemoteID("child"), other: .local(ContactID(2))))
        let part = PartChange(kind: .relationship, part: PartID(-1), before: nil, after: child)
        let receipt = try #require(try await queue.store([PlannedChange(.part(part))], of: ContactID(1)).first)
        let now = queue.now
        // Sent, and then a copy of the one comes that shows it.
        try await queue.change { book in
            book.beginSending(
                receipt.edit, .addPart(RemoteID("1"), child), copy: nil, reminders: [], serverTime: nil)
            book.carriedOut(receipt.edit, nil, made: RemoteID("70"), asked: now, now: now)
        }
        try await queue.change { book in
            guard let copy = book.storedCopy(ContactID(1)) else { return }
            book.store(copy, as: ContactID(1), asked: now + 1)
        }
        #expect(try await queue.edits().isEmpty)
        let other = try #require(try await store.contact(id: 2)?.relationships.first)
        #expect(other.contact.id == 1 && other.name == "parent")
        // The copy of the other, which says nothing of it: somebody has removed it meanwhile.
        try await queue.change { book in
            guard let copy = book.storedCopy(ContactID(2)) else { return }
            book.store(copy, as: ContactID(2), asked: now + 1)
        }
        #expect(try await store.contact(id: 2)?.relationships.isEmpty == true)
    }

    @Test func aRelationshipOfTheServersThatIsRemovedGoesFromBothPeople() async throws {
        let types = [RelationshipTypeChoice(id: RemoteID("8"), key: "child", reverseKey: "parent", group: "family")]
        try await store.replaceFormChoices(with: FormChoices(relationshipTypes: types))
        server.relate(1, to: 2, as: "child", row: 70)
        server.relate(2, to: 1, as: "parent", row: 71)
        try await server.synchronise(store)
        let form = try #require(try await queue.editable(ContactID(1)))
        let row = try #require(form.parts.first { $0.kind == .relationship })
        let change = PartChange(kind: .relationship, part: row.part, before: row.value, after: nil)
        let receipts = try await queue.store([PlannedChange(.part(change))], of: ContactID(1))
        #expect(try await store.contact(id: 1)?.relationships.isEmpty == true)
        #expect(try await store.contact(id: 2)?.relationships.isEmpty == true)
        try await queue.undo(receipts)
        #expect(try await store.contact(id: 2)?.relationships.count == 1)
    }

    @Test func aDeletionHidesUntilItIsTakenBack() async throws {
        try await server.synchronise(store)
        try await queue.delete(ContactID(2), remote: RemoteID("2"), after: 20)
        #expect(try await names() == ["First1 Last1", "First3 Last3"])
        #expect(try await found("first2").isEmpty)
        #expect(try await store.storedContact(id: 2) == nil)
        #expect(try await queue.undoDeletion(of: ContactID(2)) == .takenBack)
        #expect(try await names() == ["First1 Last1", "First2 Last2", "First3 Last3"])
        #expect(try await found("first2") == [2])
    }

    @Test func aDeletionHoldsTheOtherChangesOfItsContactUnseen() async throws {
        try await server.synchronise(store)
        let job = try #require(try await queue.store([change(.job, nil, "Smith")], of: ContactID(2)).first?.edit)
        let other = try #require(try await queue.store([change(.job, nil, "Baker")], of: ContactID(3)).first?.edit)
        try await queue.change { $0.refuse(job, .refused(["no"])) }
        try await queue.delete(ContactID(2), remote: RemoteID("2"), after: 20)
        let deletion = try #require(try await queue.edits().last?.id)
        #expect(try await queue.waiting().map(\.id) == [other, deletion])
        #expect(try await queue.unsent().count == 2)
        #expect(try await queue.unsent().undecided == 0)
        // It is there all the same.
        #expect(try await queue.undoDeletion(of: ContactID(2)) == .takenBack)
        #expect(try await queue.waiting().map(\.id) == [job, other])
        #expect(try await queue.unsent().undecided == 1)
    }

    @Test func aDraftGoesInTheTransactionThatStoresItsEdits() async throws {
        try await server.synchronise(store)
        let draft = try await store.saveDraft(Data("x".utf8), of: ContactID(2), account: "a")
        try await queue.store([change(.job, nil, "Smith")], of: ContactID(2), inPlaceOf: draft)
        #expect(try await store.drafts(account: "a").isEmpty)
        let creation = ContactCreation(uuid: "u", values: [.firstName: .text("Cy")])
        let other = try await store.saveDraft(Data("y".utf8), of: nil, account: "a")
        _ = try await queue.create(creation, then: [], inPlaceOf: other)
        #expect(try await store.drafts(account: "a").isEmpty)
    }

    @Test func aFormBeginsWithTheEditsOnTop() async throws {
        try await server.synchronise(store)
        try await queue.store([change(.job, nil, "Smith")], of: ContactID(2))
        let form = try #require(try await queue.editable(ContactID(2)))
        #expect(form.remote == RemoteID("2") && form.values[.job] == .text("Smith"))
        for id in 1...3 { server.delete(id) }
        try await expectFullPass()
        try await server.synchronise(store)
        #expect(try await store.contact(id: 2) != nil)
        #expect(try await queue.editable(ContactID(99)) == nil)
    }

    @Test func anOpenFormIsToldThatItsContactIsGoneAndMakesItAgain() async throws {
        try await server.synchronise(store)
        #expect(try await queue.editable(ContactID(2))?.isGone == false)
        try await queue.store([change(.job, nil, "Smith")], of: ContactID(2))
        _ = try await queue.editable(ContactID(2))
        let creation = ContactCreation(uuid: "u", values: [.firstName: .text("First2")])
        // What is there is not made a second time.
        #expect(try await queue.createAgain(ContactID(2), as: creation, then: []) == nil)
        for id in 1...3 { server.delete(id) }
        try await expectFullPass()
        try await server.synchronise(store)
        #expect(try await queue.waiting().map(\.issue) == [.contactGone])
        let form = try #require(try await queue.editable(ContactID(2)))
        #expect(form.isGone && form.values[.job] == .text("Smith"))
        let receipts = try await queue.createAgain(ContactID(2), as: creation, then: [change(.job, nil, "Smith")])
        #expect(receipts?.map(\.contact) == [ContactID(2), ContactID(2)])
        #expect(try await queue.edits().map(\.change.kind) == ["create", "values"])
        #expect(try await queue.edits().map(\.state) == [.waiting, .waiting])
        #expect(try await names() == ["First2"])
        #expect(try await queue.editable(ContactID(2))?.isGone == false)
    }

    @Test func aDeletionKnowsItsContactOnTheServerAlsoWhereNothingElseOfItWasChanged() async throws {
        try await server.synchronise(store)
        try await queue.delete(ContactID(2), remote: nil, after: 0)
        #expect(try await queue.onBook { $0.remote(ContactID(2)) } == RemoteID("2"))
    }

    @Test func aDeletionWaitsForItsToastAndIsTakenBackWithoutNetwork() async throws {
        try await server.synchronise(store)
        try await queue.delete(ContactID(2), remote: RemoteID("2"), after: 0)
        #expect(try await queue.undoDeletion(of: ContactID(2)) == .tooLate)
        try await queue.holdDeletion(of: ContactID(2), for: 20)
        #expect(try await queue.undoDeletion(of: ContactID(2)) == .takenBack)
        #expect(try await names().contains("First2 Last2"))
        try await queue.delete(ContactID(2), remote: RemoteID("2"), after: 20)
        try await queue.finishDeletion(of: ContactID(2))
        #expect(try await queue.undoDeletion(of: ContactID(2)) == .tooLate)
        // The person can still discard the unsent deletion.
        let edit = try #require(try await queue.edits().first)
        #expect(try await queue.drop(edit.id) != nil)
        #expect(try await names().contains("First2 Last2"))
    }

    @Test func whatWaitsIsToldWithNames() async throws {
        try await server.synchronise(store)
        let told = AsyncStream.makeStream(of: [WaitingChange].self)
        let observation = queue.observeWaiting { told.continuation.yield($0) }
        defer { observation.cancel() }
        var changes = told.stream.makeAsyncIterator()
        #expect(await changes.next() == [])
        try await queue.store([change(.firstName, "First2", "Zoë")], of: ContactID(2))
        #expect(await changes.next()?.map(\.name) == ["Zoë Last2"])
    }
}
