import Foundation
import Model
import Testing

@testable import Contacts

/// What synchronisation leaves of contacts with edits.
@MainActor
final class EditsInPassesTests: EditedStoreLab {
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
        // The refused value stays until the person decides.
        #expect(try await names() == ["Ann", "Zoë Last2"])
        server.forgetRequests()
        try await expectFullPass()
        try await server.synchronise(store)
        #expect(server.requests == ["contacts?page=1&limit=100&sort=created_at"])
        #expect(try await names() == ["Ann", "Zoë Last2"])
    }

    @Test func oneThatIsGoneWhenItIsOpenedLeavesWhatWasTyped() async throws {
        try await server.synchronise(store)
        _ = try await changeAll()
        let refresh = ContactRefresh(server: try server.client(), store: store)
        for id in 1...3 {
            server.delete(id)
            await #expect(throws: (any Error).self) { try await refresh.contact(id: id) }
        }
        #expect(try await names() == ["Ann", "Zoë Last2"])
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
