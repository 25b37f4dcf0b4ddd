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
}
