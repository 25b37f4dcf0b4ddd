import Foundation
import GRDB
import Model
import Testing

@testable import Contacts

/// Stored contacts where nothing can be written. As the superuser may write everywhere, the obstacle is a folder in the
/// place of the file that SQLite must make, or a file without its folder's consent.
@Suite(.timeLimit(.minutes(1)))
struct ReadOnlyStoreTests {
    private let folder: TemporaryStoreFolder
    private var file: URL { folder.file }

    init() async throws {
        folder = TemporaryStoreFolder()
        let store = try await ContactStore.open(at: folder.file)
        try await store.upsert([makeContact(1), makeContact(2)])
        try await store.close()
    }

    /// Keeps SQLite from making the file that it needs beside a database to write, and to read its log.
    private func obstruct() throws {
        for suffix in ["-shm", "-wal"] {
            let blocked = URL(filePath: file.path + suffix)
            // There is none while no connection is open.
            try? FileManager.default.removeItem(at: blocked)
            try FileManager.default.createDirectory(at: blocked, withIntermediateDirectories: false)
        }
    }

    private func clear() throws {
        for suffix in ["-shm", "-wal"] { try FileManager.default.removeItem(atPath: file.path + suffix) }
    }

    @Test func whatIsStoredCanBeReadAndNothingIsLost() async throws {
        try obstruct()
        let store = try await ContactStore.open(at: file)
        #expect(store.readOnlyReason == .notWritable)
        #expect(store.setAside == nil)
        #expect(try await store.summaries().map(\.id) == [1, 2])
        #expect(try await store.search("first2").matches.map(\.id) == [2])
        await #expect(throws: ContactStoreError.notWritable) { try await store.upsert([makeContact(3)]) }
        try await store.close()
        try clear()
        let writable = try await ContactStore.open(at: file)
        #expect(writable.readOnlyReason == nil)
        #expect(try await writable.count() == 2)
    }

    @Test @MainActor func aSynchronisationSaysWhyItCannotStore() async throws {
        try obstruct()
        let store = try await ContactStore.open(at: file)
        let synchroniser = try FakeMonica(contacts: 250).synchroniser(store)
        await synchroniser.run()
        #expect(synchroniser.progress == .failed(.store(.notWritable)))
        #expect(try await store.count() == 2)
    }

    @Test @MainActor func somebodysRelativeIsShownAllTheSame() async throws {
        try obstruct()
        let server = FakeMonica()
        server.add(7, ["is_partial": true])
        server.add(8)
        let refresh = ContactRefresh(server: try server.client(), store: try await ContactStore.open(at: file))
        #expect(try await refresh.contact(id: 7)?.id == 7)
        await #expect(throws: ContactStoreError.notWritable) { try await refresh.contact(id: 8) }
    }

    @Test func aPathWithSignsOfAnAddressIsAPath() async throws {
        let strange = folder.url.appending(components: "50% of ?x=1#y é", "contacts.sqlite")
        try FileManager.default.createDirectory(
            at: strange.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: file, to: strange)
        try FileManager.default.createDirectory(
            atPath: strange.path + "-wal", withIntermediateDirectories: false)
        #expect(try await ContactStore.open(at: strange).count() == 2)
    }

    @Test func tablesOfAnOlderVersionCannotBeReadAsTheyAre() async throws {
        try await DatabaseQueue(path: file.path).write {
            try $0.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = 'archived questions'")
        }
        try obstruct()
        await #expect(throws: ContactStoreError.notWritable) { try await ContactStore.open(at: file) }
    }

    @Test func noRoomForTheFileBesideTheLogIsAFullDisk() {
        #expect(ContactStoreError(DatabaseError(resultCode: .SQLITE_IOERR_SHMSIZE)) == .full)
        #expect(ContactStoreError(CocoaError(.fileWriteOutOfSpace)) == .full)
        #expect(ContactStoreError(CocoaError(.fileWriteVolumeReadOnly)) == .notWritable)
        #expect(ContactStoreError(DatabaseError(resultCode: .SQLITE_READONLY)) == .notWritable)
    }
}

/// A folder for a store, which goes with its test.
private final class TemporaryStoreFolder: Sendable {
    let url = FileManager.default.temporaryDirectory.appending(component: "cameo-\(UUID().uuidString)")
    var file: URL { url.appending(components: "account", "contacts.sqlite") }

    deinit {
        // Leftovers in the temporary folder do no harm.
        try? FileManager.default.removeItem(at: url)
    }
}
