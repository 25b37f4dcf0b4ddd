import Foundation
import GRDB
import Model
import Monica
import Platform
import Testing

@testable import Contacts

/// The server's copies in the form of version 2, on the disk and in memory.
@Suite struct StoredCopyTests {
    private static let face = "data:image/png;base64," + Data((0..<6_000).map { UInt8($0 % 251) }).base64EncodedString()
    private static let otherFace = "data:image/png;base64," + Data("other".utf8).base64EncodedString()

    private func contact(_ id: Int, face: String? = face, relative: String = otherFace) throws -> Contact {
        func avatar(_ url: String?) -> FakeMonica.Fields { ["url": url ?? NSNull(), "source": "adorable"] }
        let other: FakeMonica.Fields = [
            "contact": ["id": 900, "first_name": "Else", "information": ["avatar": avatar(relative)]],
            "relationship": ["id": 7, "name": "sister"],
        ]
        return try makeContact(
            id,
            [
                "information": [
                    "avatar": avatar(face), "relationships": ["family": ["total": 1, "contacts": [other]]],
                ]
            ])
    }

    private func faces(_ store: ContactStore) async throws -> Int? {
        try await store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM face") }
    }

    private func stored(_ store: ContactStore, _ id: Int) async throws -> Data {
        try await store.read { db in
            try #require(try Data.fetchOne(db, sql: "SELECT json FROM contact_json WHERE id = ?", arguments: [id]))
        }
    }

    @Test func bothFormsAreRead() {
        let text = Data(#"{"id":1,"name":"\#(String(repeating: "Anna ", count: 100))"}"#.utf8)
        let packed = StoredCopy.pack(text)
        #expect(packed.count * 5 < text.count)
        #expect(StoredCopy.unpack(packed) == text)
        #expect(StoredCopy.unpack(text) == text)
        #expect(StoredCopy.unpack(Data()).isEmpty && StoredCopy.pack(Data()).isEmpty)
    }

    @Test func whatIsLongerThanACopyMayBeIsNotCompressed() {
        let long = Data(repeating: UInt8(ascii: "{"), count: StoredCopy.maxBytes + 1)
        #expect(StoredCopy.pack(long) == long)
        #expect(StoredCopy.unpack(StoredCopy.pack(long.dropLast())) == long.dropLast())
    }

    /// Megabytes of zeroes are a thousandth when they are compressed.
    @Test func damagedAndHostileCopiesAreEmpty() throws {
        let bomb = try #require(Deflate.compressed(Data(count: 64 << 20)))
        for length: [UInt8] in [[0, 0, 0, 9], [0, 16, 0, 0], [0, 16, 0, 1], [4, 0, 0, 0], [255, 255, 255, 255]] {
            #expect(StoredCopy.unpack(Data([1] + length) + bomb).isEmpty)
        }
        let packed = StoredCopy.pack(Data(#"{"id":1}"#.utf8))
        for count in 1..<packed.count { #expect(StoredCopy.unpack(packed.prefix(count)).isEmpty) }
    }

    @Test func theOwnFaceComesBackAndOthersAreTheirDigests() async throws {
        let store = try ContactStore.inMemory()
        let sent = try contact(1)
        try await store.upsert([sent])
        let read = try #require(try await store.contact(id: 1))
        #expect(read.avatar == sent.avatar)
        #expect(try await store.avatarURL(ofContact: 1) == Self.face)
        #expect(read.relationships.map(\.contact.avatar) == sent.relationships.map(\.contact.avatar.withoutInlineData))
        #expect(try await stored(store, 1).count < 1_000)
        #expect(try await store.unsortedSummaries() == [ContactSummary(sent)])
    }

    @Test func aFaceIsStoredOnceAndGoesWithTheLastWhoHasIt() async throws {
        let store = try ContactStore.inMemory()
        try await store.upsert([contact(1), contact(2), contact(3, face: Self.otherFace)])
        #expect(try await faces(store) == 2)
        try await store.remove(ids: [1])
        #expect(try await faces(store) == 2)
        try await store.upsert([contact(2, face: Self.otherFace)])
        #expect(try await faces(store) == 1)
        #expect(try await store.avatarURL(ofContact: 2) == Self.otherFace)
        try await store.upsert([contact(2, face: nil)])
        #expect(try await store.avatarURL(ofContact: 2) == nil)
        try await store.remove(ids: [3])
        #expect(try await faces(store) == 0)
    }

    @Test func theSameCopyIsNoNews() async throws {
        let store = try ContactStore.inMemory()
        #expect(try await store.storeChanges([contact(1)]) == 1)
        #expect(try await store.storeChanges([contact(1)]) == 0)
        #expect(try await store.storeChanges([contact(1, face: Self.otherFace)]) == 1)
        #expect(try await store.storeChanges([contact(1, relative: Self.face)]) == 1)
    }

    @Test func whatIsTouchedIsConverted() async throws {
        let store = try ContactStore.inMemory()
        let sent = try contact(1)
        try await store.upsert([sent])
        let section = SectionEntries(serverCopy: Data(#"[{"id":3,"body":"A note"}]"#.utf8), count: 1)
        try await store.store(section, in: .notes, ofContact: 1)
        try await store.write { db in
            // As version 1 left it.
            try db.execute(sql: "UPDATE contact_json SET json = ?", arguments: [sent.serverCopy])
            try db.execute(sql: "UPDATE contact_section SET json = ?", arguments: [section.serverCopy])
            try db.execute(sql: "DELETE FROM contact_face")
        }
        #expect(try await store.avatarURL(ofContact: 1) == Self.face)
        #expect(try await store.storedContact(id: 1)?.sections.notes.map(\.body) == ["A note"])
        // The sent contact is no news.
        #expect(try await store.storeChanges([sent]) == 0)
        #expect(StoredCopy.isCompressed(try await stored(store, 1)))
        #expect(try await store.avatarURL(ofContact: 1) == Self.face)
        try await store.store(section, in: .notes, ofContact: 1)
        let stored = try await store.read { try Data.fetchOne($0, sql: "SELECT json FROM contact_section") }
        #expect(try StoredCopy.unpack(#require(stored)) == section.serverCopy && stored != section.serverCopy)
    }

    @Test func aDamagedCopyIsNotThereUntilItComesAnew() async throws {
        let store = try ContactStore.inMemory()
        try await store.upsert([contact(1)])
        try await store.write { try $0.execute(sql: "UPDATE contact_json SET json = substr(json, 1, 40)") }
        #expect(try await store.contact(id: 1) == nil)
        #expect(try await store.storeChanges([contact(1)]) == 1)
        #expect(try await store.contact(id: 1) != nil)
    }
}
