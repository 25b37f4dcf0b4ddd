import Foundation
import Model
import Testing

@testable import Contacts

/// Edits that name somebody who is no more wait for nobody.
@MainActor
struct EditForgettingTests {
    private let store: ContactStore
    private let queue: EditQueue
    private let server = FakeMonica()
    private let two = ContactID(2)

    init() throws {
        store = try ContactStore.inMemory()
        queue = EditQueue(store: store, account: "a", server: NoEditServer())
        for id in 1...3 { server.add(id, ["contactFields": []]) }
    }

    /// Contact 2 is to be a relation of somebody new, whose creation this returns.
    private func relate() async throws -> EditQueue.Receipt {
        try await server.synchronise(store)
        let creation = ContactCreation(uuid: "u", values: [.firstName: .text("Zoë")])
        let made = try #require(try await queue.create(creation, then: [] as [PlannedChange]).first)
        let value = PartValue.relationship(RelationshipValue(type: RemoteID("child"), other: .local(made.contact)))
        let change = PartChange(kind: .relationship, part: PartID(-1), before: nil, after: value)
        try await queue.store([PlannedChange(.part(change))], of: two)
        return made
    }

    @Test func aRelationshipToWhomNobodyMakesAnyMoreSaysSo() async throws {
        let made = try await relate()
        #expect(try await queue.drop(made.edit) != nil)
        let left = try await queue.edits()
        #expect(left.map(\.contact) == [two])
        #expect(left.map(\.state) == [.refused])
        #expect(left.map(\.issue) == [.needed])
        // Sent again it would wait for ever.
        let edit = try #require(left.first)
        #expect(try await !queue.retry(edit.id))
        #expect(try await queue.drop(edit.id) != nil)
        #expect(try await queue.edits().isEmpty)
    }

    @Test func aRelationshipToWhomSomebodyUndoesSaysSo() async throws {
        let made = try await relate()
        try await queue.undo([made])
        #expect(try await queue.edits().map(\.issue) == [.needed])
    }

    @Test func whoComesBackIsNamedAgain() async throws {
        let made = try await relate()
        let dropped = try #require(try await queue.drop(made.edit))
        #expect(try await queue.change { $0.restore(dropped) })
        #expect(try await queue.edits().map(\.state) == [.waiting, .waiting])
    }

    @Test func aPartOfWhomNobodyMakesAnyMoreDoesNotComeBack() async throws {
        try await server.synchronise(store)
        let mail = PartValue.field(FieldValue(type: RemoteID("1"), content: "a@b.c", labels: []))
        let part = PlannedChange(.part(PartChange(kind: .field, part: PartID(-1), before: nil, after: mail)))
        let creation = ContactCreation(uuid: "u", values: [.firstName: .text("Zoë")])
        let made = try await queue.create(creation, then: [part])
        let last = try #require(made.last)
        let dropped = try #require(try await queue.drop(last.edit))
        try await queue.undo(made)
        #expect(try await queue.edits().isEmpty)
        #expect(try await !queue.change { $0.restore(dropped) })
        #expect(try await queue.edits().isEmpty)
    }

    @Test func aRelationshipThatWasOnItsWayWhenTheOtherWentSaysSo() async throws {
        try await server.synchronise(store)
        let three = ContactID(3)
        let value = PartValue.relationship(RelationshipValue(type: RemoteID("child"), other: .local(three)))
        let change = PartChange(kind: .relationship, part: PartID(-1), before: nil, after: value)
        let receipt = try #require(try await queue.store([PlannedChange(.part(change))], of: two).first)
        try await queue.change { [two] book in
            guard let copy = book.storedCopy(two) else { return }
            book.beginSending(
                receipt.edit, .addPart(copy.id, value), copy: copy, reminders: [], serverTime: nil)
            book.notCarriedOut(receipt.edit, .lost, now: 10)
            book.forget(three)
            book.looked(receipt.edit, copy, reminders: nil, asked: 900, now: 900)
        }
        let left = try await queue.edits()
        #expect(left.map(\.state) == [.refused])
        #expect(left.map(\.issue) == [.personGone])
    }

    @Test func anEditOfAContactThatAnotherProcessForgotSaysSoAndMakesItAgain() async throws {
        try await server.synchronise(store)
        let form = FormID()
        #expect(try await queue.editable(two, for: form) != nil)
        // As another process would, which knows nothing of the form.
        try await queue.change { [two] book in
            book.forms = [:]
            book.forget(two)
        }
        let delta = Delta<ContactValue>(before: .text("First2"), after: .text("Zoë"))
        let change = PlannedChange(.values(ValueChange(group: .person, deltas: [.firstName: delta])))
        try await queue.store([change], of: two, closing: form)
        let left = try #require(try await queue.edits().first)
        #expect(left.state == .refused && left.issue == .contactGone)
        try await queue.createAgain(two)
        #expect(try await queue.edits().compactMap(\.creation).first?.values[.firstName] == .text("Zoë"))
    }

    @Test func undoOfAContactThatWasMadeAgainWaitsForNoPartOfTheFormerOne() async throws {
        try await server.synchronise(store)
        let (old, new) = (
            FieldValue(type: RemoteID("1"), content: "a@b.c"), FieldValue(type: RemoteID("1"), content: "z@b.c")
        )
        let number = try await queue.change { [two] book in
            book.nameIfStored(two)
            return book.number(of: RemotePart(.field, RemoteID("9")), in: two)
        }
        let change = PartChange(kind: .field, part: number, before: .field(old), after: .field(new))
        let receipts = try await queue.store([PlannedChange(.part(change))], of: two)
        try await queue.change { [two] in $0.gone(two) }
        try await queue.createAgain(two)
        let before = try await queue.edits()
        try await queue.undo(receipts)
        #expect(try await queue.edits() == before)
    }

    /// Its drop is taken back after that of the contact that it names.
    @Test func whatComesBackAndNamesWhoWasForgottenMeanwhileIsRefused() throws {
        var book = EditBook()
        book.greatest.contact = LocalNames.firstLocal
        let (ann, new) = (ContactID(1), book.newContact())
        book.name(ann, as: RemoteID("1"))
        let creation = book.append(.create(ContactCreation(uuid: "u", values: [.firstName: .text("x")])), of: new)
        let delta = Delta<ContactValue>(before: nil, after: .contact(.local(new)))
        let edit = book.append(.values(ValueChange(group: .meeting, deltas: [.metThrough: delta])), of: ann)
        let dropped = book.dropUnsent(edit)
        let removed = try #require(dropped)
        let isDropped = book.drop(creation)
        let isBack = book.restore(removed)
        #expect(isDropped && isBack)
        #expect(book.edit(edit)?.state == .refused)
        #expect(book.edit(edit)?.issue == .needed)
    }
}
