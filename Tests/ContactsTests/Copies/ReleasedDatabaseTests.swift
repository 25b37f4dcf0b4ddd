import Foundation
import GRDB
import Model
import Monica
import Testing

@testable import Contacts

/// Databases that released versions of the program wrote: each later version shows the same contacts.
final class ReleasedDatabaseTests {
    /// The server's values of a contact, at the time when the program stored the contact.
    struct Expected: Decodable {
        let id: Int
        let first: String
        let last: String?
        let mails: [String]
        /// "MM-DD"; nil when it was unknown or only an age.
        let birthday: String?
        let sections: [String: Int]
    }

    let folder = FileManager.default.temporaryDirectory.appending(component: "cameo-\(UUID().uuidString)")
    var file: URL { folder.appending(component: "contacts.sqlite") }

    deinit {
        // Leftovers in the temporary folder do no harm.
        try? FileManager.default.removeItem(at: folder)
    }

    private func resource(_ name: String, _ kind: String) throws -> URL {
        try #require(Bundle.module.url(forResource: name, withExtension: kind, subdirectory: "Released"))
    }

    /// Copies the database that 0.1.0 wrote, and returns the server's values.
    func release() throws -> [Expected] {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: resource("contacts-0.1.0", "sqlite"), to: file)
        return try JSONDecoder().decode([Expected].self, from: Data(contentsOf: resource("contacts-0.1.0", "json")))
    }

    func expectSame(_ store: ContactStore, as expected: [Expected]) async throws {
        #expect(store.setAside == nil)
        #expect(store.readOnlyReason == nil)
        #expect(try await store.count() == expected.count)
        let summaries = try await store.unsortedSummaries(includingArchived: true)
        let rows = Dictionary(summaries.map { ($0.id, $0) }) { first, _ in first }
        for expected in expected {
            let stored = try #require(try await store.storedContact(id: expected.id))
            #expect(stored.contact.firstName == expected.first)
            #expect(stored.contact.lastName == expected.last)
            #expect(rows[expected.id]?.displayName.contains(expected.first) == true)
            #expect(stored.contact.contactFields.filter { $0.type == .email }.map(\.content) == expected.mails)
            for (section, count) in expected.sections {
                let extents = try await store.storedSections(ofContact: expected.id)
                #expect(extents[try #require(ContactSection(rawValue: section))]?.count == count)
            }
            for mail in expected.mails {
                let found = try await store.search(mail, limit: 50, includingArchived: true).matches.map(\.contact.id)
                #expect(found.contains(expected.id))
            }
        }
        #expect(try await birthdays(store) == expected.filter { $0.birthday != nil }.map(\.id))
    }

    private func birthdays(_ store: ContactStore) async throws -> [Int] {
        try await store.read { try Int.fetchAll($0, sql: "SELECT contact_id FROM birthday ORDER BY contact_id") }
    }

    @Test func version010ShowsTheSameContacts() async throws {
        let expected = try release()
        let store = try await ContactStore.open(at: file)
        try await expectSame(store, as: expected)
        try await store.bringUpToDate()
        try await expectSame(store, as: expected)
    }

    @Test func version010TakesNewContacts() async throws {
        _ = try release()
        let store = try await ContactStore.open(at: file)
        try await store.upsert([makeContact(1), makeContact(900)])
        try await store.remove(ids: [2])
        #expect(try await store.contact(id: 1)?.displayName == "First1 Last1")
        #expect(
            try await store.search("First900", limit: 5, includingArchived: false).matches.map(\.contact.id) == [900])
        #expect(try await store.contact(id: 2) == nil)
    }

    @Test func whatWasDerivedByOlderRulesIsDerivedAnew() async throws {
        let expected = try release()
        let store = try await ContactStore.open(at: file)
        // As if other rules had made these.
        try await store.write { db in
            try db.execute(
                sql: """
                    UPDATE contact SET display_name = 'Old', last_activity = 1;
                    DELETE FROM birthday;
                    DELETE FROM contact_search;
                    DELETE FROM contact_name;
                    """)
        }
        let counts = Counts()
        try await store.bringUpToDate { await counts.add($0) }
        #expect(await counts.all.last == expected.count)
        try await expectSame(store, as: expected)
        // Once is enough, also the next time.
        try await store.bringUpToDate { _ in Issue.record("nothing is left to derive") }
    }

    @Test func anInterruptedDerivationGoesOn() async throws {
        let expected = try release()
        var store: ContactStore? = try await ContactStore.open(at: file)
        try await store?.write { db in
            try db.execute(sql: "DELETE FROM birthday")
            _ = try Projection.advance(db, behind: 10, by: MonicaKind())
        }
        try await store?.close()
        store = nil
        let again = try await ContactStore.open(at: file)
        try await again.bringUpToDate()
        try await expectSame(again, as: expected)
    }

    @Test func whatNewRulesDoNotChangeIsNotTold() async throws {
        let expected = try release()
        let store = try await ContactStore.open(at: file)
        let mailbox = store.changes.subscribe()
        try await store.bringUpToDate()
        // The dead got their years. Calls got a column of their own.
        let called = try await store.unsortedSummaries(includingArchived: true).filter { $0.lastCalled != nil }
        #expect(called.count > 1)
        #expect(mailbox.empty() == Set(called.map(\.id)).union([13]))
        try await store.write { db in
            try db.execute(sql: "UPDATE contact SET nickname = 'x' WHERE id = 5; DELETE FROM projection_state")
            try db.execute(sql: "DELETE FROM contact_projection")
        }
        _ = mailbox.empty()
        try await store.bringUpToDate()
        #expect(mailbox.empty() == [5])
        try await expectSame(store, as: expected)
    }

    @Test func theDeadGetTheirYears() async throws {
        _ = try release()
        let store = try await ContactStore.open(at: file)
        try await store.bringUpToDate()
        let contact = try #require(try await store.contact(id: 13))
        let row = try #require(try await store.unsortedSummaries().first { $0.id == 13 })
        #expect(contact.isDeceased && row.deathYear != nil)
        #expect(row.birthYear == contact.birthdate?.year && row.deathYear == contact.deceasedDate?.year)
    }

    @Test func aContactThatNewRulesCannotReadKeepsItsRow() async throws {
        _ = try release()
        let store = try await ContactStore.open(at: file)
        try await store.write { try $0.execute(sql: "UPDATE contact_json SET json = x'00' WHERE id = 3") }
        try await store.bringUpToDate()
        #expect(try await store.unsortedSummaries().contains { $0.id == 3 && $0.displayName.hasPrefix("Božena") })
    }

    @Test func everyColumnOfTheSearchIsInTheTables() async throws {
        _ = try release()
        for store in [try await ContactStore.open(at: file), try .inMemory()] {
            let columns = try await store.read { db in
                try db.columns(in: "contact_search").map(\.name)
            }
            #expect(columns == SearchField.allCases.map(\.rawValue))
            let texts = try await store.read { try $0.columns(in: "contact_text").map(\.name) }
            #expect(texts == ["id"] + SearchIndex.storedFields.map(\.rawValue))
        }
    }

    @Test func theTablesOfANewDatabaseAreThoseOfAnOldOne() async throws {
        _ = try release()
        let schema = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type, name"
        let old = try await ContactStore.open(at: file).read { try String.fetchAll($0, sql: schema) }
        let new = try await ContactStore.inMemory().read { try String.fetchAll($0, sql: schema) }
        /// Comments and spaces differ where the migration of 0.1.0 was written in another way.
        func bare(_ sql: [String]) -> [String] {
            sql.map { $0.replacing(/--[^\n]*/, with: "").filter { !$0.isWhitespace } }
        }
        #expect(bare(old) == bare(new))
    }

    @Test(
        arguments: [
            (["from the future"], nil), (["0.9.0 edits", "0.10.0 faces"], "0.10.0"),
        ] as [([String], String?)])
    func aDatabaseOfANewerVersionStaysAsItIs(migrations: [String], version: String?) async throws {
        _ = try release()
        try await ContactStore.open(at: file).close()
        try await DatabaseQueue(path: file.path).writeWithoutTransaction { db in
            for name in migrations { try db.execute(sql: "INSERT INTO grdb_migrations VALUES (?)", arguments: [name]) }
            // All of it is in the one file that is compared.
            _ = try db.checkpoint(.truncate)
        }
        let before = try Data(contentsOf: file)
        await #expect(throws: ContactStoreError.madeByNewer(version: version)) {
            try await ContactStore.open(at: self.file)
        }
        #expect(try Data(contentsOf: file) == before)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).allSatisfy { !$0.contains("damaged") })
    }

    actor Counts {
        private(set) var all: [Int] = []

        func add(_ count: Int) {
            all.append(count)
        }
    }
}
