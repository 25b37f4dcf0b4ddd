import Foundation
import GRDB
import Model
import Testing

@testable import Contacts

/// What a request would erase or leave behind if it said only what was changed.
struct EditCarryingTests {
    private let copies = MemoryCopies()
    let ann = ContactID(1)

    /// A book with a contact as the server has it.
    func withBook(_ copy: ServerContact, _ body: (inout EditBook) throws -> Void) throws {
        copies.set(copy, as: ann)
        try EditCheckerTests.inDatabases(EditCheckerTests.databases(1)) { databases in
            var engine = try EditEngine(databases[0], account: "a", copies: copies)
            try engine.change(databases[0]) { book in
                book.name(ann, as: copy.id)
                try body(&book)
            }
        }
    }

    static func meeting(_ key: ContactKey, _ before: String?, _ after: String?) -> ValueChange {
        let delta = Delta<ContactValue>(before: .text(trimming: before), after: .text(trimming: after))
        return ValueChange(group: .meeting, deltas: [key: delta])
    }

    static let place = Delta(before: ContactValue.text("Paris"), after: .text("Paris"))

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

    @Test func whatOnlyWentAlongIsNotSentByAnUndo() throws {
        try withBook(ServerContact(id: RemoteID("1"))) { book in
            let place = try #require(book.store([.values(Self.meeting(.metWhere, nil, "Paris"))], of: ann).first)
            let story = try #require(book.store([.values(Self.meeting(.metStory, nil, "At a fair"))], of: ann).first)
            // Another process knew of the place before it stored the story.
            var change = Self.meeting(.metStory, nil, "At a fair")
            change.deltas[.metWhere] = Self.place
            book.undo(place.change, place.edit, of: ann)
            book.undo(.values(change), story.edit, of: ann)
            #expect(book.edits.isEmpty)
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

    @Test func undoOfWhereYouMetWithoutAnAnswerTakesItBack() throws {
        let copy = ServerContact(id: RemoteID("1"))
        try withBook(copy) { book in
            let place = try #require(book.store([.values(Self.meeting(.metWhere, nil, "Paris"))], of: ann).first)
            Self.send(place.edit, copy, [], &book)
            book.notCarriedOut(place.edit, .lost, now: 2)
            book.undo(place.change, place.edit, of: ann)
            // No look tells whether it has arrived.
            book.looked(place.edit, copy, reminders: nil, asked: 500, now: 501)
            #expect(book.edit(place.edit) == nil)
            #expect(book.edits.last?.deltas[.metWhere] == Delta(before: .text("Paris"), after: nil))
        }
    }

    @Test func undoOfWhereYouMetThatWasRefusedSendsNothing() throws {
        let copy = ServerContact(id: RemoteID("1"))
        try withBook(copy) { book in
            let place = try #require(book.store([.values(Self.meeting(.metWhere, nil, "Paris"))], of: ann).first)
            Self.send(place.edit, copy, [], &book)
            book.notCarriedOut(place.edit, .refused(["no"]), now: 2)
            book.looked(place.edit, copy, reminders: nil, asked: 3, now: 4)
            book.undo(place.change, place.edit, of: ann)
            #expect(book.edits.isEmpty)
        }
    }

    @Test func whereYouMetGoesAlongWithWhatWasSavedBeforeItAndWaitsForAPerson() throws {
        let copy = ServerContact(id: RemoteID("1"))
        try withBook(copy) { book in
            let story = book.append(.values(Self.meeting(.metStory, nil, "At a fair")), of: ann)
            book.refuse(story, .failed(status: 500))
            let place = book.append(.values(Self.meeting(.metWhere, nil, "Paris")), of: ann)
            #expect(book.edit(story)?.deltas[.metWhere] == nil)
            book.carriedOut(place, nil, made: nil, asked: 1, now: 2)
            #expect(book.edit(story)?.deltas[.metWhere] == Self.place)
            // It is undone.
            let removal = book.append(.values(Self.meeting(.metWhere, "Paris", nil)), of: ann)
            book.carriedOut(removal, nil, made: nil, asked: 3, now: 4)
            #expect(book.edit(story)?.deltas[.metWhere] == nil)
        }
    }

    @Test func whereYouMetThatIsTakenAwayGoesAlongWithNothing() throws {
        try withBook(ServerContact(id: RemoteID("1"))) { book in
            book.append(.values(Self.meeting(.metWhere, nil, "Paris")), of: ann)
            let removal = book.append(.values(Self.meeting(.metWhere, "Paris", nil)), of: ann)
            book.refuse(removal, .failed(status: 500))
            // While the removal is refused, the place shows.
            let story = book.append(.values(Self.meeting(.metStory, nil, "At a fair")), of: ann)
            #expect(book.edit(story)?.deltas[.metWhere] == Self.place)
            book.carriedOut(removal, nil, made: nil, asked: 1, now: 2)
            #expect(book.edit(story)?.deltas[.metWhere] == nil)
            #expect(book.edit(story)?.changed == [.metStory])
        }
    }

    @Test func whereYouMetGoesAlongAsItIsWithAllThatComesAfter() throws {
        try withBook(ServerContact(id: RemoteID("1"))) { book in
            func saved(_ key: ContactKey, _ before: String?, _ after: String?) -> EditID {
                book.append(.values(Self.meeting(key, before, after)), of: ann)
            }
            let place = saved(.metWhere, nil, "Paris")
            let removal = saved(.metWhere, "Paris", nil)
            let stories = [saved(.metStory, nil, "At a fair"), saved(.metStory, "At a fair", "At work")]
            book.carriedOut(place, nil, made: nil, asked: 1, now: 2)
            book.carriedOut(removal, nil, made: nil, asked: 3, now: 4)
            #expect(stories.allSatisfy { book.edit($0)?.deltas[.metWhere] == nil })
            // Saved again, and dropped.
            let other = saved(.metWhere, nil, "Rome")
            let days = [saved(.metStory, "At work", "By chance"), saved(.metStory, "By chance", nil)]
            #expect(days.allSatisfy { book.edit($0)?.deltas[.metWhere]?.after == .text("Rome") })
            let isDropped = book.drop(other)
            #expect(isDropped && days.allSatisfy { book.edit($0)?.deltas[.metWhere] == nil })
        }
    }

    @Test(arguments: [false, true])
    func whereYouMetGoesAlongAgainOnceItsChangeComesBack(wasTried: Bool) throws {
        try withBook(ServerContact(id: RemoteID("1"))) { book in
            book.append(.values(Self.meeting(.metWhere, nil, "Rome")), of: ann)
            let place = book.append(.values(Self.meeting(.metWhere, "Rome", "Paris")), of: ann)
            let story = book.append(.values(Self.meeting(.metStory, nil, "At a fair")), of: ann)
            let dropped = book.dropUnsent(place)
            let removed = try #require(dropped)
            #expect(book.edit(story)?.deltas[.metWhere]?.after == .text("Rome"))
            if wasTried { book.update(story) { $0.attempts += 1 } }
            let isBack = book.restore(removed)
            #expect(isBack && book.edit(story)?.deltas[.metWhere] == Self.place)
        }
    }

    @Test func aReminderIsSwitchedOnAgainWithWhereYouMet() throws {
        var copy = ServerContact(id: RemoteID("1"))
        try withBook(copy) { book in
            let day = ContactValue.day(.date(year: 1990, month: 5, day: 1))
            var meeting = Self.meeting(.metWhere, nil, "Paris")
            meeting.deltas[.metOn] = Delta(before: nil, after: day)
            meeting.reminders[.metOn] = true
            let id = book.append(.values(meeting), of: ann)
            Self.send(id, copy, [.metOn], &book)
            book.notCarriedOut(id, .failed(status: 500), now: 2)
            copy.values[.metOn] = day
            book.looked(id, copy, reminders: [.metOn], asked: 3, now: 4)
            // The day is there, and where they met may not be.
            #expect(book.edit(id)?.changed == [.metWhere])
            // The next try fails half-way and takes the reminder away.
            Self.send(id, copy, [.metOn], there: [.metOn], &book)
            book.notCarriedOut(id, .failed(status: 500), now: 5)
            book.looked(id, copy, reminders: [], asked: 6, now: 7)
            let edit = try #require(book.edit(id))
            guard case .write(.values(_, _, _, _, let reminders)) = book.plan(edit, copy, reminders: []) else {
                Issue.record("nothing is sent")
                return
            }
            #expect(reminders == [.metOn])
        }
    }

    /// A request of an edit leaves that asks for these reminders.
    static func send(
        _ id: EditID, _ copy: ServerContact, _ reminders: Set<ContactKey>, there: Set<ContactKey> = [],
        _ book: inout EditBook
    ) {
        book.beginSending(
            id, .values(copy.id, .meeting, [:], changed: [], reminders: reminders), copy: copy, reminders: there,
            serverTime: nil)
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
            try databases[0].execute(sql: "UPDATE edit SET change = CAST('another' AS BLOB) WHERE id = 1")
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
            try databases[0].execute(sql: "UPDATE edit SET change = CAST('another' AS BLOB)")
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
        try await store.writeSynced { try $0.execute(sql: "UPDATE edit SET change = CAST('another' AS BLOB)") }
        let later = EditQueue(store: store, account: "a", server: NoEditServer())
        let unsent = try await later.unsent()
        #expect(unsent.count == 1 && unsent.unreadable == 1 && unsent.changes.isEmpty)
    }

    /// The form shows the place, and compares with it: nobody else would send it.
    @Test func whatWentAlongIsALaterEditsOwnOnceAFormHasTakenTheFirst() throws {
        var book = EditBook()
        let contact = book.newContact()
        book.name(contact, as: RemoteID("7"))
        func meeting(_ key: ContactKey, _ value: ContactValue) -> ContactChange {
            .values(ValueChange(group: .meeting, deltas: [key: Delta(before: nil, after: value)]))
        }
        let first = book.append(meeting(.metWhere, .text("Paris")), of: contact)
        let later = book.append(meeting(.metStory, .text("On a train")), of: contact)
        #expect(book.edit(later)?.changed == [.metStory])
        book.refuse(first, .personGone)
        let taken = book.take([first])
        #expect(taken?.edits.map(\.id) == [first])
        #expect(book.edit(later)?.deltas[.metWhere] == Delta(before: nil, after: .text("Paris")))
    }
}
