import Foundation
import Model
import Testing

@testable import Contacts

struct ContactStoreTests {
    @Test func whatIsStoredComesBack() async throws {
        let store = try ContactStore.inMemory()
        let contact = try makeContact(
            7,
            [
                "nickname": "Nick", "is_starred": true, "is_dead": true, "unknown_to_us": ["x": 1],
                "last_activity_together": "1706-01-17T00:00:00Z", "created_at": "2026-11-21T04:57:04Z",
                "information": [
                    "career": ["job": "Smith", "company": "Works"],
                    "avatar": [
                        "url": "https://h/store/photos/x.jpg", "source": "photo", "default_avatar_color": "#bd5067",
                    ],
                ],
            ])
        try await store.upsert([contact])
        #expect(try await store.contact(id: 7) == contact)
        #expect(try await store.unsortedSummaries() == [ContactSummary(contact)])
        #expect(try await store.count() == 1)
        #expect(try await store.contact(id: 8) == nil)
    }

    @Test func aContactIsKnownByItsId() async throws {
        let store = try ContactStore.inMemory()
        try await store.upsert([makeContact(1), makeContact(2), makeContact(1, ["complete_name": "New Name"])])
        #expect(try await store.unsortedSummaries().map(\.displayName).sorted() == ["First2 Last2", "New Name"])
        try await store.remove(ids: [1, 99])
        #expect(try await store.unsortedSummaries().map(\.id) == [2])
        #expect(try await store.contact(id: 1) == nil)
    }

    @Test func archivedContactsAreHiddenUnlessAskedFor() async throws {
        let store = try ContactStore.inMemory()
        try await store.upsert([makeContact(1), makeContact(2, ["is_active": false])])
        #expect(try await store.unsortedSummaries().map(\.id) == [1])
        #expect(try await store.unsortedSummaries(includingArchived: true).map(\.isArchived) == [false, true])
        #expect(try await store.count() == 1)
    }

    @Test func somebodysRelationsAreStoredAndInNoList() async throws {
        let store = try ContactStore.inMemory()
        let child: [String: Any] = ["contact": ["id": 1, "first_name": "Former", "is_partial": true]]
        let birthday: [String: Any] = ["date": "1990-06-15T00:00:00Z", "is_age_based": false, "is_year_unknown": false]
        try await store.upsert([
            makeContact(
                1, ["first_name": "Zoë", "is_partial": true, "information": ["dates": ["birthdate": birthday]]]),
            makeContact(2, ["information": ["relationships": ["family": ["contacts": [child]]]]]),
        ])
        #expect(try await store.contact(id: 1)?.isPartial == true)
        #expect(try await store.storedContact(id: 2)?.related[1]?.firstName == "Zoë")
        #expect(try await store.unsortedSummaries(includingArchived: true).map(\.id) == [2])
        #expect(try await store.count() == 1)
        #expect(try await store.search("zoe").matches.isEmpty)
        let day = try Date("2026-06-15T12:00:00Z", strategy: .iso8601)
        #expect(try await store.upcoming(now: day).map(\.id) == [2])
        #expect(try await store.knownContacts(atMost: 10).allSatisfy { $0.number != 1 })
        // A partial contact that becomes a contact of its own counts as a contact from then on.
        try await store.upsert([makeContact(1, ["first_name": "Zoë"])])
        #expect(try await store.unsortedSummaries().map(\.id).sorted() == [1, 2])
    }

    /// With a relationship to the partial contact 1, as the copy of this contact names it.
    private func parent(_ id: Int, of child: String, _ fields: FakeMonica.Fields = [:]) throws -> Contact {
        let relative: FakeMonica.Fields = [
            "relationship": ["name": "child"], "contact": ["id": 1, "complete_name": child, "is_partial": true],
        ]
        let relationships: FakeMonica.Fields = ["family": ["contacts": [relative]]]
        return try makeContact(id, ["information": ["relationships": relationships]].merging(fields) { $1 })
    }

    private func holders(_ store: ContactStore, named child: String) async throws -> [String] {
        let name: FakeMonica.Fields = ["complete_name": child, "first_name": child, "last_name": NSNull()]
        try await store.upsert([makeContact(1, name.merging(["is_partial": true]) { $1 })])
        return try await store.storedContact(id: 1)?.holders.map { "\($0.contact.id) \($0.relation ?? "?")" } ?? []
    }

    @Test func thoseWithTheSameNameHideNoParent() async throws {
        let store = try ContactStore.inMemory()
        try await store.upsert([parent(90, of: "Zoë")] + (2...60).map { try makeContact($0, ["complete_name": "Zoë"]) })
        #expect(try await holders(store, named: "Zoë") == ["90 child"])
    }

    @Test func aParentWithTheNameOfTheChildIsFound() async throws {
        let store = try ContactStore.inMemory()
        try await store.upsert([
            parent(2, of: "Ada Byron", ["complete_name": "Ada Byron"]),
            parent(3, of: "Ada Byron", ["is_active": false]),
        ])
        #expect(try await holders(store, named: "Ada Byron") == ["2 child", "3 child"])
    }

    @Test func aRenamedRelationAndOneWithoutANameHaveTheirParent() async throws {
        let store = try ContactStore.inMemory()
        try await store.upsert([parent(2, of: "Zoë")])
        #expect(try await holders(store, named: "Chloé") == ["2 child"])
        #expect(try await holders(store, named: "") == ["2 child"])
        try await store.upsert([makeContact(2)])
        #expect(try await holders(store, named: "Chloé").isEmpty)
    }

    @Test func listsHoldNoPicturesAndTheStoreDoes() async throws {
        let store = try ContactStore.inMemory()
        let url = "data:image/png;base64," + String(repeating: "A", count: 17_000)
        try await store.upsert([makeContact(1, ["information": ["avatar": ["url": url, "source": "adorable"]]])])
        let summary = try #require(try await store.unsortedSummaries().first)
        #expect(summary.avatar.url?.hasPrefix("data:;digest=") == true)
        #expect(try await store.avatarURL(ofContact: 1) == url)
        #expect(try await store.avatarURL(ofContact: 2) == nil)
    }

    @Test func theStateOfTheSynchronisationIsStored() async throws {
        let store = try ContactStore.inMemory()
        #expect(try await store.syncState() == SyncState())
        var state = SyncState()
        state.lastFullPass = Date(timeIntervalSince1970: 1_700_000_000.25)
        state.newestUpdate = Date(timeIntervalSince1970: 1_600_000_000)
        state.serverTotal = 17
        state.unlisted = -2
        state.nextPage = 4
        state.passBegan = Date(timeIntervalSince1970: 1_700_000_001)
        try await store.save(state)
        #expect(try await store.syncState() == state)
    }

    @Test func whatIsAskedAfterwardsOfAClosedStoreIsRefused() async throws {
        let store = try ContactStore.inMemory()
        try await store.close()
        await #expect(throws: ContactStoreError.closed) { try await store.unsortedSummaries() }
        await #expect(throws: ContactStoreError.closed) { try await store.upsert([]) }
    }
}
