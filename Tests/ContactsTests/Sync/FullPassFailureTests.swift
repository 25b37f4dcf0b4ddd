import Foundation
import GRDB
import Model
import Network
import Testing

@testable import Contacts

/// A full pass while the server, the network or the disk fails.
@Suite(.timeLimit(.minutes(1)))
@MainActor struct FullPassFailureTests {
    private let store: ContactStore

    init() throws {
        store = try ContactStore.inMemory()
    }

    @Test func aPageThatFailsDoesNotStopTheOthers() async throws {
        let server = FakeMonica(contacts: 350)
        // The server stumbles over contact 117, whichever page it is on.
        server.misbehave = { (request) throws(TransportError) in
            FakeMonica.trouble(with: request, at: [117])
        }
        let synchroniser = try server.synchroniser(store)
        await synchroniser.run()
        guard case .finished = synchroniser.progress else { throw UnexpectedProgress(synchroniser.progress) }
        #expect(try await store.count() == 349)
        #expect(try await store.contact(id: 117) == nil)
        #expect(try await store.syncState().unlisted == 1)
        // It is a contact that the server stumbles over, not the length of the page.
        #expect(server.requests.last == "contacts?page=4&limit=100&sort=created_at")
    }

    @Test func aFullDiskEndsASynchronisationThatCanGoOnLater() async throws {
        try await store.write { try $0.execute(sql: "PRAGMA max_page_count = 100") }
        let server = FakeMonica(contacts: 1_000)
        let synchroniser = try server.synchroniser(store)
        await synchroniser.run()
        #expect(synchroniser.progress == .failed(.store(.full)))
        let stored = try await store.count()
        #expect(stored > 0 && stored < 1_000 && stored.isMultiple(of: 20))
        try await store.write { try $0.execute(sql: "PRAGMA max_page_count = 1000000") }
        server.forgetRequests()
        await synchroniser.run()
        #expect(try await store.count() == 1_000)
        #expect(server.requests.first == "contacts?page=\(stored / 100 + 1)&limit=100&sort=created_at")
    }

    @Test func aServerThatOnlyFailsIsLeftAlone() async throws {
        let server = FakeMonica(contacts: 100)
        server.misbehave = { (_) throws(TransportError) in (500, "") }
        let synchroniser = try server.synchroniser(store)
        await synchroniser.run()
        #expect(synchroniser.progress == .failed(.server(.server(status: 500))))
        // A page of each size, and three contacts by themselves.
        #expect(server.requests.count == 7)
    }

    @Test func aRefusedTokenEndsItAtOnce() async throws {
        let server = FakeMonica(contacts: 100)
        try await store.upsert([makeContact(1)])
        server.misbehave = { (_) throws(TransportError) in (401, #"{"message":"Unauthenticated."}"#) }
        let synchroniser = try server.synchroniser(store)
        await synchroniser.run()
        #expect(synchroniser.progress == .failed(.server(.unauthorized)))
        #expect(server.requests.count == 1)
        #expect(try await store.count() == 1)
    }

    @Test func waitsAsLongAsTheServerAsksFor() async throws {
        let server = FakeMonica(contacts: 450)
        let waits = Waits()
        var isRefusing = false
        server.misbehave = { (_) throws(TransportError) in
            isRefusing.toggle()
            return isRefusing ? (429, "{}") : nil
        }
        let synchroniser = try server.synchroniser(store, waits: waits)
        await synchroniser.run()
        guard case .finished = synchroniser.progress else { throw UnexpectedProgress(synchroniser.progress) }
        #expect(try await store.count() == 450)
        #expect(await waits.all == Array(repeating: .seconds(7), count: 5))
    }

    @Test func aWaitThatIsTooLongIsToldInstead() async throws {
        let server = FakeMonica(contacts: 50)
        let waits = Waits()
        server.retryAfter = 3_000
        server.misbehave = { (_) throws(TransportError) in (429, "{}") }
        let synchroniser = try server.synchroniser(store, waits: waits)
        await synchroniser.run()
        #expect(synchroniser.progress == .failed(.server(.rateLimited(.seconds(3_000)))))
        #expect(await waits.all.isEmpty)
    }

    @Test func waitsForTheEndOfMaintenanceButNotForEver() async throws {
        let server = FakeMonica(contacts: 50)
        let waits = Waits()
        server.misbehave = { (_) throws(TransportError) in (503, "") }
        let synchroniser = try server.synchroniser(store, waits: waits)
        await synchroniser.run()
        #expect(synchroniser.progress == .failed(.server(.unavailable(nil))))
        #expect(await waits.all == [.seconds(30), .seconds(30)])
    }

    @Test func maintenanceIsWaitedForOnceInAllPasses() async throws {
        let server = FakeMonica(contacts: 50)
        let waits = Waits()
        let synchroniser = try server.synchroniser(store, waits: waits)
        await synchroniser.run()
        let requests = server.requests.count
        server.misbehave = { (_) throws(TransportError) in (503, "") }
        await synchroniser.run()
        #expect(synchroniser.progress == .failed(.server(.unavailable(nil))))
        #expect(server.requests[requests...].first?.contains("sort=-updated_at") == true)
        #expect(await waits.all == [.seconds(30), .seconds(30)])
    }

    @Test func aConnectionThatIsCutIsTriedAgain() async throws {
        let server = FakeMonica(contacts: 250)
        var cuts = 0
        server.misbehave = { (request) throws(TransportError) in
            guard request.contains("page=2&"), cuts < 2 else { return nil }
            cuts += 1
            throw .truncated
        }
        await (try server.synchroniser(store)).run()
        #expect(try await store.count() == 250)
        #expect(cuts == 2)
    }

    @Test func withoutANetworkItEndsAtOnce() async throws {
        let server = FakeMonica(contacts: 250)
        server.misbehave = { (_) throws(TransportError) in throw .unreachable("no network") }
        let synchroniser = try server.synchroniser(store)
        await synchroniser.run()
        #expect(synchroniser.progress == .failed(.server(.transport(.unreachable("no network")))))
        #expect(server.requests.count == 1)
    }

    @Test func aServerThatRepeatsAPageIsNotFollowedForEver() async throws {
        let server = FakeMonica(contacts: 100)
        server.misbehave = { [unowned server] (_) throws(TransportError) in
            (200, server.page(1, total: 1_000_000))
        }
        await (try server.synchroniser(store)).run()
        // The fifth request is on its way while the fourth turns out to bring no contact.
        #expect(server.requests.count == 5)
        #expect(try await store.count() == 100)
    }
}
