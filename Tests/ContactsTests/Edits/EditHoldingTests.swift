import Foundation
import Model
import Testing

@testable import Contacts

/// What goes for good waits for the end of its toast.
final class EditHoldingTests: EditedStoreLab {
    private let two = ContactID(2)

    /// A form that removes a relationship with somebody who goes with it.
    private func remove() async throws -> [EditQueue.Receipt] {
        try await server.synchronise(store)
        let child = PartValue.relationship(RelationshipValue(type: RemoteID("1"), other: .remote(RemoteID("3"))))
        let part = try await queue.change { [two] book in
            book.nameIfStored(two)
            return book.number(of: RemotePart(.relationship, RemoteID("9")), in: two)
        }
        let removal = PartChange(kind: .relationship, part: part, before: child, after: nil)
        return try await queue.store([PlannedChange(.part(removal), isHeld: true)], of: two)
    }

    /// Whether the next step is to read the contact for the edit.
    private func isSent(at moment: TimeInterval) async throws -> Bool {
        try await queue.onBook { book in if case .send = book.nextAction(moment) { true } else { false } }
    }

    @Test func aRemovalWaitsForAsLongAsItsToastShows() async throws {
        let receipts = try await remove()
        #expect(receipts.map(\.isHeld) == [true])
        let end = try #require(try await queue.edits().first).notBefore
        #expect(end >= queue.now + 10)
        #expect(try await !isSent(at: end - 1))
        // Somebody holds the toast.
        try await queue.hold(receipts, for: 100)
        #expect(try await !isSent(at: end + 1))
        try await queue.finish(receipts)
        #expect(try await isSent(at: 1))
        // It is final.
        try await queue.hold(receipts, for: 100)
        #expect(try await isSent(at: 1))
    }

    @Test func undoOfAHeldRemovalSendsNothing() async throws {
        try await queue.undo(try await remove())
        #expect(try await queue.edits().isEmpty)
    }

    @Test func theEndOfTheProgramMakesItFinal() async throws {
        _ = try await remove()
        try await queue.finishDeletions()
        #expect(try await isSent(at: 1))
    }

    /// Another process may show its toast.
    @Test func aProcessThatBeginsToSendGivesItTime() async throws {
        let receipts = try await remove()
        let next = EditQueue(store: store, account: "a", server: NoEditServer())
        try await next.onEngine { engine, db in try engine.takeOver(db, now: 5) }
        #expect(try await next.edits().map(\.notBefore) == [25])
        try await next.finish(receipts)
        try await next.onEngine { engine, db in try engine.takeOver(db, now: 6) }
        #expect(try await next.edits().map(\.notBefore) == [0])
    }

    @Test func whatIsFinalIsNotHeldAgainByAReadingThatFails() async throws {
        let receipts = try await remove()
        try await queue.finish(receipts)
        try await queue.change { $0.update(receipts[0].edit) { $0.notBefore = 60 } }
        #expect(try await queue.edits().map(\.isHeld) == [false])
        try await queue.hold(receipts, for: 1_000)
        #expect(try await queue.edits().map(\.notBefore) == [60])
    }

    /// No toast shows for it, so that after a crash none shows either.
    @Test func whatAnUndoDeletesIsFinalThoughItHasToBeTriedLater() async throws {
        try await server.synchronise(store)
        let creation = ContactChange.create(ContactCreation(uuid: "u", values: [:]))
        try await queue.change { [two] book in
            book.nameIfStored(two)
            book.undo(creation, EditID(rawValue: 1), of: two)
            for edit in book.edits { book.update(edit.id) { $0.notBefore = 60 } }
        }
        #expect(try await queue.edits().map(\.isDeletion) == [true])
        #expect(try await queue.claimDeletions().isEmpty)
    }
}
