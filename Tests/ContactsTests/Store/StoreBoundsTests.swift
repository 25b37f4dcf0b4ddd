import Foundation
import GRDB
import Model
import Network
import Synchronization
import Testing

@testable import Contacts

/// Synchronisation stores data up to a bound. The bound does not apply to the user's actions.
@MainActor
@Suite struct StoreBoundsTests {
    private func bounds(contacts: Int = 1_000_000, bytes: Int = 8 << 30) -> StoreBounds {
        var bounds = StoreBounds()
        bounds.contacts = contacts
        bounds.bytes = bytes
        return bounds
    }

    private func failure(_ server: FakeMonica, _ store: ContactStore) async throws -> ContactStoreError? {
        let synchroniser = try server.synchroniser(store)
        await synchroniser.run()
        guard case .failed(.store(let error)) = synchroniser.progress else { return nil }
        return error
    }

    @Test func theBoundsAreThoseOfTheDocumentation() {
        #expect(StoreBounds().contacts == 1_000_000)
        #expect(StoreBounds().bytes == 8_589_934_592)
    }

    @Test func nobodyIsAddedBeyondTheMostContacts() async throws {
        let store = try ContactStore.inMemory(bounds: bounds(contacts: 250))
        #expect(try await failure(FakeMonica(contacts: 600), store) == .tooManyContacts)
        #expect(try await store.count() == 240)
    }

    @Test func whoIsStoredIsBroughtUpToDateAlsoThen() async throws {
        let server = FakeMonica(contacts: 3)
        let store = try ContactStore.inMemory(bounds: bounds(contacts: 3))
        #expect(try await failure(server, store) == nil)
        server.add(2, ["first_name": "New"])
        #expect(try await failure(server, store) == nil)
        #expect(try await store.contact(id: 2)?.firstName == "New")
        server.delete(1)
        server.add(4)
        #expect(try await failure(server, store) == .tooManyContacts)
        try await store.remove(ids: [1])
        #expect(try await failure(server, store) == nil)
        #expect(try await store.contact(id: 4) != nil)
    }

    @Test func theDatabaseGrowsNoLargerThanItMay() async throws {
        let server = FakeMonica()
        // A searched text takes room in the index too.
        for id in 1...500 { server.add(id, ["not_searched": incompressibleText(bytes: 5_000)]) }
        let store = try ContactStore.inMemory(bounds: bounds(bytes: 1 << 20))
        #expect(try await failure(server, store) == .tooLarge)
        let stored = try await store.count()
        #expect((100..<500).contains(stored))
    }

    @Test func withoutRoomOnTheDiskNothingNewIsStored() async throws {
        let hasRoom = Mutex(true)
        let server = FakeMonica(contacts: 250)
        let store = try ContactStore.inMemory(bounds: StoreBounds { _ in hasRoom.withLock { $0 } })
        let synchroniser = try server.synchroniser(store)
        // The disk fills up when the first page is stored.
        synchroniser.onProgress = { if $0 == .running(done: 100, total: 250) { hasRoom.withLock { $0 = false } } }
        await synchroniser.run()
        #expect(synchroniser.progress == .failed(.store(.noRoom)))
        #expect(try await store.count() == 100)
        await #expect(throws: ContactStoreError.noRoom) { try await store.upsert([makeContact(1, ["job": "x"])]) }
        await #expect(throws: ContactStoreError.noRoom) {
            try await store.replaceReminders(with: [])
        }
        // A removal makes room.
        try await store.remove(ids: [1])
        #expect(try await store.count() == 99)
        hasRoom.withLock { $0 = true }
        #expect(try await failure(server, store) == nil)
        #expect(try await store.count() == 249)
    }

    @Test func aPageOfMoreThanWasAskedForEndsTheSynchronisation() async throws {
        let server = FakeMonica(contacts: 300)
        server.misbehave = { [unowned server] request in
            request.hasPrefix("contacts?page") ? (200, server.page(1, size: 200)) : nil
        }
        let store = try ContactStore.inMemory()
        let synchroniser = try server.synchroniser(store)
        await synchroniser.run()
        #expect(synchroniser.progress == .failed(.server(.tooManyEntries)))
        #expect(server.requests.count == 1)
        #expect(try await store.count() == 0)
    }

    @Test func totalsThatGoBeyondAllNumbersEndNothing() async throws {
        let server = FakeMonica(contacts: 5)
        let store = try ContactStore.inMemory()
        server.misbehave = { [unowned server] request in
            guard request.hasPrefix("contacts?page") else { return nil }
            return (200, server.page(request.contains("page=1&") ? 1 : 2, total: .max / 2))
        }
        #expect(try await failure(server, store) == nil)
        for id in 6...20 { server.add(id) }
        #expect(try await failure(server, store) == nil)
        // Stored by an earlier version, which believed any number.
        var state = try await store.syncState()
        state.unlisted = .max
        try await store.save(state)
        #expect(try await failure(server, store) == nil)
    }

    @Test func whatAListShowsOfAContactIsShort() throws {
        let long = String(repeating: "a\u{301}", count: 20_000)
        let contact = try makeContact(
            1,
            [
                "first_name": long, "last_name": long, "nickname": long, "complete_name": long,
                "information": [
                    "career": ["job": long, "company": long],
                    "avatar": ["url": "https://h/\(long)", "source": long, "default_avatar_color": long],
                ],
            ])
        let summary = ContactSummary(contact)
        for text in [
            summary.firstName, summary.lastName, summary.nickname, summary.displayName, summary.job, summary.company,
            summary.avatar.url, summary.avatar.source.rawValue, summary.avatar.defaultAvatarColor,
        ] {
            #expect((text?.utf8.count ?? 0) < 4_000)
        }
    }

    @Test func aContactThatIsLargerThanIsReadTodayIsNotThere() async throws {
        let store = try ContactStore.inMemory()
        try await store.upsert([makeContact(1)])
        let bomb = Data((#"{"id":1,"x":["# + String(repeating: "{},", count: 400_000) + "1]}").utf8)
        try await store.write { try $0.execute(sql: "UPDATE contact_json SET json = ?", arguments: [bomb]) }
        #expect(try await store.storedContact(id: 1) == nil)
        try await store.upsert([makeContact(1)])
        #expect(try await store.storedContact(id: 1) != nil)
    }
}
