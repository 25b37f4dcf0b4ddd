import Foundation
import Model
import Testing

@testable import Contacts

// What was changed after what is put right.
extension EditMendingTests {
    @Test(arguments: [false, true])
    func whatALaterChangeHasTakenAwayDoesNotComeBackWithWhatWasRefused(isShown: Bool) async throws {
        try await server.synchronise(store)
        let day = ContactValue.day(.monthDay(month: 13, day: 1))
        let death = ContactValue.death(.date(year: 1990, month: 1, day: 1))
        let refused = try #require(
            try await queue.store(
                [Self.person([.death: Delta(before: nil, after: death), .birthday: Delta(before: nil, after: day)])],
                of: two
            ).first)
        let later = try #require(
            try await queue.store([Self.person([.death: Delta(before: death, after: nil)])], of: two).first)
        try await queue.change { $0.refuse(refused.edit, .refused(["The day field is required."])) }
        let form = try #require(try await queue.mendable(refused.edit))
        let right = ContactValue.day(.monthDay(month: 12, day: 1))
        let receipts = try #require(
            try await queue.store(
                [Self.person([.birthday: Delta(before: nil, after: right)])], of: two, mending: form.edits))
        try await queue.change { [two] book in
            book.carriedOut(later.edit, isShown ? book.storedCopy(two) : nil, made: nil, asked: 1, now: 2)
        }
        try await queue.undo(receipts)
        let edit = try #require(try await queue.edits().first)
        #expect(edit.id == refused.edit && edit.deltas == [.birthday: Delta(before: nil, after: day)])
    }

    /// As long as what takes the mending back has not gone, or no copy has come since.
    @Test(arguments: [EditState.waiting, .sent])
    func whatComesBackIsPutRightAgainAsItWasTyped(opposite state: EditState) async throws {
        try await server.synchronise(store)
        func day(_ month: Int) -> ContactValue { .day(.monthDay(month: month, day: 1)) }
        let bad = Delta(before: nil, after: day(13))
        let refused = try #require(try await queue.store([Self.person([.birthday: bad])], of: two).first)
        try await queue.change { $0.refuse(refused.edit, .refused(["The day field is required."])) }
        var form = try #require(try await queue.mendable(refused.edit))
        let right = Self.person([.birthday: Delta(before: nil, after: day(12))])
        var receipts = try #require(try await queue.store([right], of: two, mending: form.edits))
        try await queue.change { [receipts] in $0.carriedOut(receipts[0].edit, nil, made: nil, asked: 1, now: 2) }
        try await queue.undo(receipts)
        let opposite = try #require(try await queue.edits().last)
        #expect(opposite.deltas == [.birthday: Delta(before: day(12), after: nil)])
        if state == .sent {
            try await queue.change { $0.carriedOut(opposite.id, nil, made: nil, asked: 4, now: 5) }
        }

        form = try #require(try await queue.mendable(refused.edit))
        #expect(form.edits == [refused.edit])
        #expect(form.wanted.values[.birthday] == day(13))
        let again = Self.person([.birthday: Delta(before: nil, after: day(11))])
        receipts = try #require(try await queue.store([again], of: two, mending: form.edits))
        try await queue.undo(receipts)
        let edit = try #require(try await queue.edits().first { $0.id == refused.edit })
        #expect(edit.state == .refused && edit.deltas == [.birthday: bad])
    }

    @Test func theLaterOfTwoRefusedNamesStandsInTheForm() async throws {
        try await server.synchronise(store)
        let bad = Delta(before: nil, after: ContactValue.day(.monthDay(month: 13, day: 1)))
        let names = [Self.delta("First2", "Zoë"), Self.delta("First2", "Zoe")]
        var refused: [EditID] = []
        for (place, name) in names.enumerated() {
            let deltas: [ContactKey: Delta<ContactValue>] =
                place == 0 ? [.firstName: name, .birthday: bad] : [.firstName: name]
            refused.append(try #require(try await queue.store([Self.person(deltas)], of: two).first).edit)
            try await queue.change { [refused] in $0.refuse(refused[place], .refused(["No."])) }
        }
        // Only the birthday is put right, and that is taken back once it is carried out.
        let right = Self.person([.birthday: Delta(before: nil, after: .day(.monthDay(month: 12, day: 1)))])
        let receipts = try #require(try await queue.store([right], of: two, mending: refused))
        try await queue.change { $0.carriedOut(receipts[0].edit, nil, made: nil, asked: 1, now: 2) }
        try await queue.undo(receipts)
        #expect(try await queue.edits().map(\.id).starts(with: refused))
        // Also once that is done.
        for isDone in [false, true] {
            if isDone { try await queue.change { book in for edit in book.edits.dropFirst(2) { book.end(edit.id) } } }
            let form = try #require(try await queue.mendable(refused[0]))
            #expect(form.edits == refused && form.wanted.values[.firstName] == .text("Zoe"))
        }
    }

    @Test func whatWasThereAndBackAfterARefusalDoesNotComeBackEither() async throws {
        try await server.synchronise(store)
        func death(_ year: Int) -> ContactValue { .death(.date(year: year, month: 1, day: 1)) }
        func change(_ deltas: [ContactKey: Delta<ContactValue>]) async throws -> EditQueue.Receipt {
            try #require(try await queue.store([Self.person(deltas)], of: two).first)
        }
        let bad = Delta(before: nil, after: ContactValue.day(.monthDay(month: 13, day: 1)))
        let refused = try await change([.death: Delta(before: nil, after: death(1990)), .birthday: bad])
        try await queue.change { $0.refuse(refused.edit, .refused(["The day field is required."])) }
        // The form shows what the server has.
        let later = [
            try await change([.death: Delta(before: nil, after: death(1991))]),
            try await change([.death: Delta(before: death(1991), after: nil)]),
        ]
        let form = try #require(try await queue.mendable(refused.edit))
        let right = Delta(before: nil, after: ContactValue.day(.monthDay(month: 12, day: 1)))
        let receipts = try #require(
            try await queue.store([Self.person([.birthday: right])], of: two, mending: form.edits))
        try await queue.change { [two] book in
            for receipt in later { book.carriedOut(receipt.edit, book.storedCopy(two), made: nil, asked: 1, now: 2) }
        }
        try await queue.undo(receipts)
        let edit = try #require(try await queue.edits().first { $0.id == refused.edit })
        #expect(edit.state == .refused && edit.deltas == [.birthday: bad])
    }
}
