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

    private enum Progress: CaseIterable { case sending, sent, ended }

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
                let edit = book.append(word.former, of: ann)
                let later = book.append(word.later, of: word.of)
                let old = book
                let isDropped = book.drop(edit)
                #expect(isDropped)
                let removed = book.removed(since: old, of: ann)
                switch progress {
                case .sending: book.update(later) { $0.state = .sending }
                case .sent: book.carriedOut(later, nil, made: nil, asked: 1, now: 2)
                case .ended:
                    var copy = ServerContact(id: RemoteID("\(word.of.rawValue)"))
                    copy.isMe = word.later == .me(true)
                    book.carriedOut(later, copy, made: nil, asked: 1, now: 2)
                }
                let isRestored = book.restore(removed)
                #expect(isRestored && book.edit(edit) == nil, "\(word) \(progress)")
            }
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
