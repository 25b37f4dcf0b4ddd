import Foundation
import Model
import Network
import Testing

@testable import Contacts

/// Synchronisations once the store has been filled.
@Suite(.timeLimit(.minutes(1)))
@MainActor struct UpdatePassTests {
    private let store: ContactStore
    private let server: FakeMonica
    private let synchroniser: Synchroniser

    init() async throws {
        store = try ContactStore.inMemory()
        server = FakeMonica(contacts: 250)
        synchroniser = try server.synchroniser(store)
        await synchroniser.run()
        server.forgetRequests()
    }

    private func synchronise() async throws {
        server.forgetRequests()
        await synchroniser.run()
        guard case .finished = synchroniser.progress else { throw UnexpectedProgress(synchroniser.progress) }
    }

    @Test func nothingNewTakesOneRequest() async throws {
        let mailbox = store.changes.subscribe()
        try await synchronise()
        #expect(server.requests == ["contacts?page=1&limit=100&sort=-updated_at"])
        #expect(mailbox.empty().isEmpty)
    }

    @Test func tenChangesTakeAtMostTwoRequests() async throws {
        for id in 11...20 { server.add(id, ["nickname": "New\(id)"]) }
        try await synchronise()
        #expect(server.requests.count <= 2)
        #expect(try await store.contact(id: 11)?.nickname == "New11")
        #expect(try await store.contact(id: 20)?.nickname == "New20")
        for id in 1...3 { server.add(1_000 + id) }
        try await synchronise()
        #expect(server.requests.count == 1)
        #expect(try await store.count() == 253)
    }

    @Test func manyChangesAreFollowedPageByPage() async throws {
        for id in 1...230 { server.add(id, ["nickname": "New"]) }
        try await synchronise()
        #expect(server.requests.count == 3)
        #expect(try await store.summaries().count { $0.nickname == "New" } == 230)
    }

    @Test func changesOfTheVeryMomentOfTheLastTimeAreNotMissed() async throws {
        let moment = try #require(server.contacts[250]?["updated_at"])
        // More than a page, so that the first page alone does not bring them.
        for id in 1...150 { server.add(id, ["nickname": "New", "updated_at": moment]) }
        try await synchronise()
        #expect(try await store.summaries().count { $0.nickname == "New" } == 150)
    }

    @Test func changesDuringAPassAreNotMissedByTheNext() async throws {
        let store = try ContactStore.inMemory()
        let synchroniser = try server.synchroniser(store)
        func date(_ seconds: TimeInterval) -> String { Date(timeIntervalSinceNow: seconds).formatted(.iso8601) }
        server.beforeAnswer = { [unowned server] number in
            guard number == 2 else { return }
            // This one was read before; later changes come with the pages that are still to be read.
            server.add(1, ["nickname": "New", "updated_at": date(-2)])
            for id in 101...250 { server.add(id, ["updated_at": date(0)]) }
        }
        await synchroniser.run()
        #expect(try await store.contact(id: 1)?.nickname == nil)
        server.beforeAnswer = { _ in }
        await synchroniser.run()
        #expect(try await store.contact(id: 1)?.nickname == "New")
    }

    @Test func anImportOfThousandsInOneMomentIsNotReadAgainEachTime() async throws {
        for id in 1...250 { server.add(id, ["updated_at": "2024-06-01T00:00:00Z"]) }
        try await synchronise()
        try await synchronise()
        #expect(server.requests.count == 1)
    }

    @Test func deletedAndArchivedContactsAreAskedFor() async throws {
        server.delete(7)
        server.add(8, ["is_active": false])
        try await synchronise()
        #expect(
            server.requests == ["contacts?page=1&limit=100&sort=-updated_at"]
                + (1...3).map { "contacts?page=\($0)&limit=100&sort=created_at" } + ["contacts/7", "contacts/8"])
        #expect(try await store.contact(id: 7) == nil)
        #expect(try await store.contact(id: 8)?.isActive == false)
        #expect(try await store.count() == 248)
        try await synchronise()
        #expect(server.requests.count == 1)
    }

    @Test func anArchivedContactMayComeBack() async throws {
        server.add(8, ["is_active": false])
        try await synchronise()
        server.add(8, ["is_active": true])
        try await synchronise()
        #expect(try await store.count() == 250)
        #expect(server.requests.count == 1)
    }

    @Test func onceAWeekAllPagesAreRead() async throws {
        var state = try await store.syncState()
        state.lastFullPass = Date.now.addingTimeInterval(-8 * 86_400)
        try await store.save(state)
        // Tags do not move the date of a contact.
        let date = try #require(server.contacts[5]?["updated_at"])
        server.add(5, ["tags": [["id": 1, "name": "friends"]], "updated_at": date])
        try await synchronise()
        #expect(server.requests.count == 3)
        #expect(try await store.contact(id: 5)?.tags.map(\.name) == ["friends"])
    }

    @Test func aMissingContactThatTheServerCannotSendStays() async throws {
        server.add(8, ["is_active": false])
        server.misbehave = { (request) throws(TransportError) in request == "contacts/8" ? (500, "") : nil }
        try await synchronise()
        #expect(try await store.contact(id: 8)?.isActive == true)
        #expect(try await store.count() == 250)
    }

    @Test func anotherContactThanAskedForIsNotTakenForIt() async throws {
        server.delete(8)
        server.misbehave = { [unowned server] (request) throws(TransportError) in
            guard request == "contacts/8", let other = server.contacts[9] else { return nil }
            let body = try? JSONSerialization.data(withJSONObject: ["data": other])
            return (200, String(decoding: body ?? Data(), as: UTF8.self))
        }
        try await synchronise()
        #expect(try await store.contact(id: 8) == nil)
        #expect(try await store.count() == 249)
    }

    @Test func moreThanCanBeAskedForAtOnceAreAskedForNextTime() async throws {
        for id in 1...245 { server.delete(id) }
        try await synchronise()
        #expect(try await store.count() == 50)
        try await synchronise()
        #expect(try await store.count() == 5)
        try await synchronise()
        #expect(server.requests.count == 1)
    }

    @Test func anUpdateThatFailsIsMadeUpForTheNextTime() async throws {
        for id in 1...230 { server.add(id, ["nickname": "New"]) }
        server.misbehave = { (request) throws(TransportError) in
            if request.contains("page=2&") { throw .unreachable("no network") }
            return nil
        }
        server.forgetRequests()
        await synchroniser.run()
        #expect(synchroniser.progress == .failed(.server(.transport(.unreachable("no network")))))
        server.misbehave = nil
        try await synchronise()
        #expect(try await store.summaries().count { $0.nickname == "New" } == 230)
    }

    @Test func aDateFarAheadHidesNothing() async throws {
        server.add(8, ["updated_at": "9999-01-01T00:00:00Z"])
        try await synchronise()
        #expect(try #require(try await store.syncState().newestUpdate) < Date.now.addingTimeInterval(100_000))
    }

    @Test func aServerThatRepeatsAPageIsNotFollowedForEver() async throws {
        for id in 1...250 { server.add(id, ["updated_at": "2026-12-01T00:00:00Z"]) }
        server.misbehave = { [unowned server] (request) throws(TransportError) in
            request.contains("updated") ? (200, server.page(1, sort: "-updated_at", total: 1_000_000)) : nil
        }
        try await synchronise()
        #expect(server.requests.count < 10)
    }

    @Test func aPageThatTheServerCannotSendIsGoneRound() async throws {
        server.add(8, ["nickname": "New"])
        server.misbehave = { (request) throws(TransportError) in
            request.contains("sort=-updated_at") ? (500, "") : nil
        }
        try await synchronise()
        #expect(try await store.contact(id: 8)?.nickname == "New")
    }
}
