import Foundation
import GRDB
import Model
import Network
import Testing

@testable import Contacts

/// What the store shows of contacts with edits, and what synchronisation leaves of them.
@MainActor
struct EditedStoreTests {
    private let store: ContactStore
    private let queue: EditQueue
    private let server = FakeMonica()

    init() throws {
        store = try ContactStore.inMemory()
        queue = EditQueue(store: store, account: "a", server: NoEditServer())
        for id in 1...3 { server.add(id, ["contactFields": []]) }
    }

    /// Makes the next synchronisation read all pages.
    private func expectFullPass() async throws {
        var state = try await store.syncState()
        state.lastFullPass = nil
        try await store.save(state)
        server.forgetRequests()
    }

    private func change(_ key: ContactKey, _ before: String?, _ after: String?) -> PlannedChange {
        let delta = Delta<ContactValue>(before: .text(trimming: before), after: .text(trimming: after))
        return PlannedChange(.values(ValueChange(group: key.group, deltas: [key: delta])))
    }

    @discardableResult
    private func make(_ name: String, then changes: [PlannedChange] = []) async throws -> ContactID {
        let creation = ContactCreation(uuid: UUID().uuidString, values: [.firstName: .text(name)])
        return try #require(try await queue.create(creation, then: changes).first).contact
    }

    private func names() async throws -> [String] { try await store.summaries().map(\.displayName) }

    private func found(_ text: String) async throws -> [Int] {
        try await store.search(text).matches.map(\.id)
    }

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

    @Test func whatIsRefusedShowsTheServersValue() async throws {
        try await server.synchronise(store)
        let receipt = try #require(
            try await queue.store([change(.firstName, "First2", "Zoë")], of: ContactID(2)).first)
        try await queue.change { $0.refuse(receipt.edit, .refused(["no"])) }
        #expect(try await store.contact(id: 2)?.firstName == "First2")
        #expect(try await queue.retry(receipt.edit))
        #expect(try await store.contact(id: 2)?.firstName == "Zoë")
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

    @Test func aPassKeepsTheEditOnTopOfANewCopy() async throws {
        try await server.synchronise(store)
        try await queue.store([change(.firstName, "First2", "Zoë")], of: ContactID(2))
        server.add(2, ["last_name": "New", "complete_name": "First2 New"])
        try await server.synchronise(store)
        #expect(try await names() == ["First1 Last1", "First3 Last3", "Zoë New"])
        #expect(try await found("zoe new") == [2])
    }

    /// A creation, an edit of contact 2, and a deletion of contact 3.
    private func changeAll() async throws -> [WaitingChange] {
        try await make("Ann")
        try await queue.store([change(.firstName, "First2", "Zoë")], of: ContactID(2))
        try await queue.delete(ContactID(3), remote: RemoteID("3"), after: 20)
        return try await queue.waiting()
    }

    @Test func aFullPassTakesNothingOfWhatWaits() async throws {
        try await server.synchronise(store)
        let waiting = try await changeAll()
        try await expectFullPass()
        try await server.synchronise(store)
        // Nobody is missing, and nobody was asked for.
        #expect(server.requests == ["contacts?page=1&limit=100&sort=created_at"])
        #expect(try await queue.waiting() == waiting)
        #expect(try await names() == ["Ann", "First1 Last1", "Zoë Last2"])
        // The numbers agree, so that the next time only changes are asked for.
        server.forgetRequests()
        try await server.synchronise(store)
        #expect(server.requests == ["contacts?page=1&limit=100&sort=-updated_at"])
    }

    @Test func aServerThatIsEmptiedLeavesWhatWasTyped() async throws {
        try await server.synchronise(store)
        _ = try await changeAll()
        for id in 1...3 { server.delete(id) }
        try await expectFullPass()
        try await server.synchronise(store)
        let waiting = try await queue.waiting()
        // The deletion has what it wanted.
        #expect(waiting.map(\.edit.change.kind) == ["create", "values"])
        #expect(waiting.map(\.state) == [.waiting, .refused])
        #expect(waiting.map(\.issue) == [nil, .contactGone])
        // The refused edit's contact shows as the server had it.
        #expect(try await names() == ["Ann", "First2 Last2"])
        server.forgetRequests()
        try await expectFullPass()
        try await server.synchronise(store)
        #expect(server.requests == ["contacts?page=1&limit=100&sort=created_at"])
        #expect(try await names() == ["Ann", "First2 Last2"])
    }

    @Test func oneThatIsGoneWhenItIsOpenedLeavesWhatWasTyped() async throws {
        try await server.synchronise(store)
        _ = try await changeAll()
        let refresh = ContactRefresh(server: try server.client(), store: store)
        for id in 1...3 {
            server.delete(id)
            await #expect(throws: (any Error).self) { try await refresh.contact(id: id) }
        }
        #expect(try await names() == ["Ann", "First2 Last2"])
        #expect(try await queue.waiting().map(\.issue) == [nil, .contactGone])
    }

    @Test func aDraftKeepsItsContact() async throws {
        try await server.synchronise(store)
        _ = try await store.saveDraft(Data("x".utf8), of: ContactID(2), account: "a")
        for id in 1...3 { server.delete(id) }
        try await expectFullPass()
        try await server.synchronise(store)
        #expect(try await names() == ["First2 Last2"])
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
        // Drop Change still gives up what could not be sent.
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

    @Test func aPassLeavesAContactAloneWhoseRequestIsUnderWay() async throws {
        try await server.synchronise(store)
        let receipt = try #require(
            try await queue.store([change(.firstName, "First2", "Zoë")], of: ContactID(2)).first)
        try await queue.change { $0.update(receipt.edit) { $0.state = .sending } }
        server.add(2, ["last_name": "New", "complete_name": "First2 New"])
        try await expectFullPass()
        try await server.synchronise(store)
        // It was met all the same.
        #expect(server.requests == ["contacts?page=1&limit=100&sort=created_at"])
        #expect(try await store.contact(id: 2)?.lastName == "Last2")
        try await queue.change { $0.update(receipt.edit) { $0.state = .waiting } }
        try await expectFullPass()
        try await server.synchronise(store)
        #expect(try await names() == ["First1 Last1", "First3 Last3", "Zoë New"])
    }

    @Test func aPassKnowsAContactThatIsJustBeingMade() async throws {
        try await server.synchronise(store)
        let contact = try await make("Ann")
        let edit = try #require(try await queue.waiting().first?.edit)
        let uuid = try #require(edit.creation?.uuid)
        try await queue.change { $0.update(edit.id) { $0.state = .sending } }
        server.add(77, ["uuid": uuid, "first_name": "Ann", "contactFields": []])
        try await server.synchronise(store)
        #expect(try await store.remoteNumber(of: Int(contact.rawValue)) == 77)
        #expect(try await names() == ["Ann", "First1 Last1", "First2 Last2", "First3 Last3"])
    }

    @Test func aContactThatCameUnderAnotherNumberGoesWhenItIsOurs() async throws {
        try await server.synchronise(store)
        let contact = try await make("Ann")
        server.add(77, ["first_name": "Ann", "complete_name": "Ann", "contactFields": []])
        try await server.synchronise(store)
        #expect(try await names() == ["Ann", "Ann", "First1 Last1", "First2 Last2", "First3 Last3"])
        let edit = try #require(try await queue.waiting().first?.edit)
        try await queue.change { $0.carriedOut(edit.id, nil, made: RemoteID("77"), asked: 1, now: 2) }
        #expect(try await names() == ["Ann", "First1 Last1", "First2 Last2", "First3 Last3"])
        // From now on copies of it are kept under the number that it had here.
        server.add(77, ["last_name": "Lee", "complete_name": "Ann Lee"])
        try await server.synchronise(store)
        #expect(try await store.contact(id: Int(contact.rawValue))?.lastName == "Lee")
        #expect(try await store.contact(id: 77) == nil)
    }
}
