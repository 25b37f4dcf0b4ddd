import Foundation
import GRDB
import Model
import Synchronization
import Testing

@testable import Contacts

/// What a try of an edit has done already is there, whoever drops or undoes the rest; and a reminder that it has taken
/// away is made again.
struct EditDroppingTests {
    let copies = MemoryCopies()
    let ann = ContactID(1)

    static func day(_ year: Int) -> ContactValue { .day(.date(year: year, month: 5, day: 1)) }

    static func name(_ before: String, _ after: String) -> ValueChange {
        ValueChange(group: .person, deltas: [.firstName: Delta(before: .text(before), after: .text(after))])
    }

    static func switching(_ isOn: Bool) -> ContactChange {
        .values(ValueChange(group: .person, deltas: [:], reminders: [.birthday: isOn]))
    }

    /// A book with a contact as the server has it.
    func withBook(_ name: String, born year: Int?, _ body: (inout EditBook, ServerContact) throws -> Void) throws {
        var copy = ServerContact(id: RemoteID("1"))
        copy.values[.firstName] = .text(name)
        copy.values[.birthday] = year.map(Self.day)
        copies.set(copy, as: ann)
        try EditCheckerTests.inDatabases(EditCheckerTests.databases(1)) { databases in
            var engine = try EditEngine(databases[0], account: "a", copies: copies)
            try engine.change(databases[0]) { book in
                book.name(ann, as: copy.id)
                try body(&book, copy)
            }
        }
    }

    /// An edit of the name and the birthday, of which the server has the birthday, without its reminder.
    func withHalfOfAnEdit(_ state: EditState, _ body: (inout EditBook, EditID) throws -> Void) throws {
        try withBook("Ann", born: 1991) { book, _ in
            var change = Self.name("Ann", "Anna")
            change.deltas[.birthday] = Delta(before: Self.day(1990), after: Self.day(1991))
            let edit = book.append(.values(change), of: ann)
            book.update(edit) {
                $0.state = state
                $0.attempts = 1
                $0.progress.remindersBefore = [.birthday]
                $0.progress.remindersSent = [.birthday]
                $0.progress.remindersLost = [.birthday]
            }
            try body(&book, edit)
        }
    }

    @Test func ofADayThatTheServerHasTheReminderIsMadeAgainWhoeverDropsTheRest() throws {
        try withHalfOfAnEdit(.waiting) { book, edit in
            let old = book
            let isDropped = book.drop(edit)
            #expect(isDropped)
            let removed = book.removed(since: old, of: ann)
            #expect(book.edits.map(\.change) == [Self.switching(true)])
            // It can be taken back, and the reminder be dropped for itself.
            let left = try #require(book.edits.first).id
            book.restore(removed)
            #expect(book.edits.map(\.id) == [edit, left])
            #expect(book.edits.first == old.edits.first)
            let isGivenUp = book.drop(left)
            #expect(isGivenUp && book.edits.map(\.id) == [edit])
        }
    }

    @Test func aDayThatTheServerHasIsWhatLaterEditsOfARefusedOneFollowFrom() throws {
        try withHalfOfAnEdit(.refused) { book, edit in
            let birthday = Delta(before: Self.day(1990), after: Self.day(1992))
            let later = book.append(.values(ValueChange(group: .person, deltas: [.birthday: birthday])), of: ann)
            let isDropped = book.drop(edit)
            #expect(isDropped)
            #expect(book.edits.first?.id == later && book.edits.last?.change == Self.switching(true))
            #expect(book.edit(later)?.deltas[.birthday] == Delta(before: Self.day(1991), after: Self.day(1992)))
        }
    }

    @Test func undoOfADayThatTheServerHasSendsItBackWithItsReminder() throws {
        try withHalfOfAnEdit(.waiting) { book, edit in
            let made = try #require(book.edit(edit)?.change)
            book.undo(made, edit, of: ann)
            let birthday = Delta(before: Self.day(1991), after: Self.day(1990))
            let back = ValueChange(group: .person, deltas: [.birthday: birthday], reminders: [.birthday: true])
            #expect(book.edits.map(\.change) == [.values(back)])
            // Nobody who leaves the day as it is has switched its reminder off.
            let opposite = try #require(book.edits.first).id
            let isDropped = book.drop(opposite)
            #expect(isDropped && book.edits.map(\.change) == [Self.switching(true)])
        }
    }

    /// As `undo` is told: nobody has looked yet what came of the request.
    func sendName(_ book: inout EditBook) -> EditID {
        let edit = book.append(.values(Self.name("Ann", "Anna")), of: ann)
        book.update(edit) {
            $0.state = .sending
            $0.progress.outcome = .failed(status: 500)
            $0.progress.remindersBefore = [.birthday]
            $0.progress.remindersSent = [.birthday]
        }
        return edit
    }

    /// It was looked for after each try, and is not there.
    @Test(arguments: [0, 3])
    func aNewContactThatWaitsCanBeDroppedHoweverOftenItWasTried(attempts: Int) throws {
        try withBook("Ann", born: nil) { book, _ in
            let creation = ContactCreation(uuid: "u", values: [.firstName: .text("Bob")])
            let bob = book.newContact()
            let edit = book.append(.create(creation), of: bob)
            book.update(edit) {
                $0.attempts = attempts
                $0.progress.outcome = attempts > 0 ? .failed(status: 500) : nil
            }
            let isDropped = book.drop(edit)
            #expect(isDropped && book.edits.isEmpty && book.contacts[bob] == nil)
        }
    }

    @Test func aReminderThatATryHasTakenAwayIsALineOfItsOwn() throws {
        try withBook("Anna", born: 1990) { book, copy in
            let edit = sendName(&book)
            book.looked(edit, copy, reminders: [], asked: 900, now: 900)
            #expect(book.edits.map(\.id) == [edit])
            #expect(book.edits.map(\.state) == [.waiting])
            #expect(book.edits.map(\.change) == [Self.switching(true)])
        }
    }

    @Test func undoOfWhatHasTakenAReminderAwayMakesItAgainFirst() throws {
        try withBook("Anna", born: 1990) { book, copy in
            let edit = sendName(&book)
            let made = ContactChange.values(Self.name("Ann", "Anna"))
            book.undo(made, edit, of: ann)
            book.looked(edit, copy, reminders: [], asked: 900, now: 900)
            #expect(book.edits.map(\.change) == [Self.switching(true), .values(Self.name("Anna", "Ann"))])
        }
    }

    @Test func whatSomebodyElseHasSwitchedOffBetweenTwoTriesIsNotMadeAgain() throws {
        try withBook("Ann", born: 1990) { book, copy in
            let edit = sendName(&book)
            book.looked(edit, copy, reminders: [.birthday], asked: 900, now: 900)
            let waiting = try #require(book.edit(edit))
            guard case .write(let write) = book.plan(waiting, copy, reminders: []) else {
                throw ContactStoreError.closed
            }
            book.beginSending(edit, write, copy: copy, reminders: [], serverTime: nil)
            book.notCarriedOut(edit, .failed(status: 500), now: 1_000)
            book.looked(edit, copy, reminders: [], asked: 1_000, now: 1_000)
            let left = try #require(book.edit(edit))
            #expect(Self.remindersToCome(left, copy, book) == [])
        }
    }

    /// With which the next try would leave the contact; nil where it is no request.
    static func remindersToCome(_ edit: Edit, _ copy: ServerContact, _ book: EditBook) -> Set<ContactKey>? {
        guard case .write(.values(_, _, _, _, let reminders)) = book.plan(edit, copy, reminders: []) else {
            return nil
        }
        return reminders
    }

    @Test func aContactThatWasMadeButForItsReminderGetsIt() throws {
        try withBook("Ann", born: 1990) { book, _ in
            let contact = book.newContact()
            let creation = ContactCreation(
                uuid: "u", values: [.firstName: .text("Zoë"), .birthday: Self.day(1990)], reminders: [.birthday])
            let edit = book.append(.create(creation), of: contact)
            book.update(edit) { $0.state = .sending }
            var copy = ServerContact(id: RemoteID("2"))
            copy.values = creation.values
            book.found(edit, copy, asked: 1, now: 1)
            #expect(book.edits.map(\.change) == [Self.switching(true)])
            if case .nothing = book.plan(book.edits[0], copy, reminders: [.birthday]) {
            } else {
                Issue.record("it is made twice")
            }
        }
    }

    @Test func ofTwoSwitchesTheLaterOneArrivesLast() throws {
        try withBook("Ann", born: 1990) { book, _ in
            var change = Self.name("Ann", "Anna")
            change.reminders = [.birthday: true]
            let earlier = book.append(.values(change), of: ann)
            let later = book.append(Self.switching(false), of: ann)
            book.update(earlier) { $0.state = .conflicting }
            if case .send = book.nextAction(1) { Issue.record("the later one is sent before") }
            #expect(book.editsWaitingForPerson == [later])
        }
    }

    @Test func theServersValueDoesNotEndASwitchBesideIt() throws {
        try withBook("Anne", born: 1990) { book, _ in
            var change = Self.name("Ann", "Anna")
            change.reminders = [.birthday: true]
            let edit = book.append(.values(change), of: ann)
            book.update(edit) {
                $0.state = .conflicting
                $0.progress.conflict = EditConflict(values: [.firstName: .text("Anne")])
            }
            book.takeTheirs(edit, .firstName, now: 1)
            #expect(book.edits.map(\.change) == [Self.switching(true)])
            #expect(book.edits.map(\.state) == [.waiting])
        }
    }

    @Test func aSwitchAloneIsLookedAtAndUndone() throws {
        try withBook("Ann", born: 1990) { book, copy in
            let edit = book.append(Self.switching(false), of: ann)
            let write = EditWrite.values(copy.id, .person, copy.values, changed: [], reminders: [])
            book.beginSending(edit, write, copy: copy, reminders: [.birthday], serverTime: nil)
            #expect(book.edit(edit)?.daysToLookAt == [.birthday])
            book.notCarriedOut(edit, .failed(status: 500), now: 900)
            // It is on still.
            book.looked(edit, copy, reminders: [.birthday], asked: 900, now: 900)
            #expect(book.edit(edit)?.state == .waiting && book.edit(edit)?.change == Self.switching(false))
            book.looked(edit, copy, reminders: [], asked: 901, now: 901)
            #expect(book.edits.isEmpty)
            book.undo(Self.switching(false), edit, of: ann)
            #expect(book.edits.map(\.change) == [Self.switching(true)])
        }
    }

    @Test(arguments: [true, false])
    func whatIsUnderWayIsUndoneOnceItIsKnownWhetherItArrived(arrives: Bool) async throws {
        let (server, clock) = (QueueServer(), ManualClock(1_000))
        let remote = try server.add([.firstName: .text("Ann")])
        server.state.withLock { $0.troubles[remote] = [.instead(.lost)] }
        let queue = EditQueue(
            store: try ContactStore.inMemory(), account: "a", server: server, lock: HeldLock(),
            surroundings: EditQueue.Surroundings(
                copies: { [copies] in copies }, clock: { clock.now }, sleep: { try await clock.sleep(until: $0) }))
        let sending = Task { await queue.run() }
        defer { sending.cancel() }
        let edit = try #require(
            try await queue.store([.values(Self.name("Ann", "Anna"))], of: ann, remote: remote).first
        ).edit
        try await clock.advance { try await queue.edits().first?.progress.outcome == .lost }
        #expect(try await queue.waiting().first?.isDroppable == true)
        let dropped = try await queue.drop(edit)
        #expect(dropped == nil)
        let told = try #require(try await queue.waiting().first)
        #expect(told.isTakenBack && !told.isDroppable && told.state == .sending)
        let write = try #require(server.requests.first { $0.written != nil })
        if arrives { _ = server.state.withLock { $0.model.answer(write) } }
        try await clock.advance { try await queue.edits().isEmpty }
        #expect(server.person(remote)?.values[.firstName] == .text("Ann"))
        #expect(server.requests.filter { $0.written != nil }.count == (arrives ? 2 : 1))
    }
}
