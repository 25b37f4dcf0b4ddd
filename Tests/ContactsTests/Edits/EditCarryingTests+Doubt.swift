import Model
import Testing

@testable import Contacts

// What the server may have of where somebody was met.
extension EditCarryingTests {
    /// What was saved before it, and goes first all the same, would erase it.
    @Test(arguments: [EditIssue.lost, .gateway, .refused(["Too long."])])
    func whereYouMetIsSentAlongWhileItsTryIsInDoubt(outcome: EditIssue) throws {
        let copy = ServerContact(id: RemoteID("1"))
        try withBook(copy) { book in
            let story = book.append(.values(Self.meeting(.metStory, nil, "At a fair")), of: ann)
            let place = book.append(.values(Self.meeting(.metWhere, nil, "Paris")), of: ann)
            func sent() throws -> ContactValue? {
                let edit = try #require(book.edit(story))
                guard case .write(.values(_, _, let values, let changed, _)) = book.plan(edit, copy, reminders: [])
                else { throw ContactStoreError.closed }
                #expect(changed == [.metStory])
                return values[.metWhere]
            }
            var along = try sent()
            #expect(along == nil, "it was not tried")
            book.update(place) { $0.progress.outcome = outcome }
            book.absent(place, now: 2)
            along = try sent()
            #expect(along == (outcome.leavesDoubt ? .text("Paris") : nil))
            #expect(book.isDue(place, 1_000) == outcome.leavesDoubt)
            // Refused in the end, it is to be sent no more.
            if outcome.leavesDoubt {
                book.update(place) { $0.progress.outcome = .refused(["Too long."]) }
                book.absent(place, now: 3)
                along = try sent()
                #expect(along == nil)
            }
            _ = book.drop(place)
            along = try sent()
            #expect(along == nil)
        }
    }

    /// In a conflict a story was chosen, and sent with the place; the choice is taken back, while it is on its way or later.
    @Test(arguments: [false, true], [false, true])
    func whereYouMetIsSentAlongWithAnUndoOfTheRest(hasEnded: Bool, isSaidAnew: Bool) throws {
        let there = ContactValue.text("At work")
        var copy = ServerContact(id: RemoteID("1"))
        copy.values[.metStory] = .text("At a fair")
        try withBook(copy) { book in
            let chosen = ValueChange(
                group: .meeting, deltas: [.metStory: Delta(before: there, after: .text("At a fair"))])
            var typed = chosen
            typed.deltas[.metWhere] = Delta(before: nil, after: .text("Paris"))
            let edit = book.append(.values(typed), of: ann)
            if !hasEnded {
                book.update(edit) { $0.state = .sending }
                book.undo(.values(chosen), edit, of: ann)
            }
            book.carriedOut(edit, copy, made: nil, asked: 1, now: 2)
            if isSaidAnew, hasEnded {
                let later = book.append(.values(Self.meeting(.metWhere, "Paris", "Rome")), of: ann)
                book.carriedOut(later, copy, made: nil, asked: 3, now: 4)
            }
            if hasEnded { book.undo(.values(chosen), edit, of: ann) }
            let deltas = try #require(book.edits.last).deltas
            #expect(deltas[.metStory] == Delta(before: .text("At a fair"), after: there))
            // What is told later is not known to be there, or not to be.
            #expect(deltas[.metWhere] == (isSaidAnew && hasEnded ? nil : Self.place))
        }
    }
}
