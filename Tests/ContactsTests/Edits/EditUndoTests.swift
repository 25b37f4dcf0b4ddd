import Foundation
import Model
import Testing

@testable import Contacts

/// Undo of forms whose edits hang together, also while these are on their way.
@MainActor
struct EditUndoTests {
    private let store: ContactStore
    private let queue: EditQueue
    private let server = FakeMonica()
    private let two = ContactID(2)

    init() throws {
        store = try ContactStore.inMemory()
        queue = EditQueue(store: store, account: "a", server: NoEditServer())
        server.add(2, ["contactFields": []])
    }

    /// A form that replaces a tag: the new one comes first.
    private func replaceATag() async throws -> [EditQueue.Receipt] {
        try await server.synchronise(store)
        return try await queue.store(
            [PlannedChange(.addTags(["new"])), PlannedChange(.removeTags(["old"]), needs: [0])], of: two)
    }

    @Test func whatWasReplacedIsThereAgainBeforeItsReplacementGoes() async throws {
        let receipts = try await replaceATag()
        try await queue.change { book in
            for receipt in receipts { book.carriedOut(receipt.edit, nil, made: nil, asked: 1, now: 2) }
            for receipt in receipts { book.end(receipt.edit, isCarriedOut: true) }
        }
        try await queue.undo(receipts)
        let edits = try await queue.edits()
        #expect(edits.map(\.change) == [.addTags(["old"]), .removeTags(["new"])])
        #expect(edits.last?.needs == edits.first.map { [$0.id] })
        // It stays where the server refuses the other.
        let first = try #require(edits.first)
        try await queue.change { $0.refuse(first.id, .refused([])) }
        #expect(try await queue.waiting().last?.issue == .needed)
    }

    @Test func aReplacementStaysWhileWhatWasReplacedIsOnItsWay() async throws {
        let receipts = try await replaceATag()
        let (added, removed) = (receipts[0].edit, receipts[1].edit)
        try await queue.change { book in
            book.carriedOut(added, nil, made: nil, asked: 1, now: 2)
            book.end(added, isCarriedOut: true)
            book.update(removed) { $0.state = .sending }
        }
        try await queue.undo(receipts)
        #expect(try await queue.edits().last?.needs == [removed])
        try await queue.change { $0.carriedOut(removed, nil, made: nil, asked: 3, now: 4) }
        let edits = try await queue.edits()
        let back = try #require(edits.first { $0.change == .addTags(["old"]) })
        let goes = try #require(edits.first { $0.change == .removeTags(["new"]) })
        #expect(goes.needs.contains(back.id))
        try await queue.change { book in
            if case .send(back.id) = book.nextAction(5) {} else { Issue.record("what was replaced comes later") }
        }
    }

    @Test func whatACreationHasPutRightIsRefusedAgainOnceTheContactIsGone() async throws {
        for isCarriedOut in [false, true] {
            let creation = ContactCreation(uuid: "u", values: [.firstName: .text("x")], reminders: [])
            let refused = try #require(try await queue.create(creation).first)
            try await queue.change { $0.refuse(refused.edit, .refused(["no"])) }
            let typed = ContactCreation(uuid: "v", values: [.firstName: .text("Ann")])
            let mended = try #require(try await queue.create(typed, then: [], mending: [refused.edit]))
            let sent = try #require(mended.first).edit
            try await queue.change { $0.update(sent) { $0.state = .sending } }
            try await queue.undo(mended)
            #expect(try await queue.edits().map(\.id) == [sent], "it waits for the answer")
            try await queue.change { book in
                if isCarriedOut {
                    book.carriedOut(sent, nil, made: RemoteID("9"), asked: 1, now: 2)
                } else {
                    book.notSent(sent, .offline, now: 2)
                }
            }
            if isCarriedOut {
                let deletion = try #require(try await queue.edits().last { $0.isDeletion })
                try await queue.change { $0.carriedOut(deletion.id, nil, made: nil, asked: 3, now: 4) }
            }
            let edits = try await queue.edits()
            #expect(edits.map(\.id) == [refused.edit] && edits.map(\.state) == [.refused])
            #expect(try await store.summaries().map(\.displayName) == ["x"])
            _ = try await queue.drop(refused.edit)
            #expect(try await store.summaries().isEmpty)
        }
    }
}
