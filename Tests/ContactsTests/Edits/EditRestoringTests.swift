import Foundation
import GRDB
import Model
import Testing

@testable import Contacts

/// What was dropped and comes back, and what was given up and is undone, does not speak after a later word.
struct EditRestoringTests {
    private let ann = ContactID(1)
    private let bob = ContactID(2)

    /// A book with two contacts.
    private func withBook(_ body: (inout EditBook) throws -> Void) throws {
        let copies = MemoryCopies()
        for contact in [ann, bob] {
            copies.set(ServerContact(id: RemoteID("\(contact.rawValue)")), as: contact)
        }
        try EditCheckerTests.inDatabases(EditCheckerTests.databases(1)) { databases in
            var engine = try EditEngine(databases[0], account: "a", copies: copies)
            try engine.change(databases[0]) { book in
                for contact in [ann, bob] { book.name(contact, as: RemoteID("\(contact.rawValue)")) }
                try body(&book)
            }
        }
    }

    private static func switching(_ isOn: Bool) -> ContactChange {
        .values(ValueChange(group: .person, deltas: [:], reminders: [.birthday: isOn]))
    }

    private static func mail(_ content: String) -> PartValue {
        .field(FieldValue(type: RemoteID("1"), content: content))
    }

    private static func describing(_ before: String, _ after: String) -> ContactChange {
        let delta = Delta<ContactValue>(before: .text(before), after: .text(after))
        return .values(ValueChange(group: .person, deltas: [.description: delta]))
    }

    private enum Progress: CaseIterable { case sending, sent, ended }

    /// What is there again of a change of Ann that is dropped, and taken back once a later one of somebody has come so far.
    private func restored(
        _ former: ContactChange, after later: ContactChange, of contact: ContactID, _ progress: Progress,
        _ book: inout EditBook
    ) -> ContactChange? {
        let edit = book.append(former, of: ann)
        let other = book.append(later, of: contact)
        let old = book
        let isDropped = book.drop(edit)
        let removed = book.removed(since: old, of: ann)
        switch progress {
        case .sending: book.update(other) { $0.state = .sending }
        case .sent: book.carriedOut(other, nil, made: nil, asked: 1, now: 2)
        case .ended:
            var copy = ServerContact(id: RemoteID("\(contact.rawValue)"))
            copy.isMe = later == .me(true)
            book.carriedOut(other, copy, made: nil, asked: 1, now: 2)
        }
        let isRestored = book.restore(removed)
        #expect(isDropped && isRestored)
        return book.edit(edit)?.change
    }

    @Test func aLaterWordThatWentMeanwhileStaysTheLast() throws {
        let words: [(former: ContactChange, later: ContactChange, of: ContactID)] = [
            (Self.switching(false), Self.switching(true), ann),
            (.addTags(["t"]), .removeTags(["T"]), ann),
            (.removeTags(["t"]), .addTags(["t"]), ann),
            (.me(true), .me(false), ann),
            (.me(true), .me(true), bob),
        ]
        for (word, progress) in words.flatMap({ word in Progress.allCases.map { (word, $0) } }) {
            try withBook { book in
                let change = restored(word.former, after: word.later, of: word.of, progress, &book)
                #expect(change == nil, "\(word) \(progress)")
            }
        }
    }

    private static func born(_ before: Int, _ after: Int?) -> ContactChange {
        func day(_ year: Int) -> ContactValue { .day(.date(year: year, month: 1, day: 1)) }
        return .values(
            ValueChange(group: .person, deltas: [.birthday: Delta(before: day(before), after: after.map(day))]))
    }

    @Test func aSwitchComesBackAlsoWhereALaterChangeOfItsDayWentMeanwhile() throws {
        for (day, progress) in [1_991, nil].flatMap({ day in Progress.allCases.map { (day, $0) } }) {
            try withBook { book in
                let change = restored(Self.switching(false), after: Self.born(1_990, day), of: ann, progress, &book)
                // Where the reminder went with its day, nothing is left to switch.
                let isGone = day == nil && progress != .ended
                let expected = isGone ? nil : Self.switching(false)
                #expect(change == expected, "\(day ?? 0) \(progress)")
            }
        }
    }

    /// The question is about something else.
    @Test func aLaterSwitchStaysTheLastWordAlsoOverOneInConflict() throws {
        try withBook { book in
            guard case .values(var change) = Self.describing("small", "tall") else { return }
            change.reminders = [.birthday: false]
            let edit = book.append(.values(change), of: ann)
            book.update(edit) {
                $0.state = .conflicting
                $0.progress.conflict = EditConflict(values: [.description: .text("slim")])
            }
            let later = book.append(Self.switching(true), of: ann)
            let old = book
            let isDropped = book.drop(edit)
            let removed = book.removed(since: old, of: ann)
            book.carriedOut(later, nil, made: nil, asked: 1, now: 2)
            let isRestored = book.restore(removed)
            #expect(isDropped && isRestored && book.edit(edit)?.change == Self.describing("small", "tall"))
        }
    }

    @Test func whatALaterWordSaysNothingOfComesBack() throws {
        try withBook { book in
            let edit = book.append(.addTags(["t", "u"]), of: ann)
            let later = book.append(.removeTags(["t"]), of: ann)
            let other = book.append(.removeTags(["u"]), of: bob)
            let old = book
            _ = book.drop(edit)
            let removed = book.removed(since: old, of: ann)
            for id in [later, other] { book.carriedOut(id, nil, made: nil, asked: 1, now: 2) }
            book.restore(removed)
            #expect(book.edit(edit)?.change == .addTags(["u"]))
        }
        // One that waits as before goes before the later one.
        try withBook { book in
            let edit = book.append(Self.switching(false), of: ann)
            _ = book.append(Self.switching(true), of: ann)
            let old = book
            _ = book.drop(edit)
            book.restore(book.removed(since: old, of: ann))
            #expect(book.edits == old.edits)
        }
    }

    @Test func whereThePersonTookTheServersPartUndoAddsNone() throws {
        try withBook { book in
            let part = book.newPart(.field, of: ann, remote: RemoteID("7"))
            let change = ContactChange.part(
                PartChange(kind: .field, part: part, before: Self.mail("a@b.c"), after: nil))
            let edit = book.append(change, of: ann)
            book.update(edit) {
                $0.state = .conflicting
                $0.progress.conflict = EditConflict(part: Self.mail("z@b.c"))
            }
            book.takeTheirs(edit, now: 1)
            book.undo(change, edit, of: ann)
            #expect(book.edits.isEmpty)
        }
    }

    /// Of what was refused, put right, carried out and undone; `there`: what the server has then.
    private func undoMending(
        _ book: inout EditBook, of former: ContactChange, by change: ContactChange, there: ServerContact
    ) throws -> (refused: EditID, opposite: EditID) {
        let refused = book.append(former, of: ann)
        book.refuse(refused, .refused(["no"]))
        let removed = book.take([refused])
        let mended = book.append(change, of: ann)
        book.carriedOut(mended, there, made: nil, asked: 1, now: 2)
        book.undo([EditQueue.Receipt(edit: mended, contact: ann, change: change, replaced: removed)])
        #expect(book.edits.map(\.id).first == refused && book.edits.count == 2)
        return (refused, try #require(book.edits.last).id)
    }

    @Test func whatUndoesAMendingDoesNotFollowFromWhatWasRefused() throws {
        var there = ServerContact(id: RemoteID("1"))
        there.values = [.description: .text("tall")]
        try withBook { book in
            // Somebody else had changed it meanwhile.
            let (refused, opposite) = try undoMending(
                &book, of: Self.describing("small", "tall"), by: Self.describing("slim", "tall"), there: there)
            let form = FormID()
            book.forms[form] = OpenForm(contact: ann, shown: ShownContact(there))
            let isDropped = book.drop(refused)
            #expect(isDropped && book.edit(opposite)?.change == Self.describing("tall", "slim"))
            #expect(book.forms[form]?.shown == ShownContact(there))
        }
    }

    @Test func aMendingIsUndoneAlsoWhereTheRefusedOneIsTriedAgainMeanwhile() throws {
        try withBook { book in
            let refused = book.append(Self.describing("small", "tall"), of: ann)
            book.refuse(refused, .refused(["no"]))
            let removed = book.take([refused])
            let change = Self.describing("small", "slim")
            let mended = book.append(change, of: ann)
            book.update(mended) { $0.state = .sending }
            book.undo([EditQueue.Receipt(edit: mended, contact: ann, change: change, replaced: removed)])
            let isTried = book.retry(refused, now: 1)
            var there = ServerContact(id: RemoteID("1"))
            there.values = [.description: .text("slim")]
            book.carriedOut(mended, there, made: nil, asked: 1, now: 2)
            #expect(isTried && book.edits.map(\.id).first == refused)
            #expect(book.edits.last?.change == Self.describing("slim", "small"))
        }
    }

    /// It would not be sent where it is as it was put right, and gone with what undoes that.
    @Test(arguments: [true, false], [true, false])
    func whatIsRefusedAgainIsTriedOnlyAfterItsMendingIsUndone(isSent: Bool, isDropped: Bool) throws {
        var there = ServerContact(id: RemoteID("1"))
        there.values = [.description: .text("tall")]
        try withBook { book in
            let change = Self.describing("small", "tall")
            let refused = book.append(change, of: ann)
            book.refuse(refused, .refused(["no"]))
            let removed = book.take([refused])
            let mended = book.append(change, of: ann)
            book.update(mended) { $0.state = .sending }
            if isSent { book.carriedOut(mended, there, made: nil, asked: 1, now: 2) }
            book.undo([EditQueue.Receipt(edit: mended, contact: ann, change: change, replaced: removed)])
            let isTried = book.retry(refused, now: 1)
            if !isSent { book.carriedOut(mended, there, made: nil, asked: 1, now: 2) }
            let opposite = try #require(book.edits.last)
            #expect(isTried && opposite.change == Self.describing("tall", "small"))
            #expect(book.next(3) == opposite.id)
            if isDropped {
                _ = book.drop(opposite.id)
            } else {
                there.values = [.description: .text("small")]
                book.carriedOut(opposite.id, there, made: nil, asked: 3, now: 3)
            }
            #expect(book.next(4) == refused)
        }
    }

    @Test func whatUndoesAMendingOfAPartDoesNotFollowFromWhatWasRefused() throws {
        var there = ServerContact(id: RemoteID("1"))
        let remote = RemotePart(.field, RemoteID("7"))
        there.parts = [remote: ServerPart(value: Self.mail("z@b.c"))]
        try withBook { book in
            let part = book.newPart(.field, of: ann, remote: remote.id)
            func changing(_ before: String, _ after: String) -> ContactChange {
                .part(
                    PartChange(kind: .field, part: part, before: Self.mail(before), after: Self.mail(after)))
            }
            let (refused, opposite) = try undoMending(
                &book, of: changing("a@b.c", "a"), by: changing("a@b.c", "z@b.c"), there: there)
            let isDropped = book.drop(refused)
            #expect(isDropped && book.edit(opposite)?.change == changing("z@b.c", "a@b.c"))
        }
    }

    @Test func thatAPartWasToGoWhichIsNeverMadeIsNotUndone() throws {
        try withBook { book in
            let part = book.newPart(.field, of: ann)
            let adds = PartChange(kind: .field, part: part, before: nil, after: Self.mail("a@b.c"))
            let added = book.append(.part(adds), of: ann)
            let goes = ContactChange.part(
                PartChange(kind: .field, part: part, before: Self.mail("a@b.c"), after: nil))
            let removed = book.append(goes, of: ann)
            _ = book.drop(added)
            book.undo(goes, removed, of: ann)
            #expect(book.edits.isEmpty)
        }
    }

    /// Such as the former field, whose replacement somebody gave up.
    @Test func whatNeedsAChangeThatWasDroppedIsNotSentByItself() throws {
        try withBook { book in
            let (old, new) = (book.newPart(.field, of: ann, remote: RemoteID("7")), book.newPart(.field, of: ann))
            let adds = PartChange(kind: .field, part: new, before: nil, after: Self.mail("z@b.c"))
            let goes = PartChange(kind: .field, part: old, before: Self.mail("a@b.c"), after: nil)
            let added = book.append(.part(adds), of: ann)
            let removed = book.append(.part(goes), of: ann, needs: [added])
            book.refuse(added, .refused(["no"]))
            _ = book.drop(added)
            #expect(book.edits.map(\.issue) == [.needed])
            let isSent = book.retry(removed, now: 1)
            #expect(!isSent && book.edits.map(\.state) == [.refused])
            // Whoever means it says so in a form.
            #expect(book.mendable(with: removed).map(\.id) == [removed])
        }
    }
}

extension EditBook {
    /// What is sent at a moment; nil if nothing is.
    fileprivate func next(_ now: TimeInterval) -> EditID? {
        if case .send(let id) = nextAction(now) { id } else { nil }
    }
}
