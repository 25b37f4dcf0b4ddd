import Foundation
import GRDB
import Model
import Testing

@testable import Contacts

/// What a request would erase or leave behind if it said only what was changed.
struct EditCarryingTests {
    private let copies = MemoryCopies()
    private let ann = ContactID(1)

    /// A book with a contact as the server has it.
    private func withBook(_ copy: ServerContact, _ body: (inout EditBook) throws -> Void) throws {
        copies.set(copy, as: ann)
        try EditCheckerTests.inDatabases(EditCheckerTests.databases(1)) { databases in
            var engine = try EditEngine(databases[0], account: "a", copies: copies)
            try engine.change(databases[0]) { book in
                book.name(ann, as: copy.id)
                try body(&book)
            }
        }
    }

    private static func meeting(_ key: ContactKey, _ before: String?, _ after: String?) -> ValueChange {
        let delta = Delta<ContactValue>(before: .text(trimming: before), after: .text(trimming: after))
        return ValueChange(group: .meeting, deltas: [key: delta])
    }

    private static let place = Delta(before: ContactValue.text("Paris"), after: .text("Paris"))

    @Test func whereYouMetGoesAlongWithWhatIsTypedAfterIt() throws {
        let copy = ServerContact(id: RemoteID("1"))
        try withBook(copy) { book in
            let place = book.append(.values(Self.meeting(.metWhere, nil, "Paris")), of: ann)
            let story = book.store([.values(Self.meeting(.metStory, nil, "At a fair"))], of: ann)
            let edit = try #require(story.first).edit
            #expect(book.edit(edit)?.deltas[.metWhere] == Self.place)
            guard let stored = book.edit(edit), case .write(let write) = book.plan(stored, copy, reminders: []),
                case .values(_, _, let values, _, _) = write
            else {
                Issue.record("nothing is sent")
                return
            }
            #expect(values[.metWhere] == .text("Paris") && values[.metStory] == .text("At a fair"))
            // It is no change of its own.
            #expect(book.fields(changedBy: stored) == [.howYouMet])
            // Without the first one nothing goes along.
            let isDropped = book.drop(place)
            #expect(isDropped && book.edit(edit)?.deltas[.metWhere] == nil)
            #expect(book.edit(edit)?.deltas[.metStory] != nil)
        }
    }

    @Test func undoOfWhereYouMetIsNotOvertakenByWhatWentAlong() throws {
        try withBook(ServerContact(id: RemoteID("1"))) { book in
            let made = book.store([.values(Self.meeting(.metWhere, nil, "Paris"))], of: ann)
            let place = try #require(made.first)
            book.append(.values(Self.meeting(.metStory, nil, "At a fair")), of: ann)
            book.carriedOut(place.edit, nil, made: nil, asked: 1, now: 2)
            book.undo(place.change, place.edit, of: ann)
            #expect(book.edits.last?.deltas[.metWhere] == Delta(before: .text("Paris"), after: nil))
        }
    }

    @Test func whatIsToBeReplacedStaysWhileWhatReplacesItIsRefused() throws {
        let old = PartValue.relationship(RelationshipValue(type: RemoteID("friend"), other: .remote(RemoteID("2"))))
        let new = PartValue.relationship(RelationshipValue(type: RemoteID("friend"), other: .remote(RemoteID("3"))))
        var copy = ServerContact(id: RemoteID("1"))
        let row = RemotePart(.relationship, RemoteID("9"))
        copy.parts[row] = ServerPart(value: old)
        try withBook(copy) { book in
            let part = book.number(of: row, in: ann)
            let added = PartChange(kind: .relationship, part: PartID(-1), before: nil, after: new)
            let removed = PartChange(kind: .relationship, part: part, before: old, after: nil)
            let receipts = book.store(
                [PlannedChange(.part(added)), PlannedChange(.part(removed), needs: [0])], of: ann)
            #expect(book.shown(ann, over: copy).parts.values.map(\.self) == [new])
            let refused = try #require(receipts.first).edit
            book.refuse(refused, .personGone)
            // The server has it still, and so has the form that puts it right.
            #expect(book.shown(ann, over: copy).parts.values.map(\.self) == [old])
            let mended = book.mendable(with: refused)
            #expect(mended.count == 2)
            #expect(book.wanted(ann, with: mended, over: copy).parts.values.map(\.self) == [new])
        }
    }

    @Test func whatNeedsAnEditOfANewerVersionWaits() throws {
        let copy = ServerContact(id: RemoteID("1"))
        copies.set(copy, as: ann)
        try EditCheckerTests.inDatabases(EditCheckerTests.databases(1)) { databases in
            var engine = try EditEngine(databases[0], account: "a", copies: copies)
            try engine.change(databases[0]) { book in
                book.name(ann, as: copy.id)
                let first = book.append(.addTags(["a"]), of: ann)
                book.append(.removeTags(["b"]), of: ann, needs: [first])
            }
            try databases[0].execute(sql: "UPDATE edit SET change = 'another' WHERE id = 1")
            let later = try EditEngine(databases[0], account: "a", copies: copies)
            #expect(later.book.edits.map(\.id.rawValue) == [2])
            if case .wait(until: nil) = later.book.nextAction(1) {} else { Issue.record("it is sent") }
            #expect(later.book.editsWaitingForPerson.map(\.rawValue) == [2])
        }
    }

    @Test func anEditOfANewerVersionKeepsItsContact() throws {
        let copy = ServerContact(id: RemoteID("1"))
        copies.set(copy, as: ann)
        try EditCheckerTests.inDatabases(EditCheckerTests.databases(1)) { databases in
            var engine = try EditEngine(databases[0], account: "a", copies: copies)
            try engine.change(databases[0]) { book in
                book.name(ann, as: copy.id)
                book.append(.addTags(["a"]), of: ann)
            }
            try databases[0].execute(sql: "UPDATE edit SET change = 'another'")
            var later = try EditEngine(databases[0], account: "a", copies: copies)
            try later.change(databases[0]) { $0.gone(ann) }
            #expect(later.book.contacts[ann]?.isGone == true)
        }
    }

    @Test func anEditOfANewerVersionWouldBeLostWithTheStoredContactsToo() async throws {
        let store = try ContactStore.inMemory()
        let queue = EditQueue(store: store, account: "a", server: NoEditServer())
        try await queue.change { [ann] book in
            book.name(ann, as: RemoteID("1"))
            book.append(.addTags(["a"]), of: ann)
        }
        try await store.writeSynced { try $0.execute(sql: "UPDATE edit SET change = 'another'") }
        let later = EditQueue(store: store, account: "a", server: NoEditServer())
        let unsent = try await later.unsent()
        #expect(unsent.count == 1 && unsent.unreadable == 1 && unsent.changes.isEmpty)
    }
}
