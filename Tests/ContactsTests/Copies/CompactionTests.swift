import Foundation
import GRDB
import Glibc
import Model
import Monica
import Synchronization
import Testing

@testable import Contacts

/// The file shrinks to the size of its content. No content is lost.
extension ReleasedDatabaseTests {
    private func extent(_ store: ContactStore) async throws -> [Int?] {
        try await store.read { db in
            try ["page_count", "freelist_count", "auto_vacuum"].map { try Int.fetchOne(db, sql: "PRAGMA \($0)") }
        }
    }

    private var names: Set<String> {
        // A folder that cannot be read has none.
        Set((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    }

    private func converted() async throws -> (ContactStore, [Expected]) {
        let expected = try release()
        let store = try await ContactStore.open(at: file)
        try await store.bringUpToDate()
        try await store.convertCopies()
        return (store, expected)
    }

    @Test func aDatabaseOf010IsReplacedByASmallCopy() async throws {
        let (store, expected) = try await converted()
        let before = try await extent(store)
        #expect(before[2] == 0)
        let mailbox = store.changes.subscribe()
        try await store.makeSmall()
        let after = try await extent(store)
        // A page may be left over where tables were moved.
        #expect(try #require(after[1]) < 3 && after[2] == 2)
        #expect(try #require(after[0]) * 2 < (try #require(before[0])))
        #expect(!names.contains("contacts.sqlite-small"))
        try await expectSame(store, as: expected)
        // An observer of the store goes on.
        try await store.upsert([makeContact(900)])
        #expect(mailbox.empty() == [900])
        try await store.close()
        let again = try await ContactStore.open(at: file)
        #expect(try await again.count() == expected.count + 1)
        #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == 0o600)
    }

    @Test func whatIsWrittenMeanwhileIsNotLost() async throws {
        let (store, expected) = try await converted()
        let writing = Task {
            for id in 1_000..<1_060 { try await store.upsert([makeContact(id)]) }
        }
        try await store.makeSmall { _ in }
        try await writing.value
        #expect(try await store.count() == expected.count + 60)
        try await store.makeSmall()
        #expect(try await store.count() == expected.count + 60)
        try await expectStored(expected, in: store)
    }

    private func expectStored(_ expected: [Expected], in store: ContactStore) async throws {
        for expected in expected {
            #expect(try await store.contact(id: expected.id)?.firstName == expected.first)
        }
        #expect(try await store.read { try String.fetchAll($0, sql: "PRAGMA integrity_check") } == ["ok"])
    }

    /// Another connection would go on reading and writing a file that has no name any more.
    @Test func aDatabaseThatAnotherHasOpenStays() async throws {
        let (store, expected) = try await converted()
        let before = try await extent(store)
        let other = try DatabaseQueue(path: file.path)
        _ = try await other.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM contact") }
        let pauses = Mutex([Duration]())
        try await store.makeSmall { pause in pauses.withLock { $0.append(pause) } }
        let first = pauses.withLock { Array($0.prefix(8)) }
        #expect(first == [1, 2, 4, 8, 16, 32, 60, 60].map { Duration.seconds($0) })
        #expect(try await extent(store) == before)
        try other.close()
        try await store.makeSmall()
        #expect(try #require(try await extent(store)[1]) < 3)
        try await expectSame(store, as: expected)
    }

    @Test func aCopyThatAKilledProgramLeftIsRemoved() async throws {
        let (store, expected) = try await converted()
        try await store.close()
        try Data("half".utf8).write(to: folder.appending(component: "contacts.sqlite-small"))
        let again = try await ContactStore.open(at: file)
        #expect(!names.contains("contacts.sqlite-small"))
        try await expectSame(again, as: expected)
    }

    @Test func aCancelledCopyIsRemoved() async throws {
        let (store, expected) = try await converted()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await store.makeSmall()
        }
        await #expect(throws: ContactStoreError.cancelled) { try await task.value }
        #expect(!names.contains("contacts.sqlite-small"))
        try await expectSame(store, as: expected)
    }

    /// A limit on the length of files, which is that of a whole process, stands for a disk that is full in the middle.
    @Test func aCopyThatTheDiskHasNoRoomForCostsNothing() async {
        await #expect(processExitsWith: .success) {
            let tests = ReleasedDatabaseTests()
            let (store, expected) = try await tests.converted()
            let before = try await tests.extent(store)
            signal(SIGXFSZ, SIG_IGN)
            try limitFiles(to: 40_000)
            let error = await #expect(throws: ContactStoreError.self) { try await store.makeSmall() }
            #expect(error != .cancelled)
            #expect(!tests.names.contains("contacts.sqlite-small"))
            #expect(try await tests.extent(store) == before)
            try await tests.expectSame(store, as: expected)
            try limitFiles(to: .max)
            try await store.upsert([makeContact(900)])
            try await store.makeSmall()
            #expect(try #require(try await tests.extent(store)[1]) < 3)
            try await tests.expectStored(expected, in: store)
            try await store.close()
        }
    }

    @Test func aNewDatabaseGivesBackWhereItIs() async throws {
        let store = try await ContactStore.open(at: file)
        try await store.upsert((1...400).map { try makeContact($0) })
        try await store.remove(ids: Array(1...390))
        let before = try await extent(store)
        #expect(before[2] == 2 && before[1] ?? 0 > 0)
        try await store.makeSmall()
        let after = try await extent(store)
        #expect(after[1] == 0)
        #expect(try #require(after[0]) < (try #require(before[0])))
        #expect(try await store.count() == 10)
    }
}

/// The soft limit alone, which can be raised again.
private func limitFiles(to bytes: rlim_t) throws {
    let kind = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    var limit = rlimit()
    getrlimit(kind, &limit)
    limit.rlim_cur = min(bytes, limit.rlim_max)
    guard setrlimit(kind, &limit) == 0 else { throw POSIXError(.EINVAL) }
}
