import Foundation
import GRDB
import Model
import Testing

@testable import Contacts

/// A process whose database another one has removed or set aside sends nothing, and says that it stores nothing.
final class EditReplacedStoreTests: ProcessesLab {
    @Test func whatIsTypedAfterALogOutElsewhereIsNotTakenForStoredNorSent() async throws {
        let remote = try server.add([.firstName: .text("Ann")])
        let first = try await makeQueue()
        _ = try await first.store([Self.name("Ann", "Anna")], of: Self.ann, remote: remote)
        _ = try ContactStore.removeFiles(at: file)
        await #expect(throws: ContactStoreError.replaced) {
            try await first.store([Self.name("Anna", "Anne")], of: Self.ann, remote: remote)
        }
        await #expect(throws: ContactStoreError.replaced) {
            try await first.store.saveDraft(Data("form".utf8), of: nil, account: "a")
        }
        // Somebody signs in again, and sends with the lock that the first one has tried to have.
        let second = try await makeQueue()
        let following = Task { await first.run() }
        defer { following.cancel() }
        _ = try await second.store([Self.name("Ann", "Zoë")], of: Self.ann, remote: remote)
        let sending = Task { await second.run() }
        defer { sending.cancel() }
        try await wait { name(remote) == .text("Zoë") }
        #expect(server.requests.filter { $0.written != nil }.count == 1)
    }

    @Test func aQueueThatSendsEndsWhereItsFilesAreRemoved() async throws {
        let remote = try server.add([.firstName: .text("Ann")])
        let first = try await makeQueue()
        let sending = Task { await first.run() }
        defer { sending.cancel() }
        _ = try await first.store([Self.name("Ann", "Anna")], of: Self.ann, remote: remote)
        try await wait { name(remote) == .text("Anna") }
        try await wait { try await first.edits().isEmpty }
        // It is to be sent later.
        try await first.change { book in
            let id = book.append(Self.name("Anna", "Anne"), of: Self.ann)
            book.update(id) { $0.notBefore = .greatestFiniteMagnitude }
        }
        _ = try ContactStore.removeFiles(at: file)
        clock.advance(by: 1_000)
        let second = try await makeQueue()
        let other = Task { await second.run() }
        defer { other.cancel() }
        _ = try await second.store([Self.name("Anna", "Zoë")], of: Self.ann, remote: remote)
        try await wait { name(remote) == .text("Zoë") }
        await #expect(throws: ContactStoreError.replaced) { try await first.resume() }
        #expect(server.requests.filter { $0.written != nil }.count == 2)
    }

    @Test func aDamagedDatabaseIsNotSetAsideWhileAnotherProcessSendsFromIt() async throws {
        let remote = try server.add([.firstName: .text("Ann")])
        let first = try await makeQueue()
        _ = try await first.store([Self.name("Ann", "Anna")], of: Self.ann, remote: remote)
        let lock = FileSendingLock(database: file)
        #expect(lock.take() == .ours)
        try Data().write(to: folder.appending(component: "contacts.sqlite.is-damaged"))
        await #expect(throws: ContactStoreError.damagedInUse) { _ = try await ContactStore.open(at: file) }
        // Nothing has become of it.
        #expect(try await first.edits().count == 1)
        lock.release()
        let store = try await ContactStore.open(at: file)
        #expect(store.rescued == EditRescue(edits: 1))
        // What the former one stores now would go nowhere.
        await #expect(throws: ContactStoreError.replaced) {
            try await first.store([Self.name("Anna", "Anne")], of: Self.ann, remote: remote)
        }
    }

    @Test func whatAnotherProcessHasJustStoredIsCountedBeforeALogOut() async throws {
        let remote = try server.add([.firstName: .text("Ann")])
        let (first, second) = (try await makeQueue(), try await makeQueue())
        #expect(try await first.unsent().count == 0)
        _ = try await second.store([Self.name("Ann", "Anna")], of: Self.ann, remote: remote)
        #expect(try await first.unsent().count == 1)
    }
}
