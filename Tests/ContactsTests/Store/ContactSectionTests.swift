import Foundation
import GRDB
import Model
import Monica
import Testing

@testable import Contacts

@Suite(.timeLimit(.minutes(1)))
@MainActor
struct ContactSectionTests {
    private let store: ContactStore
    private let monica = FakeMonica()

    init() throws {
        store = try ContactStore.inMemory()
    }

    private func entries(_ section: ContactSection, _ json: String) async throws -> SectionEntries {
        monica.answer(#"{"data":\#(json)}"#)
        defer { monica.misbehave = nil }
        return try await monica.client().entries(in: section, ofContact: 1)
    }

    private func sectionRows() async throws -> Int? {
        try await store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM contact_section") }
    }

    @Test func sectionsComeBackWithTheirContact() async throws {
        try await store.upsert([makeContact(1)])
        try await store.store(entries(.tasks, #"[{"title":"Call back"}]"#), in: .tasks, ofContact: 1)
        try await store.store(entries(.debts, #"[{"amount":"3"}]"#), in: .debts, ofContact: 1)
        try await store.store(entries(.tasks, #"[{"title":"Write"}]"#), in: .tasks, ofContact: 1)
        let stored = try #require(try await store.storedContact(id: 1))
        #expect(stored.contact.id == 1)
        #expect(stored.sections.tasks.map(\.title) == ["Write"])
        #expect(stored.sections.debts.map(\.amount) == ["3"])
        try await store.remove([.tasks], ofContact: 1)
        #expect(try await store.storedContact(id: 1)?.sections.tasks.isEmpty == true)
        #expect(try await store.storedContact(id: 2) == nil)
    }

    @Test func relationsComeWithTheirGendersAsTheyAreStored() async throws {
        func relation(_ id: Int) -> [String: Any] {
            ["relationship": ["name": "sibling"], "contact": ["id": id, "gender_type": "M"]]
        }
        let siblings: [String: Any] = ["family": ["contacts": [relation(2), relation(3), relation(4)]]]
        try await store.upsert([
            makeContact(1, ["information": ["relationships": siblings]]), makeContact(2, ["gender_type": "F"]),
            makeContact(3, ["gender_type": NSNull()]),
        ])
        #expect(try await store.storedContact(id: 1)?.genders == [2: .woman])
    }

    @Test func sectionsStayWhenTheirContactChanges() async throws {
        try await store.upsert([makeContact(1)])
        try await store.store(entries(.tasks, #"[{"title":"t"}]"#), in: .tasks, ofContact: 1)
        try await store.upsert([makeContact(1, ["nickname": "New"])])
        #expect(try await store.storedContact(id: 1)?.sections.tasks.count == 1)
    }

    @Test func sectionsGoWithTheirContact() async throws {
        try await store.upsert([makeContact(1)])
        try await store.store(entries(.tasks, #"[{"title":"t"}]"#), in: .tasks, ofContact: 1)
        #expect(try await sectionRows() == 1)
        try await store.remove(ids: [1])
        #expect(try await sectionRows() == 0)
        try await store.store(entries(.tasks, #"[{"title":"t"}]"#), in: .tasks, ofContact: 1)
        #expect(try await sectionRows() == 0)
    }

    @Test func storedNotesAreFound() async throws {
        try await store.upsert([makeContact(1)])
        try await store.store(entries(.notes, #"[{"id":1,"body":"plays the bassoon"}]"#), in: .notes, ofContact: 1)
        #expect(try await store.search("bassoon").matches.map(\.id) == [1])
        try await store.upsert([makeContact(1, ["nickname": "New"])])
        #expect(try await store.search("bassoon").matches.map(\.id) == [1])
        try await store.remove([.notes], ofContact: 1)
        #expect(try await store.search("bassoon").matches.isEmpty)
    }

    @Test func whoLooksAtAContactIsToldOfItsSectionsAndListsAreNot() async throws {
        try await store.upsert([makeContact(1)])
        let list = store.changes.subscribe()
        let (counts, continuation) = AsyncStream<Int?>.makeStream()
        let observation = store.observeContact(
            id: 1, onFailure: { _ in }, onChange: { continuation.yield($0?.sections.tasks.count) })
        var iterator = counts.makeAsyncIterator()
        #expect(await iterator.next() == 0)
        let one = try await entries(.tasks, #"[{"title":"t"}]"#)
        try await store.store(one, in: .tasks, ofContact: 1)
        #expect(await iterator.next() == 1)
        // The same again is no change, so the next one told is the removal.
        try await store.store(one, in: .tasks, ofContact: 1)
        try await store.remove([.tasks], ofContact: 1)
        #expect(await iterator.next() == 0)
        #expect(list.empty().isEmpty)
        observation.cancel()
    }
}
