import Foundation
import GRDB
import Model
import Synchronization
import Testing

@testable import Contacts

/// The queue over a real database, with a server in memory.
final class EditQueueTests {
    private let folder = FileManager.default.temporaryDirectory.appending(component: "cameo-\(UUID().uuidString)")
    private var file: URL { folder.appending(component: "contacts.sqlite") }
    private let server = QueueServer()

    deinit {
        // What is left in the temporary folder hurts nobody.
        try? FileManager.default.removeItem(at: folder)
    }

    private func makeQueue(_ store: ContactStore) -> EditQueue {
        let start = ContinuousClock.now
        let copies = MemoryCopies()
        return EditQueue(
            store: store, account: "a", server: server, lock: HeldLock(),
            surroundings: EditQueue.Surroundings(
                copies: { copies }, clock: { (ContinuousClock.now - start) / .seconds(1) },
                sleep: { try await Task.sleep(until: start + .seconds($0), clock: .continuous) }))
    }

    /// Sends until nothing is left.
    private func send(_ queue: EditQueue) async throws {
        let sending = Task { await queue.run() }
        defer { sending.cancel() }
        let limit = ContinuousClock.now + .seconds(20)
        while try await !queue.edits().isEmpty {
            try #require(ContinuousClock.now < limit)
            try await Task.sleep(for: .milliseconds(2))
        }
    }

    private static func name(_ before: String, _ after: String) -> ContactChange {
        .values(ValueChange(group: .person, deltas: [.firstName: Delta(before: .text(before), after: .text(after))]))
    }

    @Test func oneValueTakesOneReadingAndItsWrite() async throws {
        let queue = makeQueue(try ContactStore.inMemory())
        let ann = try server.add([.firstName: .text("Ann"), .description: .text("tall")])
        _ = try await queue.store([Self.name("Ann", "Anna")], of: ContactID(1), remote: ann)
        try await send(queue)
        let values: [ContactKey: ContactValue] = [.firstName: .text("Anna"), .description: .text("tall")]
        #expect(
            server.requests == [
                .contact(ann), .write(.values(ann, .person, values, changed: [.firstName], reminders: [])),
            ])
        #expect(server.person(ann)?.values == values)
    }

    @Test func remindersAreReadWhereADayIsKnown() async throws {
        let queue = makeQueue(try ContactStore.inMemory())
        let birthday = ContactValue.day(.monthDay(month: 2, day: 3))
        let ann = try server.add([.firstName: .text("Ann"), .birthday: birthday], reminders: [.birthday])
        _ = try await queue.store([Self.name("Ann", "Anna")], of: ContactID(1), remote: ann)
        try await send(queue)
        #expect(server.requests.count == 3)
        #expect(server.requests.contains(.reminders(ann, of: [.birthday: birthday])))
        #expect(server.person(ann)?.reminders == [.birthday])
    }

    @Test func aNewContactAndItsPartsGoInTheirOrder() async throws {
        let queue = makeQueue(try ContactStore.inMemory())
        let mail = PartValue.field(FieldValue(type: RemoteID("1"), content: "a@b.c"))
        let receipts = try await queue.change { book in
            let contact = book.newContact()
            let part = book.newPart(.field, of: contact)
            return book.store(
                [
                    .create(ContactCreation(uuid: "u", values: [.firstName: .text("Ann")])),
                    .part(PartChange(kind: .field, part: part, before: nil, after: mail)), .addTags(["friends"]),
                    .me(true),
                ], of: contact)
        }
        #expect(receipts.count == 4)
        try await send(queue)
        let ann = try #require(server.state.withLock { $0.model.living.first })
        #expect(ann.uuid == "u")
        #expect(ann.parts.values.map(\.value) == [mail])
        #expect(Array(ann.tags.keys) == ["friends"])
        #expect(server.state.withLock { $0.model.me } == ann.id)
    }

    @Test func relationshipsWaitForTheOther() async throws {
        let queue = makeQueue(try ContactStore.inMemory())
        let ann = try server.add([.firstName: .text("Ann")])
        try await queue.change { book in
            book.name(ContactID(1), as: ann)
            let bob = book.newContact()
            let sister = PartValue.relationship(RelationshipValue(type: RemoteID("8"), other: .local(bob)))
            let part = book.newPart(.relationship, of: ContactID(1))
            _ = book.store(
                [.part(PartChange(kind: .relationship, part: part, before: nil, after: sister))], of: ContactID(1))
            _ = book.store([.create(ContactCreation(uuid: "b", values: [.firstName: .text("Bob")]))], of: bob)
        }
        try await send(queue)
        let bob = try #require(server.state.withLock { $0.model.living.first { $0.uuid == "b" } })
        let sister = RelationshipValue(type: RemoteID("8"), other: .remote(RemoteID(String(bob.id))))
        #expect(server.person(ann)?.parts.values.map(\.value) == [.relationship(sister)])
    }

    @Test func aRefusedEditSaysWhyAndIsDropped() async throws {
        let queue = makeQueue(try ContactStore.inMemory())
        let ann = try server.add([.firstName: .text("Ann")])
        let bad = ValueChange(group: .person, deltas: [.birthday: Delta(before: nil, after: ServerModel.bad)])
        let receipt = try #require(try await queue.store([.values(bad)], of: ContactID(1), remote: ann).first)
        let sending = Task { await queue.run() }
        defer { sending.cancel() }
        let limit = ContinuousClock.now + .seconds(20)
        while try await queue.edits().first?.state != .refused {
            try #require(ContinuousClock.now < limit)
            try await Task.sleep(for: .milliseconds(2))
        }
        #expect(try await queue.edits().first?.issue == .refused(["bad"]))
        #expect(try await queue.drop(receipt.edit) != nil)
        #expect(try await queue.edits().isEmpty)
    }

    @Test func whatIsStoredIsThereAfterTheNextStartAndNumbersAreNotUsedAgain() async throws {
        var ids: [EditID] = []
        var contacts: [ContactID] = []
        for _ in 1...2 {
            let store = try await ContactStore.open(at: file)
            let queue = makeQueue(store)
            #expect(try await queue.edits().map(\.id) == Array(ids.suffix(1)))
            let creation = ContactCreation(uuid: "u", values: [.firstName: .text("Ann")])
            let receipt = try #require(try await queue.create(creation).first)
            #expect(!ids.contains(receipt.edit) && !contacts.contains(receipt.contact))
            // No server gives such numbers.
            #expect(receipt.contact > ContactID(1 << 40))
            for id in ids { #expect(try await queue.drop(id) != nil) }
            ids.append(receipt.edit)
            contacts.append(receipt.contact)
            try await store.close()
        }
    }

    @Test func whatAnotherProcessStoresIsSentToo() async throws {
        let first = makeQueue(try await ContactStore.open(at: file))
        let second = makeQueue(try await ContactStore.open(at: file))
        let ann = try server.add([.firstName: .text("Ann")])
        #expect(try await first.edits().isEmpty)
        _ = try await second.store([Self.name("Ann", "Anna")], of: ContactID(1), remote: ann)
        _ = try await first.store([Self.name("Anna", "Anne")], of: ContactID(1), remote: ann)
        try await send(first)
        #expect(server.person(ann)?.values[.firstName] == .text("Anne"))
        #expect(server.requests.filter { if case .write = $0 { true } else { false } }.count == 2)
    }

    @Test func editsOfAnotherAccountAreNotSent() async throws {
        let store = try ContactStore.inMemory()
        _ = try await makeQueue(store).create(ContactCreation(uuid: "u", values: [.firstName: .text("Ann")]))
        let copies = MemoryCopies()
        let engine = try await store.writeSynced { db in try EditEngine(db, account: "b", copies: copies) }
        #expect(engine.book.edits.isEmpty)
    }

    @Test func editsAreSyncedToTheDisk() async throws {
        let store = try await ContactStore.open(at: file)
        let synchronous = { @Sendable (db: Database) in try Int.fetchOne(db, sql: "PRAGMA synchronous") }
        #expect(try await store.writeSynced(synchronous) == 2)
        #expect(try await store.write(synchronous) == 1)
        // Also where the body fails.
        await #expect(throws: ContactStoreError.self) {
            try await store.writeSynced { _ -> Int in throw ContactStoreError.full }
        }
        #expect(try await store.write(synchronous) == 1)
        // Within the transaction that stores an edit.
        let seen = Mutex<Int?>(nil)
        try await store.writeSynced { db in
            var engine = try EditEngine(db, account: "a", copies: MemoryCopies())
            try engine.change(db) { book in
                _ = book.newContact()
                seen.withLock { $0 = try? synchronous(db) }
            }
        }
        #expect(seen.withLock { $0 } == 2)
    }

    @Test func draftsStayUntilTheyAreRemovedAndHoldTheirContact() async throws {
        let ann = ContactID(7)
        var store = try await ContactStore.open(at: file)
        let first = try await store.saveDraft(Data("1".utf8), of: nil, account: "a")
        let second = try await store.saveDraft(Data("2".utf8), of: nil, inPlaceOf: first, account: "a")
        let third = try await store.saveDraft(Data("3".utf8), of: ann, account: "a")
        #expect(try await store.saveDraft(Data("4".utf8), of: ann, inPlaceOf: third, account: "a") == third)
        #expect(first == second)
        try await store.close()
        store = try await ContactStore.open(at: file)
        #expect(Set(try await store.drafts(account: "a").map(\.form)) == [Data("2".utf8), Data("4".utf8)])
        #expect(try await store.drafts(account: "b").isEmpty)
        let queue = makeQueue(store)
        try await queue.change { book in
            book.name(ann, as: RemoteID("7"))
            let isAccepted = book.acceptGone(ann, asked: 1, now: 2)
            #expect(isAccepted && book.contacts[ann]?.isGone == true)
        }
        try await store.removeDraft(third)
        try await queue.change { book in
            let isAccepted = book.acceptGone(ann, asked: 1, now: 2)
            #expect(isAccepted && book.contacts[ann] == nil)
        }
    }

    @Test func onlyOneOfTwoSends() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let (first, second) = (FileSendingLock(database: file), FileSendingLock(database: file))
        #expect(first.take() == .ours && first.take() == .ours)
        #expect(second.take() == .elsewhere)
        first.release()
        #expect(second.take() == .ours)
        #expect(first.take() == .elsewhere)
    }
}
