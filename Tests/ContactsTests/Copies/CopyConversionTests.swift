import Foundation
import GRDB
import Model
import Monica
import Synchronization
import Testing

@testable import Contacts

/// Data of version 1 becomes data of version 2. All data stays readable meanwhile.
extension ReleasedDatabaseTests {
    /// The shown values of all contacts. Version 2 has no pictures of others.
    private func shown(_ store: ContactStore) async throws -> [Int: StoredContact] {
        var shown: [Int: StoredContact] = [:]
        for summary in try await store.unsortedSummaries(includingArchived: true) {
            let stored = try #require(try await store.storedContact(id: summary.id))
            var (contact, sections) = (stored.contact, stored.sections)
            contact.serverCopy = Data()
            sections.serverCopies = [:]
            for index in contact.relationships.indices { contact.relationships[index].contact.avatar = AvatarInfo() }
            contact.howYouMet?.through?.avatar = AvatarInfo()
            for index in sections.activities.indices {
                for attendee in sections.activities[index].attendees.indices {
                    sections.activities[index].attendees[attendee].avatar = AvatarInfo()
                }
            }
            shown[summary.id] = StoredContact(
                contact, sections: sections, related: stored.related, genders: stored.genders)
        }
        return shown
    }

    private func formerCopies(_ store: ContactStore) async throws -> Int? {
        try await store.read { db in
            let sql = """
                SELECT (SELECT count(*) FROM contact_json WHERE substr(json, 1, 1) != x'01')
                + (SELECT count(*) FROM contact_section WHERE substr(json, 1, 1) != x'01')
                """
            return try Int.fetchOne(db, sql: sql)
        }
    }

    @Test func version1BecomesVersion2() async throws {
        let expected = try release()
        let store = try await ContactStore.open(at: file)
        let before = try await shown(store)
        #expect(try await formerCopies(store) ?? 0 > expected.count)
        #expect(before.values.contains { $0.contact.avatar.url?.hasPrefix("data:image/") == true })
        let mailbox = store.changes.subscribe(besides: [.sections])
        let counts = Counts()
        try await store.convertCopies { await counts.add($0) }
        #expect(await counts.all.last == expected.count)
        #expect(mailbox.empty() == [])
        #expect(try await formerCopies(store) == 0)
        #expect(try await shown(store) == before)
        try await expectSame(store, as: expected)
        // Once is enough, also the next time.
        try await store.convertCopies { _ in Issue.record("nothing is left to convert") }
    }

    @Test func whatIsDerivedAnewIsConvertedWithIt() async throws {
        let expected = try release()
        let store = try await ContactStore.open(at: file)
        try await store.bringUpToDate()
        #expect(try await formerCopies(store) == 0)
        try await expectSame(store, as: expected)
    }

    /// The program ends behind each transaction, without closing anything, and the next one goes on.
    @Test func aConversionThatEndsAnywhereGoesOn() async throws {
        let expected = try release()
        var before: [Int: StoredContact]?
        var left: [Int] = []
        let step = ProcessInfo.processInfo.environment["CAMEO_TESTS"] == "usual" ? 5 : 1
        while left.last != 0 {
            let store = try await ContactStore.open(at: file)
            if before == nil { before = try await shown(store) }
            #expect(try await shown(store) == before)
            try await expectSame(store, as: expected)
            left.append(try #require(try await formerCopies(store)))
            _ = try await store.write { try CopyConversion.advance($0, by: MonicaKind(), atMost: step) }
        }
        #expect(step > 1 ? left.count > expected.count / step : left.count == expected.count + 1)
        #expect(left == left.sorted(by: >))
        let store = try await ContactStore.open(at: file)
        try await store.convertCopies()
        #expect(try await store.read(CopyConversion.isNeeded) == false)
    }

    @Test func aConversionCanBeCancelled() async throws {
        _ = try release()
        let store = try await ContactStore.open(at: file)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await store.convertCopies()
        }
        await #expect(throws: ContactStoreError.cancelled) { try await task.value }
        #expect(try await store.read(CopyConversion.isNeeded))
    }

    @Test func aFullDiskLeavesWhatIsStored() async throws {
        let expected = try release()
        let store = try await ContactStore.open(at: file, bounds: StoreBounds { _ in false })
        await #expect(throws: ContactStoreError.noRoom) { try await store.convertCopies() }
        try await store.makeSmall()
        try await expectSame(store, as: expected)
        #expect(try await store.read(CopyConversion.isNeeded))
    }

    @Test func aContactThatCannotBeReadKeepsItsCopy() async throws {
        let expected = try release()
        let store = try await ContactStore.open(at: file)
        try await store.write { try $0.execute(sql: "UPDATE contact_json SET json = x'00' WHERE id = 3") }
        try await store.convertCopies()
        #expect(
            try await store.read { try Data.fetchOne($0, sql: "SELECT json FROM contact_json WHERE id = 3") }
                == Data([0]))
        #expect(try await store.count() == expected.count)
        #expect(try await store.read(CopyConversion.isNeeded) == false)
    }

    @Test func editsAndNewsComeInBetween() async throws {
        let expected = try release()
        let store = try await ContactStore.open(at: file)
        _ = try await store.write { try CopyConversion.advance($0, by: MonicaKind(), atMost: 5) }
        try await store.upsert([makeContact(2), makeContact(900)])
        try await store.remove(ids: [7])
        try await store.convertCopies()
        #expect(try await store.contact(id: 2)?.displayName == "First2 Last2")
        #expect(try await store.count() == expected.count)
        #expect(try await formerCopies(store) == 0)
    }
}
