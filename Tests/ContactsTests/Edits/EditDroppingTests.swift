import GRDB
import Model
import Testing

@testable import Contacts

/// What a try of an edit has carried out already is there, whoever drops the rest.
struct EditDroppingTests {
    private let copies = MemoryCopies()
    private let ann = ContactID(1)

    private static func day(_ year: Int) -> ContactValue { .day(.date(year: year, month: 5, day: 1)) }

    /// An edit of the name and the birthday, of which the server has the birthday, without its reminder.
    private func withEdit(
        _ state: EditState, _ body: (inout EditBook, EditID) throws -> Void
    ) throws {
        var copy = ServerContact(id: RemoteID("1"))
        copy.values = [.firstName: .text("Ann"), .birthday: Self.day(1991)]
        copies.set(copy, as: ann)
        try EditCheckerTests.inDatabases(EditCheckerTests.databases(1)) { databases in
            var engine = try EditEngine(databases[0], account: "a", copies: copies)
            try engine.change(databases[0]) { book in
                book.name(ann, as: copy.id)
                let edit = book.append(
                    .values(
                        ValueChange(
                            group: .person,
                            deltas: [
                                .firstName: Delta(before: .text("Ann"), after: .text("Anna")),
                                .birthday: Delta(before: Self.day(1990), after: Self.day(1991)),
                            ])), of: ann)
                book.update(edit) {
                    $0.state = state
                    $0.attempts = 1
                    $0.progress.remindersBefore = [.birthday]
                    $0.progress.remindersLost = [.birthday]
                }
                try body(&book, edit)
            }
        }
    }

    @Test func aDayThatTheServerHasIsNotDroppedButWaitsForItsReminder() throws {
        try withEdit(.waiting) { book, edit in
            let (first, second) = (book.drop(edit), book.drop(edit))
            #expect(first && !second)
            #expect(book.edit(edit)?.deltas.keys.map(\.self) == [.birthday])
            let copy = try #require(book.storedCopy(ann))
            guard let left = book.edit(edit), case .write(let write) = book.plan(left, copy, reminders: []),
                case .values(_, _, let values, _, let reminders) = write
            else {
                Issue.record("nothing is sent")
                return
            }
            #expect(values[.firstName] == .text("Ann") && values[.birthday] == Self.day(1991))
            #expect(reminders == [.birthday])
        }
    }

    @Test func aDayThatTheServerHasIsWhatLaterEditsOfARefusedOneFollowFrom() throws {
        try withEdit(.refused) { book, edit in
            let later = book.append(
                .values(
                    ValueChange(
                        group: .person, deltas: [.birthday: Delta(before: Self.day(1990), after: Self.day(1992))])),
                of: ann)
            let isDropped = book.drop(edit)
            #expect(isDropped)
            #expect(book.edits.map(\.id) == [later])
            #expect(book.edit(later)?.deltas[.birthday] == Delta(before: Self.day(1991), after: Self.day(1992)))
        }
    }

    @Test func undoOfADayThatTheServerHasSendsItBackWithItsReminder() throws {
        try withEdit(.waiting) { book, edit in
            let made = try #require(book.edit(edit)?.change)
            book.undo(made, edit, of: ann)
            let back = try #require(book.edits.first)
            #expect(book.edits.count == 1 && back.id != edit)
            #expect(back.deltas == [.birthday: Delta(before: Self.day(1991), after: Self.day(1990))])
        }
    }
}
