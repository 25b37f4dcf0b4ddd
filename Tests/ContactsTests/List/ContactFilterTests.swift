import Foundation
import Model
import Monica
import Testing

@testable import Contacts

/// Filters by the star and by tags, in the list and in searches.
@Suite(.timeLimit(.minutes(2)))
struct ContactFilterTests {
    private func store() async throws -> ContactStore {
        let store = try ContactStore.inMemory()
        let people: [(String, isStarred: Bool, tags: [String])] = [
            ("Ada", true, ["maths", "work"]), ("Ben", false, ["Maths"]), ("Cleo", true, []),
            ("Dora", false, ["work", "maths"]), ("Ed", true, ["work"]),
        ]
        try await store.upsert(
            people.enumerated().map { index, person in
                let tags = person.tags.enumerated().map { ["id": $0 + 1, "name": $1] as [String: Any] }
                return try makeContact(
                    index + 1,
                    [
                        "first_name": person.0, "complete_name": person.0, "is_starred": person.isStarred,
                        "tags": tags, "hash_id": "h:\(person.0)",
                    ])
            })
        return store
    }

    @Test(arguments: [
        (ContactFilter(), [1, 2, 3, 4, 5]), (ContactFilter(isStarred: true), [1, 3, 5]),
        (ContactFilter(tags: ["maths"]), [1, 2, 4]), (ContactFilter(tags: ["work", " MATHS"]), [1, 4]),
        (ContactFilter(isStarred: true, tags: ["work"]), [1, 5]), (ContactFilter(tags: ["nothing"]), []),
        (ContactFilter(tags: ["'; DROP TABLE contact; --"]), []),
    ])
    func theListHasTheContactsThatMeetAll(_ filter: ContactFilter, _ ids: [Int]) async throws {
        let store = try await store()
        let wanted = ListFilter()
        wanted.value = filter
        let (lists, continuation) = AsyncStream<ContactList>.makeStream()
        let observation = store.observeList(filter: wanted) { continuation.yield($0) }
        let list = try #require(await lists.first { _ in true })
        #expect(list.contacts.map(\.id) == ids)
        #expect(list.filter == filter)
        #expect(list.unfilteredCount == (filter.isEmpty ? nil : 5))
        #expect(list.sections.map(\.start) == Array(ids.indices))
        // Another filter needs no change of a contact.
        wanted.value = ContactFilter(tags: ["work"])
        let next = try #require(await lists.first { $0.filter == ContactFilter(tags: ["work"]) })
        #expect(next.contacts.map(\.id) == [1, 4, 5])
        observation.cancel()
    }

    @Test func aSearchStaysWithinTheFilter() async throws {
        let store = try await store()
        let filter = ContactFilter(isStarred: true, tags: ["work"])
        #expect(try await store.search("maths").matches.map(\.id).sorted() == [1, 2, 4])
        #expect(try await store.search("maths", within: filter).matches.map(\.id) == [1])
        #expect(try await store.search("e", within: filter).matches.map(\.id) == [5])
    }

    @Test func tagsAreCountedWhateverTheirCase() async throws {
        let store = try await store()
        let tags = try await store.tags()
        #expect(tags.map(\.count) == [3, 3])
        #expect(tags.map(\.name.tagKey) == ["maths", "work"])
        try await store.remove(ids: [4])
        #expect(try await store.tags().map(\.count) == [2, 2])
    }

    @Test func archivedContactsWithATagAreKnown() async throws {
        let store = try await store()
        #expect(try await store.hasArchived(with: "maths") == false)
        let tags = [["id": 1, "name": "maths"] as [String: Any]]
        try await store.upsert([makeContact(6, ["is_active": false, "tags": tags])])
        #expect(try await store.hasArchived(with: "Maths"))
        #expect(try await store.hasArchived(with: "work") == false)
        for (ids, tag, hasTag) in [([1, 6], "Maths", true), ([1, 6], "work", false)] as [(Set<Int>, String, Bool)] {
            #expect(try await store.hasArchived(of: ids, with: tag, hasTag: hasTag))
            #expect(try await store.hasArchived(of: ids, with: tag, hasTag: !hasTag) == false)
            #expect(try await store.hasArchived(of: [1], with: tag, hasTag: hasTag) == false)
        }
    }

    @Test func pendingTagsCountAtOnceAndAreReplacedTogether() async throws {
        let lab = try OutboxLab()
        lab.server.with { $0.silence = .offline }
        let ids = try await [lab.add([.firstName: .text("Ada")]), lab.add([.firstName: .text("Ben")])]
        _ = try await lab.outbox.setTags(adding: ["maths"], of: ids)
        _ = try await lab.outbox.setTags(adding: ["Maths", "work"], of: [ids[0]])
        #expect(try await counts(lab) == ["maths": 2, "work": 1])
        // Its name is that of another tag, which the first contact has already.
        let renamed = try #require(try await lab.outbox.replaceTag("maths", with: "work"))
        #expect(try await counts(lab) == ["work": 2])
        #expect(try await lab.outbox.undo(renamed) == .undone)
        #expect(try await counts(lab) == ["maths": 2, "work": 1])
        let removed = try #require(try await lab.outbox.replaceTag("MATHS", with: nil))
        #expect(try await counts(lab) == ["work": 1])
        #expect(try await lab.outbox.replaceTag("maths", with: nil) == nil)
        #expect(try await lab.outbox.undo(removed) == .undone)
        #expect(try await counts(lab) == ["maths": 2, "work": 1])
    }

    private func counts(_ lab: OutboxLab) async throws -> [String: Int] {
        try await Dictionary(uniqueKeysWithValues: lab.store.tags().map { ($0.name, $0.count) })
    }

    @Test func severalAreDeletedAndComeBackTogether() async throws {
        let lab = try OutboxLab()
        try await lab.beOffline()
        let ids = try await [lab.add([.firstName: .text("Ada")]), lab.add([.firstName: .text("Ben")])]
        try await lab.save(ids[0], [.job: .text("Poet")])
        let deleted = try #require(try await lab.outbox.delete(ids + [ContactID(99)], after: 20))
        #expect(deleted.isHeld && deleted.entries.count == 2)
        #expect(try await lab.names().isEmpty)
        #expect(try await lab.outbox.undo(deleted) == .undone)
        #expect(try await lab.names() == ["Ada", "Ben"])
        // A change from before the deletion is sent.
        try await lab.pass(60)
        #expect(lab.server.with { $0.people.count } == 2)
        #expect(try await lab.person(ids[0])?[.job] == .text("Poet") && lab.requests.count == 1)
    }

    @Test func aNumberOrAPageLeadsToNobodyElse() async throws {
        let store = try await store()
        #expect(try await store.storedNumber(of: RemoteID("2")) == 2)
        #expect(try await store.storedNumber(of: RemoteID("7")) == nil)
        #expect(try await store.storedNumber(ofPage: "h:Ben") == 2)
        #expect(try await store.storedNumber(ofPage: "h:ben") == nil)
        // A relation with the name of the real contact.
        try await store.upsert([makeContact(8, ["is_partial": true, "hash_id": "h:Ben"])])
        #expect(try await store.storedNumber(ofPage: "h:Ben") == 2)
        try await store.upsert([makeContact(9, ["hash_id": "h:Ben"])])
        #expect(try await store.storedNumber(ofPage: "h:Ben") == nil)
    }
}
