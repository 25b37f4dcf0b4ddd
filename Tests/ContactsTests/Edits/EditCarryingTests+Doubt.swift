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

    enum LaterPlace: CaseIterable { case none, told, dropped, refused, ofAnother }

    /// In a conflict a story was chosen, and sent with the place; the choice is taken back, while it is on its way or later.
    @Test(arguments: [false, true], LaterPlace.allCases)
    func whereYouMetIsSentAlongWithAnUndoOfTheRest(hasEnded: Bool, later: LaterPlace) throws {
        let there = ContactValue.text("At work")
        var copy = ServerContact(id: RemoteID("1"))
        copy.values[.metStory] = .text("At a fair")
        try withBook(copy) { book in
            let chosen = ValueChange(
                group: .meeting, deltas: [.metStory: Delta(before: there, after: .text("At a fair"))])
            var typed = chosen
            typed.deltas[.metWhere] = Delta(before: nil, after: .text("Paris"))
            let edit = book.append(.values(typed), of: ann)
            book.update(edit) { $0.state = .sending }
            if !hasEnded { book.undo(.values(chosen), edit, of: ann) }
            if hasEnded { book.carriedOut(edit, copy, made: nil, asked: 1, now: 2) }
            if later != .none {
                let ben = ContactID(2)
                book.name(ben, as: RemoteID("2"))
                let change = Self.meeting(.metWhere, "Paris", "Rome")
                let rome = book.append(.values(change), of: later == .ofAnother ? ben : ann)
                switch later {
                case .none: break
                // Only one is on its way at a time.
                case .told where !hasEnded: book.end(rome)
                case .told, .ofAnother: book.carriedOut(rome, nil, made: nil, asked: 3, now: 4)
                case .dropped: _ = book.drop(rome)
                case .refused: book.refuse(rome, .refused(["Too long."]))
                }
            }
            if hasEnded { book.undo(.values(chosen), edit, of: ann) }
            if !hasEnded { book.carriedOut(edit, copy, made: nil, asked: 1, now: 2) }
            let deltas = try #require(book.edits.last).deltas
            #expect(deltas[.metStory] == Delta(before: .text("At a fair"), after: there))
            let place = ContactValue.text(later == .told && hasEnded ? "Rome" : "Paris")
            #expect(deltas[.metWhere] == Delta(before: place, after: place))
        }
    }

    /// Saving without the place is the only way to erase it; and what was told last counts, whichever was saved first.
    @Test func whereYouMetIsSentAlongWithAnUndoAsItWasToldLast() throws {
        try withBook(ServerContact(id: RemoteID("1"))) { book in
            func save(_ change: ValueChange) -> EditID { book.append(.values(change), of: ann) }
            func tell(_ edit: EditID, _ story: String? = nil) {
                var copy = ServerContact(id: RemoteID("1"))
                copy.values[.metStory] = .text(trimming: story)
                book.carriedOut(edit, copy, made: nil, asked: 1, now: 2)
            }
            func undo(_ change: ValueChange, _ edit: EditID) throws -> EditID {
                book.undo(.values(change), edit, of: ann)
                return try #require(book.edits.last).id
            }
            func along(_ edit: EditID) -> ContactValue? { book.edit(edit)?.deltas[.metWhere]?.after }

            let (first, second) = (Self.meeting(.metWhere, nil, "Paris"), Self.meeting(.metWhere, nil, "Rome"))
            let paris = save(first)
            let removed = book.dropUnsent(paris)
            tell(save(second))
            let isBack = book.restore(try #require(removed))
            #expect(isBack)
            tell(paris)
            let story = Self.meeting(.metStory, nil, "At a fair")
            let erasing = save(story)
            tell(erasing, "At a fair")
            let back = try undo(story, erasing)
            #expect(along(back) == .text("Paris"))
            tell(back)
            tell(save(story), "At a fair")
            let other = Self.meeting(.metStory, "At a fair", "At work")
            let last = save(other)
            tell(last, "At work")
            let again = try undo(other, last)
            #expect(along(again) == nil, "it was erased before")
        }
    }

    /// What makes lost reminders again is a request about the meeting like any other, and a switch has the last word.
    @Test func whereYouMetIsSentAlongWithAReminderThatIsMadeAgain() throws {
        let days = ["1990", "1991"].map { ContactValue.day(.date(year: Int($0) ?? 0, month: 1, day: 1)) }
        var copy = ServerContact(id: RemoteID("1"))
        copy.values[.metOn] = days[0]
        try withBook(copy) { book in
            var change = ValueChange(group: .meeting, deltas: [.metOn: Delta(before: days[0], after: days[1])])
            change.deltas[.metWhere] = Self.place
            let edit = book.append(.values(change), of: ann)
            book.update(edit) {
                ($0.progress.remindersBefore, $0.progress.remindersLost) = ([.metOn], [.metOn])
            }
            var off = ValueChange(group: .meeting, deltas: [:])
            off.reminders[.metOn] = false
            let later = book.append(.values(off), of: ann)
            book.undo(.values(change), edit, of: ann)
            let again = try #require(book.edits.last)
            #expect(again.deltas == [.metWhere: Self.place] && again.onlyMakesAgain)
            book.carriedOut(later, copy, made: nil, asked: 1, now: 2)
            #expect(book.edits.isEmpty)
        }
    }

    /// What only went along is not looked for, as no copy shows it.
    @Test func whereYouMetIsSentAlongWithAnUndoOfWhatHadNoAnswer() throws {
        var copy = ServerContact(id: RemoteID("1"))
        copy.values[.metStory] = .text("At a fair")
        try withBook(copy) { book in
            var change = Self.meeting(.metStory, "At work", "At a fair")
            change.deltas[.metWhere] = Self.place
            let edit = book.append(.values(change), of: ann)
            Self.send(edit, copy, [], &book)
            book.undo(.values(change), edit, of: ann)
            book.notCarriedOut(edit, .lost, now: 2)
            book.looked(edit, copy, reminders: nil, asked: 500, now: 501)
            let deltas = try #require(book.edits.last).deltas
            #expect(
                deltas == [
                    .metStory: Delta(before: .text("At a fair"), after: .text("At work")), .metWhere: Self.place,
                ])
        }
    }

    /// It is refused, but for what the server has carried out of it.
    @Test func whereYouMetIsNotSentAlongWhereItWasRefused() throws {
        var copy = ServerContact(id: RemoteID("1"))
        copy.values[.metStory] = .text("At a fair")
        try withBook(copy) { book in
            let chosen = Self.meeting(.metStory, "At work", "At a fair")
            let edit = book.append(.values(Self.meeting(.metWhere, nil, "Paris")), of: ann)
            book.update(edit) { $0.attempts = 1 }
            book.refuse(edit, .refused(["Too long."]))
            book.undo(.values(chosen), edit, of: ann)
            let opposite = try #require(book.edits.last)
            #expect(opposite.id != edit && opposite.deltas[.metWhere] == nil)
        }
    }

    @Test func nothingIsLeftOfWhatWasRefusedAndTakenBackWhereWhereYouMetWentAlong() throws {
        try withBook(ServerContact(id: RemoteID("1"))) { book in
            let story = Self.meeting(.metStory, nil, "At a fair")
            let edit = book.append(.values(story), of: ann)
            let place = book.append(.values(Self.meeting(.metWhere, nil, "Paris")), of: ann)
            book.refuse(edit, .refused(["Too long."]))
            book.carriedOut(place, nil, made: nil, asked: 1, now: 2)
            #expect(book.edit(edit)?.deltas[.metWhere] == Self.place)
            book.undo(.values(story), edit, of: ann)
            #expect(book.edits.map(\.id) == [place])
        }
    }

    @Test func aLaterSwitchOfAnotherContactIsNoLastWord() throws {
        try withBook(ServerContact(id: RemoteID("1"))) { book in
            let ben = ContactID(2)
            book.name(ben, as: RemoteID("2"))
            var change = ValueChange(group: .person, deltas: [:])
            change.reminders[.birthday] = false
            let edit = book.append(.values(change), of: ann)
            book.update(edit) { ($0.state, $0.progress.remindersBefore) = (.sent, [.birthday]) }
            book.append(.values(change), of: ben)
            book.undo(.values(change), edit, of: ann)
            var on = change
            on.reminders[.birthday] = true
            #expect(book.edits.last?.contact == ann && book.edits.last?.change == .values(on))
        }
    }

    /// A later switch is the last word, whatever becomes of the first.
    @Test(arguments: [false, true], [false, true])
    func anUndoLeavesALaterSwitchAlone(isLater: Bool, isRefused: Bool) throws {
        let day = ContactValue.day(.date(year: 1990, month: 1, day: 1))
        var copy = ServerContact(id: RemoteID("1"))
        copy.values[.birthday] = day
        try withBook(copy) { book in
            var change = ValueChange(group: .person, deltas: [:])
            change.reminders[.birthday] = false
            let edit = book.append(.values(change), of: ann)
            book.update(edit) { ($0.state, $0.progress.remindersBefore) = (.sending, [.birthday]) }
            book.undo(.values(change), edit, of: ann)
            if isLater {
                let later = book.append(.values(change), of: ann)
                if isRefused { book.refuse(later, .refused(["No."])) }
            }
            book.carriedOut(edit, copy, made: nil, asked: 1, now: 2)
            let last = book.edits.last { $0.state == .waiting }?.change
            guard case .values(let waiting)? = last else {
                Issue.record("nothing waits")
                return
            }
            #expect(waiting.reminders == [.birthday: !(isLater && !isRefused)])
        }
    }
}
