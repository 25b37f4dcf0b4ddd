import Foundation
import GRDB
import Model
import Network
import Testing

@testable import Contacts

@Suite(.timeLimit(.minutes(1)))
@MainActor struct FullPassTests {
    private let store: ContactStore

    init() throws {
        store = try ContactStore.inMemory()
    }

    @Test func fillsTheStorePageByPageAndSaysHowFarItIs() async throws {
        let server = FakeMonica(contacts: 250)
        let synchroniser = try server.synchroniser(store)
        var progress: [Synchroniser.Progress] = []
        synchroniser.onProgress = { progress.append($0) }
        await synchroniser.run()
        #expect(server.requests == (1...3).map { "contacts?page=\($0)&limit=100&sort=created_at" })
        #expect(
            progress.dropLast() == [
                .running(done: 0, total: nil), .running(done: 100, total: 250), .running(done: 200, total: 250),
                .running(done: 250, total: 250),
            ])
        guard case .finished = progress.last else { throw UnexpectedProgress(progress.last) }
        #expect(try await store.count() == 250)
        let state = try await store.syncState()
        #expect(state.serverTotal == 250 && state.unlisted == 0 && state.nextPage == nil && state.lastFullPass != nil)
    }

    @Test func asksForTheNextPageWhileOneIsStored() async throws {
        let server = FakeMonica(contacts: 250)
        let (isHeld, isAsked) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let store = store
        var hold: Task<DispatchTimeoutResult, any Error>?
        server.beforeAnswer = { number in
            if number == 2 { isAsked.signal() }
            guard number == 1 else { return }
            // Nothing can be stored for as long as this writes.
            hold = Task.detached {
                try await store.write { _ in
                    isHeld.signal()
                    return isAsked.wait(timeout: .now() + 30)
                }
            }
            _ = isHeld.wait(timeout: .now() + 30)
        }
        await (try server.synchroniser(store)).run()
        #expect(try await hold?.value == .success)
        #expect(try await store.count() == 250)
    }

    @Test func anEmptyAccountIsFine() async throws {
        let synchroniser = try FakeMonica().synchroniser(store)
        await synchroniser.run()
        guard case .finished = synchroniser.progress else { throw UnexpectedProgress(synchroniser.progress) }
    }

    @Test func goesOnWhereItWasStopped() async throws {
        let server = FakeMonica(contacts: 450)
        server.misbehave = { (request) throws(TransportError) in
            guard request.contains("page=3&") else { return nil }
            throw .unreachable("no network")
        }
        let synchroniser = try server.synchroniser(store)
        await synchroniser.run()
        #expect(synchroniser.progress == .failed(.server(.transport(.unreachable("no network")))))
        #expect(try await store.count() == 200)
        server.misbehave = nil
        server.forgetRequests()
        await synchroniser.run()
        #expect(server.requests == (3...5).map { "contacts?page=\($0)&limit=100&sort=created_at" })
        #expect(try await store.count() == 450)
    }

    @Test func aPageThatFailedIsWhereAnInterruptedPassGoesOn() async throws {
        let server = FakeMonica(contacts: 450)
        server.misbehave = { (request) throws(TransportError) in
            if request.contains("page=6&limit=25") { throw .unreachable("no network") }
            return FakeMonica.trouble(with: request, over: 40)
        }
        await (try server.synchroniser(store)).run()
        #expect(try await store.count() == 125)
        server.misbehave = nil
        server.forgetRequests()
        await (try server.synchroniser(store)).run()
        #expect(server.requests == (6...18).map { "contacts?page=\($0)&limit=25&sort=created_at" })
        #expect(try await store.count() == 450)
    }

    @Test func afterADayAPassBeginsAnew() async throws {
        let server = FakeMonica(contacts: 250)
        var state = SyncState()
        state.nextPage = 3
        state.passBegan = .now.addingTimeInterval(-86_500)
        try await store.save(state)
        await (try server.synchroniser(store)).run()
        #expect(server.requests.first == "contacts?page=1&limit=100&sort=created_at")
        #expect(try await store.count() == 250)
    }

    @Test func leavesToAPersonWhatTheServerAllows() async throws {
        let server = FakeMonica(contacts: 150)
        // The pass asks for a contact that the server does not list.
        try await store.upsert([makeContact(900)])
        await (try server.synchroniser(store)).run()
        #expect(server.requests.last == "contacts/900")
        #expect(server.urgencies == [.background, .background, .background])
    }

    @Test func whatIsStoredIsAsOfTheLastTimeThatAllCame() async throws {
        let server = FakeMonica(contacts: 250)
        let synchroniser = try server.synchroniser(store)
        let start = Date.now
        await synchroniser.run()
        let last = try #require(try await store.syncState().lastSynchronised)
        #expect((start...Date.now).contains(last))
        server.misbehave = { (_) throws(TransportError) in throw .unreachable("no network") }
        await synchroniser.run()
        #expect(try await store.syncState().lastSynchronised == last)
        server.misbehave = nil
        await synchroniser.run()
        #expect(try #require(try await store.syncState().lastSynchronised) > last)
    }

    @Test func endsWithItsTask() async throws {
        let server = FakeMonica(contacts: 450)
        let synchroniser = try server.synchroniser(store)
        let task = Task { await synchroniser.run() }
        server.misbehave = { (request) throws(TransportError) in
            guard request.contains("page=2&") else { return nil }
            task.cancel()
            throw .cancelled
        }
        await task.value
        #expect(synchroniser.progress == .idle)
        // The first page may still have been on its way into the store.
        let stored = try await store.count()
        #expect(stored <= 100 && stored.isMultiple(of: 20))
    }

    @Test func theTotalMayChangeUnderWay() async throws {
        let server = FakeMonica(contacts: 250)
        server.beforeAnswer = { [unowned server] number in
            guard number == 2 else { return }
            for id in 251...320 { server.add(id) }
        }
        await (try server.synchroniser(store)).run()
        #expect(try await store.count() == 320)
    }

    @Test func whoMovedToAPageThatWasReadComesTheNextTime() async throws {
        let server = FakeMonica(contacts: 250)
        server.beforeAnswer = { [unowned server] number in
            // Everybody behind moves forward by one: the first of the second page is on the first now.
            if number == 2 { server.delete(5) }
        }
        let synchroniser = try server.synchroniser(store)
        await synchroniser.run()
        await synchroniser.run()
        let stored = try await store.summaries().map(\.id)
        #expect(Set(stored) == Set(1...250).subtracting([5]))
        server.forgetRequests()
        await synchroniser.run()
        #expect(server.requests.count == 1)
    }

    @Test func aPageOfNothingThatCanBeReadIsNotTheEnd() async throws {
        let server = FakeMonica(contacts: 150)
        server.misbehave = { (request) throws(TransportError) in
            guard request.contains("page=1&") else { return nil }
            return (200, #"{"data":[7,null,{"id":"x"}],"meta":{"current_page":1,"last_page":2,"total":150}}"#)
        }
        await (try server.synchroniser(store)).run()
        #expect(try await store.count() == 50)
    }

    @Test func sameIdTwiceIsOneContact() async throws {
        let server = FakeMonica()
        server.misbehave = { (_) throws(TransportError) in
            (200, #"{"data":[{"id":1},{"id":1,"nickname":"Later"},{"id":2}],"meta":{"total":3,"last_page":1}}"#)
        }
        await (try server.synchroniser(store)).run()
        #expect(try await store.count() == 2)
        #expect(try await store.contact(id: 1)?.nickname == "Later")
    }

    @Test func aContactWithoutAnythingIsOne() async throws {
        let server = FakeMonica()
        for id in 1...100 {
            server.add(
                id,
                [
                    "first_name": NSNull(), "last_name": NSNull(), "complete_name": String(repeating: "x", count: 300),
                    "is_active": NSNull(), "information": NSNull(), "created_at": NSNull(),
                    "updated_at": "1850-01-01T00:00:00Z",
                    "nickname": "\u{202e}\u{0}\n",
                ])
        }
        await (try server.synchroniser(store)).run()
        #expect(try await store.summaries().count == 100)
    }
}

struct UnexpectedProgress: Error {
    let progress: Synchroniser.Progress?

    init(_ progress: Synchroniser.Progress?) {
        self.progress = progress
    }
}
