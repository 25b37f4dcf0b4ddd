import Foundation
import Model
import Testing

@testable import Contacts

/// A contact that turned out to be one that was made here is known by the number that it had before, too: to forms, drafts and
/// toasts, in other processes, and after a restart.
final class EditMovingTests {
    private let folder = FileManager.default.temporaryDirectory.appending(component: "cameo-\(UUID().uuidString)")
    private let ann = ContactID(7)
    private let bob = ContactID(57)

    deinit {
        // What is left in the temporary folder hurts nobody.
        try? FileManager.default.removeItem(at: folder)
    }

    /// As a process of its own has it.
    private func start() async throws -> EditQueue {
        let store = try await ContactStore.open(at: folder.appending(component: "contacts.sqlite"))
        return EditQueue(store: store, account: "a", server: NoEditServer())
    }

    /// Bob is being made here when a pass brings him.
    private func make(in queue: EditQueue) async throws -> EditQueue.Receipt {
        try await queue.store.upsert([makeContact(7), makeContact(57)])
        let creation = ContactCreation(uuid: "u", values: [.firstName: .text("Bob")])
        return try #require(try await queue.create(creation).first)
    }

    private func find(_ made: EditQueue.Receipt, in queue: EditQueue) async throws {
        try await queue.change { book in
            book.adopt(RemoteID("57"), as: made.contact, now: 1)
            book.end(made.edit)
        }
    }

    @Test func whoIsNamedByTheFormerNumberAfterARestartIsWaitedFor() async throws {
        let first = try await start()
        let made = try await make(in: first)
        try await find(made, in: first)
        let next = try await start()
        let friend = PartValue.relationship(RelationshipValue(type: RemoteID("friend"), other: .local(bob)))
        let change = PartChange(kind: .relationship, part: PartID(-1), before: nil, after: friend)
        try await next.store([PlannedChange(.part(change))], of: ann)
        let edits = try await next.edits()
        #expect(edits.map(\.issue) == [nil] && edits.first?.change.named == [made.contact])
    }

    @Test func aFormThatWasOpenInAnotherProcessIsThatOfTheOneThatWasMade() async throws {
        let (first, second) = (try await start(), try await start())
        let made = try await make(in: first)
        let (form, other) = (FormID(), FormID())
        #expect(try await second.editable(bob, for: form)?.id == bob)
        #expect(try await second.editable(bob, for: other)?.id == bob)
        try await find(made, in: first)
        // The one is saved before it hears of it.
        let saved = try await second.store([PlannedChange(.addTags(["one"]))], of: bob, closing: form)
        #expect(saved.map(\.contact) == [made.contact])
        let there = try await second.editable(bob, for: other)
        #expect(there?.id == made.contact && there?.isGone == false && there?.tags == ["one"])
        let edits = try await second.edits()
        #expect(edits.map(\.contact) == [made.contact] && edits.map(\.issue) == [nil])
    }

    @Test func aDraftByTheFormerNumberIsOfTheOneThatWasMade() async throws {
        let queue = try await start()
        let made = try await make(in: queue)
        try await find(made, in: queue)
        // As a form that has not heard of it.
        _ = try await queue.store.saveDraft(Data("1".utf8), of: bob, account: "a")
        _ = try await queue.store.saveDraft(Data("2".utf8), of: ann, account: "a")
        #expect(try await Set(queue.store.drafts(account: "a").map(\.contact)) == [made.contact, ann])
    }

    @Test func whatIsUndoneWasOfTheFormerNumber() async throws {
        let queue = try await start()
        let made = try await make(in: queue)
        let saved = try await queue.store([PlannedChange(.addTags(["one"]))], of: bob)
        try await find(made, in: queue)
        #expect(try await queue.edits().map(\.contact) == [made.contact])
        try await queue.undo(saved)
        #expect(try await queue.edits().isEmpty)
    }

    @Test func whatWasDroppedByTheFormerNumberComesBack() async throws {
        let queue = try await start()
        let made = try await make(in: queue)
        let saved = try await queue.store([PlannedChange(.addTags(["one"]))], of: bob)
        let edit = try #require(saved.first).edit
        let dropped = try #require(try await queue.drop(edit))
        try await find(made, in: queue)
        #expect(try await queue.restore(dropped) == .takenBack)
        let edits = try await queue.edits()
        #expect(edits.map(\.contact) == [made.contact] && edits.map(\.issue) == [nil])
    }

    @Test func whatWasDroppedByTheFormerNumberDoesNotComeBackOverALaterWord() async throws {
        let queue = try await start()
        let made = try await make(in: queue)
        let changes = [PlannedChange(.addTags(["one"])), PlannedChange(.removeTags(["one"]))]
        let saved = try await queue.store(changes, of: bob).map(\.edit)
        let dropped = try #require(try await queue.drop(saved[0]))
        try await queue.change { $0.end(saved[1], isCarriedOut: true) }
        try await find(made, in: queue)
        #expect(try await queue.restore(dropped) == .overtaken)
    }

    @Test func aDeletionIsHeldAndTakenBackByTheFormerNumber() async throws {
        let queue = try await start()
        let made = try await make(in: queue)
        try await queue.delete(bob, remote: nil, after: 20)
        try await find(made, in: queue)
        #expect(try await queue.isBeingDeleted(bob))
        let before = try #require(try await queue.edits().first)
        try await queue.holdDeletion(of: bob, for: 3_600)
        let held = try #require(try await queue.edits().first)
        #expect(held.contact == made.contact && held.notBefore > before.notBefore)
        #expect(try await queue.undoDeletion(of: bob) == .takenBack)
        #expect(try await queue.edits().isEmpty)
    }
}
