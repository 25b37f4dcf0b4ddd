import Foundation
import GRDB
import Model
import Testing

@testable import Contacts

final class StoreFilesTests {
    private let folder = FileManager.default.temporaryDirectory.appending(component: "cameo-\(UUID().uuidString)")
    private var file: URL { folder.appending(components: "account", "contacts.sqlite") }

    deinit {
        // Leftovers in the temporary folder do no harm.
        try? FileManager.default.removeItem(at: folder)
    }

    private func permissions(_ url: URL) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path).sorted()
    }

    @Test func onlyTheUserCanReadThem() async throws {
        let store = try await ContactStore.open(at: file)
        try await store.upsert([makeContact(1)])
        #expect(try permissions(file.deletingLastPathComponent()) == 0o700)
        #expect(try names() == ["contacts.sqlite", "contacts.sqlite-shm", "contacts.sqlite-wal"])
        for name in try names() {
            #expect(try permissions(file.deletingLastPathComponent().appending(component: name)) == 0o600)
        }
        #expect(store.setAside == nil)
    }

    @Test func permissionsThatAreTooWideAreNarrowed() async throws {
        var store: ContactStore? = try await ContactStore.open(at: file)
        try await store?.close()
        store = nil
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: file.deletingLastPathComponent().path)
        store = try await ContactStore.open(at: file)
        #expect(try permissions(file) == 0o600)
        #expect(try permissions(file.deletingLastPathComponent()) == 0o700)
    }

    @Test func whatIsStoredIsThereTheNextTime() async throws {
        try await ContactStore.open(at: file).upsert([makeContact(1)])
        #expect(try await ContactStore.open(at: file).summaries().map(\.id) == [1])
    }

    @Test func readersDoNotWaitForAWriter() async throws {
        let store = try await ContactStore.open(at: file)
        #expect(try await store.read { try String.fetchOne($0, sql: "PRAGMA journal_mode") } == "wal")
    }

    @Test(arguments: [
        Data("this is no database".utf8), Data(repeating: 0, count: 100_000), Data("SQLite format 3\0".utf8),
        Data((0..<50_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }),
    ])
    func whatIsNoDatabaseIsSetAside(garbage: Data) async throws {
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try garbage.write(to: file)
        let store = try await ContactStore.open(at: file)
        let aside = try #require(store.setAside)
        #expect(try Data(contentsOf: aside) == garbage)
        try await store.upsert([makeContact(1)])
        #expect(try await store.count() == 1)
    }

    @Test func anEmptyFileIsANewDatabase() async throws {
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data().write(to: file)
        #expect(try await ContactStore.open(at: file).setAside == nil)
    }

    @Test func damageThatIsFoundInUseIsSaidAndHealedTheNextTime() async throws {
        var store: ContactStore? = try await ContactStore.open(at: file)
        try await store?.upsert((1...500).map { try makeContact($0) })
        try await store?.close()
        store = nil
        // The first pages, which opening the store reads and writes, stay as they are.
        let (last, count) = try await DatabaseQueue(path: file.path).writeWithoutTransaction { db in
            _ = try db.checkpoint(.truncate)
            return (
                try Int.fetchOne(db, sql: "SELECT max(rootpage) FROM sqlite_master"),
                try Int.fetchOne(db, sql: "PRAGMA page_count")
            )
        }
        store = try await ContactStore.open(at: file)
        #expect(store?.setAside == nil)
        let good = try #require(last) * 4_096
        let handle = try FileHandle(forUpdating: file)
        try handle.seek(toOffset: UInt64(good))
        try handle.write(contentsOf: Data(repeating: 0xa5, count: try #require(count) * 4_096 - good))
        try handle.close()
        await #expect(throws: ContactStoreError.damaged) {
            for id in 1...500 { _ = try await store?.contact(id: id) }
            _ = try await store?.summaries()
        }
        store = nil
        let healed = try await ContactStore.open(at: file)
        #expect(healed.setAside != nil)
        #expect(try await healed.count() == 0)
        #expect(try await ContactStore.open(at: file).setAside == nil)
    }

    @Test func aDatabaseOfAnotherProgramIsSetAside() async throws {
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try await DatabaseQueue(path: file.path).write { try $0.execute(sql: "CREATE TABLE contact (x)") }
        let store = try await ContactStore.open(at: file)
        #expect(store.setAside != nil)
        #expect(try await store.count() == 0)
    }

    @Test func aFullDiskLosesNothing() async throws {
        let store = try await ContactStore.open(at: file)
        try await store.upsert([makeContact(1)])
        try await store.write { try $0.execute(sql: "PRAGMA max_page_count = 60") }
        let many = try (1...200).map { try makeContact($0, ["description": incompressibleText(bytes: 16_000)]) }
        await #expect(throws: ContactStoreError.full) { try await store.upsert(many) }
        #expect(try await store.contact(id: 1)?.description == nil)
        #expect(try await store.count() == 1)
        try await store.write { try $0.execute(sql: "PRAGMA max_page_count = 1000000") }
        try await store.upsert(many)
        #expect(try await store.count() == 200)
    }

    @Test func whereNothingCanBeWrittenItIsSaid() async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data().write(to: folder.appending(component: "account"))
        await #expect(throws: ContactStoreError.notWritable) { try await ContactStore.open(at: self.file) }
    }

    @Test func removingThemListsThem() async throws {
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("garbage".utf8).write(to: file)
        let other = file.deletingLastPathComponent().appending(component: "other.json")
        try Data().write(to: other)
        let store = try await ContactStore.open(at: file)
        try await store.upsert([makeContact(1)])
        try await store.close()
        let removed = try ContactStore.removeFiles(at: file).map(\.lastPathComponent)
        #expect(removed.contains("contacts.sqlite") && removed.contains("contacts.sqlite.damaged"))
        #expect(try names() == ["other.json"])
        #expect(try ContactStore.removeFiles(at: file).isEmpty)
    }

    @Test func closingEndsWhatObserves() async throws {
        let store = try await ContactStore.open(at: file)
        let (lists, continuation) = AsyncStream<Int>.makeStream()
        let observation = store.observeList { continuation.yield($0.contacts.count) }
        var iterator = lists.makeAsyncIterator()
        #expect(await iterator.next() == 0)
        try await store.close()
        #expect(try ContactStore.removeFiles(at: file).isEmpty == false)
        await #expect(throws: ContactStoreError.closed) { try await store.upsert([makeContact(1)]) }
        observation.cancel()
    }
}
