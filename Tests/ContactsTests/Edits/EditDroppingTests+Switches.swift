import Model
import Testing

@testable import Contacts

// Of a reminder that a try has lost, and switches of it.
extension EditDroppingTests {
    @Test func whoSwitchesAReminderOffLaterDoesNotGetItBack() throws {
        for isSent in [false, true] {
            try withBook("Ann", born: 1990) { book, _ in
                let edit = sendName(&book)
                book.update(edit) {
                    $0.state = .refused
                    $0.progress.remindersLost = [.birthday]
                }
                let later = book.append(Self.switching(false), of: ann)
                if isSent { book.carriedOut(later, nil, made: nil, asked: 1, now: 2) }
                let isDropped = book.drop(edit)
                #expect(isDropped)
                if !isSent { book.carriedOut(later, nil, made: nil, asked: 1, now: 2) }
                #expect(book.edits.map(\.id) == [later])
            }
        }
    }

    /// As after the server has refused the day that it was switched on for.
    @Test func aReminderThatIsSwitchedOnWithoutADayIsThatOfTheDayThatComes() throws {
        for isOn in [true, false] {
            try withBook("Ann", born: nil) { book, _ in
                let switching = book.append(Self.switching(isOn), of: ann)
                let delta = Delta(before: nil, after: Self.day(1990))
                let day = book.append(.values(ValueChange(group: .person, deltas: [.birthday: delta])), of: ann)
                book.carriedOut(switching, nil, made: nil, asked: 1, now: 2)
                let comes = ValueChange(group: .person, deltas: [.birthday: delta], reminders: [.birthday: isOn])
                #expect(book.edit(day)?.change == .values(comes))
            }
        }
    }

    private enum Removal: CaseIterable { case drop, undo, theirs }

    /// A switch that waits for a person, and a change of the name by whose try the reminder was lost, and which is taken
    /// away before the switch goes.
    private func withSwitch(
        earlier isEarlier: Bool, _ removal: Removal = .drop,
        _ body: (inout EditBook, _ switching: EditID) throws -> Void
    ) throws {
        try withBook("Ann", born: 1990) { book, _ in
            let earlier = isEarlier ? book.append(Self.switching(false), of: ann) : nil
            let edit = sendName(&book)
            book.update(edit) {
                $0.state = removal == .theirs ? .conflicting : .refused
                $0.attempts = 1
                $0.progress.remindersLost = [.birthday]
                $0.progress.conflict = EditConflict(values: [.firstName: .text("Anne")])
            }
            let switching = earlier ?? book.append(Self.switching(false), of: ann)
            book.update(switching) { $0.state = .conflicting }
            switch removal {
            case .drop: _ = book.drop(edit)
            case .undo: book.undo(.values(Self.name("Ann", "Anna")), edit, of: ann)
            case .theirs: book.takeTheirs(edit, now: 1)
            }
            #expect(book.edit(edit) == nil)
            try body(&book, switching)
        }
    }

    @Test func aSwitchThatWaitsIsTheLastWordWhicheverWasSavedFirst() throws {
        for (isEarlier, removal) in Removal.allCases.flatMap({ [(true, $0), (false, $0)] }) {
            try withSwitch(earlier: isEarlier, removal) { book, switching in
                book.carriedOut(switching, nil, made: nil, asked: 1_000, now: 1_000)
                #expect(book.edits.map(\.id) == [switching], "\(isEarlier) \(removal)")
                // Before all that it was on.
                book.undo(Self.switching(false), switching, of: ann)
                #expect(book.edits.last?.change == Self.switching(true))
            }
        }
    }

    @Test func aReminderIsMadeAgainWhereTheSwitchIsTakenBackToo() throws {
        for isEarlier in [true, false] {
            try withSwitch(earlier: isEarlier) { book, switching in
                let old = book
                let isDropped = book.drop(switching)
                let removed = book.removed(since: old, of: ann)
                #expect(isDropped && book.edits.map(\.change) == [Self.switching(true)])
                // Not sent after all.
                let again = try #require(book.edits.first).id
                let write = EditWrite.values(RemoteID("1"), .person, [:], changed: [], reminders: [.birthday])
                book.beginSending(again, write, copy: nil, reminders: [], serverTime: nil)
                book.notSent(again, .offline, now: 1)
                // And not dropped.
                book.restore(removed)
                book.carriedOut(switching, nil, made: nil, asked: 1_000, now: 1_000)
                #expect(book.edits.map(\.id) == [switching])
            }
        }
    }

    /// To make a reminder again is nobody's word.
    @Test func aSwitchComesBackAfterTheReminderWasMadeAgain() throws {
        for isEnded in [false, true] {
            try withSwitch(earlier: true) { book, switching in
                book.update(switching) { $0.state = .waiting }
                let old = book
                let isDropped = book.drop(switching)
                let removed = book.removed(since: old, of: ann)
                let again = try #require(book.edits.first).id
                let copy = isEnded ? book.storedCopy(ann) : nil
                book.carriedOut(again, copy, made: nil, asked: 1_000, now: 1_000)
                book.restore(removed)
                #expect(isDropped && book.edit(switching)?.change == Self.switching(false))
            }
        }
    }

    @Test func whoTakesBackADropDoesNotGetBackWhatASwitchHasEndedMeanwhile() throws {
        for isEarlier in [true, false] {
            try withBook("Ann", born: 1990) { book, copy in
                let earlier = isEarlier ? book.append(Self.switching(false), of: ann) : nil
                let edit = sendName(&book)
                book.update(edit) {
                    $0.state = .waiting
                    $0.attempts = 1
                    $0.progress.remindersLost = [.birthday]
                }
                let switching = earlier ?? book.append(Self.switching(false), of: ann)
                let old = book
                let isDropped = book.drop(edit)
                let removed = book.removed(since: old, of: ann)
                book.carriedOut(switching, nil, made: nil, asked: 1_000, now: 1_000)
                book.restore(removed)
                let back = try #require(book.edit(edit))
                #expect(isDropped && Self.remindersToCome(back, copy, book) == [], "\(isEarlier)")
            }
        }
    }

    @Test func aReminderIsNotMadeAgainWhereThatIsGivenUp() throws {
        for arrives in [nil, false, true] {
            try withHalfOfAnEdit(.waiting) { book, edit in
                _ = book.drop(edit)
                let again = try #require(book.edits.first).id
                guard let arrives else {
                    book.update(again) {
                        $0.state = .conflicting
                        $0.progress.conflict = EditConflict(movedDays: [.death])
                    }
                    book.takeTheirs(again, now: 1)
                    #expect(book.edits.isEmpty)
                    return
                }
                let copy = try #require(book.storedCopy(ann))
                let write = EditWrite.values(copy.id, .person, copy.values, changed: [], reminders: [.birthday])
                book.beginSending(again, write, copy: copy, reminders: [], serverTime: nil)
                let isTakenBack = book.dropSending(again)
                #expect(isTakenBack)
                book.notCarriedOut(again, .failed(status: 500), now: 900)
                book.looked(again, copy, reminders: arrives ? [.birthday] : [], asked: 900, now: 900)
                #expect(book.edits.map(\.change) == [Self.switching(false)])
            }
        }
    }

    @Test func whoDropsASwitchDoesNotGiveUpTheReminderOfAnotherDay() throws {
        try withBook("Ann", born: 1990) { book, _ in
            let edit = book.append(Self.switching(false), of: ann)
            book.update(edit) {
                $0.attempts = 1
                $0.change = .values(
                    ValueChange(group: .person, deltas: [:], reminders: [.birthday: false, .death: true]))
                $0.progress.remindersBefore = [.birthday, .death]
                $0.progress.remindersSent = [.death]
                $0.progress.remindersLost = [.death]
            }
            let isDropped = book.drop(edit)
            let again = ValueChange(group: .person, deltas: [:], reminders: [.death: true])
            #expect(isDropped && book.edits.map(\.change) == [.values(again)])
        }
    }

    @Test func whoHasSwitchedAReminderOffBeforeDoesNotGetItBack() throws {
        // With the name there, the reminder alone is left to do; or the name is left too.
        for name in ["Anna", "Ann"] {
            try withBook(name, born: 1990) { book, copy in
                let switching = book.append(Self.switching(false), of: ann)
                book.update(switching) { $0.state = .conflicting }
                let edit = sendName(&book)
                book.looked(edit, copy, reminders: [], asked: 900, now: 900)
                #expect(book.edits.map(\.id) == [switching, edit])
                // It goes only now that the person has chosen.
                book.carriedOut(switching, nil, made: nil, asked: 1_000, now: 1_000)
                if let left = book.edit(edit) {
                    #expect(name == "Ann" && Self.remindersToCome(left, copy, book) == [])
                } else {
                    #expect(name == "Anna")
                }
                // Before all that it was on.
                book.undo(Self.switching(false), switching, of: ann)
                #expect(book.edits.last?.change == Self.switching(true))
            }
        }
    }

    /// There was nothing to be sent of it before.
    @Test func aSwitchOfADayThatIsToComeIsSentWithTheDay() throws {
        var copy = ServerContact(id: RemoteID("1"))
        copy.values[.firstName] = .text("Ann")
        copies.set(copy, as: ann)
        try EditCheckerTests.inDatabases(EditCheckerTests.databases(1)) { databases in
            let db = databases[0]
            var engine = try EditEngine(db, account: "a", copies: copies)
            try engine.takeOver(db, now: 1)
            let day = try engine.change(db) { book in
                book.name(ann, as: copy.id)
                book.append(Self.switching(true), of: ann)
                let delta = Delta(before: nil, after: Self.day(1990))
                return book.append(.values(ValueChange(group: .person, deltas: [.birthday: delta])), of: ann)
            }
            guard case .ask(.contact(copy.id)) = try engine.step(db, now: 2) else { throw ContactStoreError.closed }
            try engine.receive(EditResponse(.contact(copy)), db, now: 3)
            #expect(engine.book.edits.map(\.id) == [day])
            guard case .values(let change) = engine.book.edits.first?.change else { throw ContactStoreError.closed }
            #expect(change.reminders == [.birthday: true])
        }
    }

    /// The server reminds of no day that nobody knows.
    @Test func aSwitchOfADeathWithoutDaySendsNothing() throws {
        try withBook("Ann", born: 1990) { book, copy in
            var copy = copy
            copy.values[.death] = .death(nil)
            let change = ValueChange(group: .person, deltas: [:], reminders: [.death: true])
            let id = book.append(.values(change), of: ann)
            let edit = try #require(book.edit(id))
            #expect(Self.remindersToCome(edit, copy, book) == nil)
        }
    }
}
