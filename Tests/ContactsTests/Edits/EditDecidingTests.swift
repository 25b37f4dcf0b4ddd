import Model
import Testing

@testable import Contacts

/// What a person decides about values that somebody else has changed, too.
struct EditDecidingTests {
    @Test func whoTakesTheirOwnOfAllIsAskedNoMore() throws {
        var book = EditBook()
        let mine: [ContactKey: ContactValue] = [.firstName: .text("Anna"), .description: .text("tall")]
        let theirs: [ContactKey: ContactValue?] = [.firstName: .text("Anne"), .description: nil]
        let deltas = mine.mapValues { Delta<ContactValue>(before: .text("before"), after: $0) }
        let id = book.append(.values(ValueChange(group: .person, deltas: deltas)), of: book.newContact())
        book.update(id) {
            $0.state = .conflicting
            $0.progress.conflict = EditConflict(values: theirs)
        }
        book.takeMine(id, now: 1)
        let edit = try #require(book.edit(id))
        #expect(edit.state == .waiting && edit.conflict == nil)
        #expect(edit.deltas.mapValues(\.after) == mine)
        #expect(edit.deltas.mapValues(\.before) == theirs)
    }
}
