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

    /// An edit of names and a description, both of which somebody else has changed, too.
    private struct Asked {
        var book = EditBook()
        let contact: ContactID
        let id: EditID
        let theirs: [ContactKey: ContactValue?] = [.firstName: .text("Anne"), .description: nil]

        init(_ change: (inout EditConflict) -> Void = { _ in }) {
            contact = book.newContact()
            book.name(contact, as: RemoteID("7"))
            let mine: [ContactKey: ContactValue] = [.firstName: .text("Anna"), .description: .text("tall")]
            let deltas = mine.mapValues { Delta<ContactValue>(before: .text("before"), after: $0) }
            id = book.append(.values(ValueChange(group: .person, deltas: deltas)), of: contact)
            var conflict = EditConflict(values: theirs)
            change(&conflict)
            book.update(id) {
                $0.state = .conflicting
                $0.progress.conflict = conflict
            }
        }

        mutating func answer(
            _ values: [ContactKey: ConflictChoice], whole: ConflictChoice? = nil
        ) -> DecidedConflict? {
            book.decide(id, values, whole: whole, now: 1)
        }
    }

    @Test func whatWasChosenIsAQuestionAgainWhereItIsTakenBack() throws {
        let choices: [[ContactKey: ConflictChoice]] = [
            [.firstName: .mine, .description: .mine], [.firstName: .mine, .description: .theirs],
            [.firstName: .theirs, .description: .theirs],
        ]
        for chosen in choices {
            var asked = Asked()
            let former = try #require(asked.book.edit(asked.id))
            let answered = asked.answer(chosen)
            let decided = try #require(answered)
            let mine = Set(chosen.filter { $0.value == .mine }.keys)
            #expect(asked.book.edit(asked.id).map { Set($0.deltas.keys) } ?? [] == mine)
            #expect(asked.book.edit(asked.id)?.state ?? .waiting == .waiting)
            let outcome = asked.book.undo(decided)
            #expect(outcome == .takenBack)
            #expect(asked.book.edits == [former])
        }
    }

    @Test func whatWasSentIsTakenBackByTheServersValue() throws {
        var asked = Asked()
        let chosen: [ContactKey: ConflictChoice] = [.firstName: .mine, .description: .theirs]
        let answered = asked.answer(chosen)
        let decided = try #require(answered)
        asked.book.update(asked.id) { $0.state = .sent }
        let outcome = asked.book.undo(decided)
        #expect(outcome == .takenBack)
        let opposite = try #require(asked.book.edits.last)
        #expect(opposite.id != asked.id)
        #expect(opposite.deltas == [.firstName: Delta(before: .text("Anna"), after: .text("Anne"))])
    }

    @Test func anotherQuestionStaysWhenTheFirstAnswerIsTakenBack() throws {
        var asked = Asked()
        let answered = asked.answer([.firstName: .mine, .description: .mine])
        let decided = try #require(answered)
        asked.book.update(asked.id) {
            $0.state = .conflicting
            $0.progress.conflict = EditConflict(values: [.firstName: .text("Ana")])
        }
        let now = asked.book.edits
        let outcome = asked.book.undo(decided)
        #expect(outcome == .takenBack)
        #expect(asked.book.edits == now)
    }

    @Test func daysMayMoveAlsoWhereAllValuesAreLeftToTheServer() throws {
        var asked = Asked { $0.movedDays = [.birthday] }
        asked.book.update(asked.id) { $0.setDelta(Delta(before: nil, after: .text("Ann")), for: .nickname) }
        let chosen: [ContactKey: ConflictChoice] = [.firstName: .theirs, .description: .theirs]
        _ = asked.answer(chosen, whole: .mine)
        let edit = try #require(asked.book.edit(asked.id))
        #expect(edit.state == .waiting && edit.progress.daysMayMove == [.birthday])
        #expect(Set(edit.deltas.keys) == [.nickname])
    }

    @Test func aDeletionThatWasAQuestionWaitsForItsToast() {
        var book = EditBook()
        let contact = book.newContact()
        book.name(contact, as: RemoteID("7"))
        let now = SeenContact(tags: ["friend"])
        let id = book.append(.delete(now), of: contact)
        book.update(id) {
            $0.state = .conflicting
            $0.progress.isFinal = true
            $0.progress.conflict = EditConflict(seen: now)
        }
        let decided = book.decide(id, [:], whole: .mine, now: 100)
        #expect(decided?.deletes == true)
        #expect(book.edit(id)?.notBefore == 100 + EditQueue.toastTime)
        let outcome = book.undoDeletion(of: contact, now: 101)
        #expect(outcome == .takenBack)
        #expect(book.edits.isEmpty)
    }
}
