import Foundation
import Model
import Testing

@testable import Contacts

/// Only one contact is the user: which one is a choice that several contacts have a part in.
@MainActor
struct EditedUserTests {
    private let store: ContactStore
    private let queue: EditQueue
    private let server = FakeMonica()
    private let two = ContactID(2)
    private let three = ContactID(3)

    init() throws {
        store = try ContactStore.inMemory()
        queue = EditQueue(store: store, account: "a", server: NoEditServer())
        for id in 1...3 { server.add(id, ["contactFields": [], "is_me": id == 1]) }
    }

    /// Who is shown as the user.
    private func users() async throws -> [Int] {
        var users: [Int] = []
        for id in 1...3 where try await store.contact(id: id)?.isMe == true { users.append(id) }
        return users
    }

    @Test func undoGivesTheUserBack() async throws {
        try await server.synchronise(store)
        let receipts = try await queue.store([PlannedChange(.me(true))], of: two)
        let edit = try #require(receipts.first).edit
        #expect(try await users() == [2])
        try await queue.change { $0.carriedOut(edit, nil, made: nil, asked: 1, now: 2) }
        try await queue.change { $0.end(edit) }
        // Although the copies say otherwise.
        #expect(try await users() == [2])
        try await queue.undo(receipts)
        let back = try #require(try await queue.edits().first)
        #expect(back.change == .me(true) && back.contact == ContactID(1))
        #expect(try await users() == [1])
        try await queue.change { $0.carriedOut(back.id, nil, made: nil, asked: 3, now: 4) }
        try await queue.change { $0.end(back.id) }
        // Nobody is the user twice.
        try await queue.undo(receipts)
        #expect(try await queue.edits().isEmpty)
    }

    private func choose(_ contact: ContactID, _ isMe: Bool = true) async throws -> [EditQueue.Receipt] {
        try await queue.store([PlannedChange(.me(isMe))], of: contact)
    }

    private func send(_ edit: EditID, _ write: EditWrite) async throws {
        try await queue.change { $0.beginSending(edit, write, copy: nil, reminders: [], serverTime: nil) }
    }

    /// Another one is chosen after a choice was taken back that was on its way, and that is carried out all the same.
    private func choosing(
        _ later: ContactID, afterTakingBack first: ContactID, _ isMe: Bool = true
    ) async throws -> [EditQueue.Receipt] {
        let receipts = try await choose(first, isMe)
        let edit = try #require(receipts.first).edit
        try await send(edit, .me(RemoteID(String(first.rawValue)), isMe))
        try await queue.undo(receipts)
        let second = try await choose(later)
        try await queue.change { $0.carriedOut(edit, nil, made: nil, asked: 1, now: 2) }
        return second
    }

    @Test func theLaterOfTwoChoicesArrivesLast() async throws {
        try await server.synchronise(store)
        let earlier = try #require(try await choose(two).first).edit
        try await send(earlier, .me(RemoteID("2"), true))
        let later = try #require(try await choose(three).first).edit
        // Nobody knows yet what becomes of the first.
        try await queue.change { book in
            if case .wait = book.nextAction(1) {} else { Issue.record("something is sent") }
        }
        try await queue.change { $0.carriedOut(earlier, nil, made: nil, asked: 1, now: 2) }
        try await queue.change { book in
            if case .send(later) = book.nextAction(3) {} else { Issue.record("the later one is not sent") }
        }
    }

    @Test func aChoiceThatWasOvertakenIsNotSent() async throws {
        try await server.synchronise(store)
        let earlier = try #require(try await choose(two).first).edit
        // It was tried, and is tried again later.
        try await queue.change { $0.update(earlier) { $0.notBefore = 100 } }
        let later = try #require(try await choose(three).first).edit
        try await send(later, .me(RemoteID("3"), true))
        try await queue.change { $0.carriedOut(later, nil, made: nil, asked: 1, now: 2) }
        #expect(try await queue.edits().map(\.id) == [later])
        #expect(try await users() == [3])
    }

    @Test func aChoiceThatWasOvertakenShowsNoMoreAndUndoGivesItBack() async throws {
        try await server.synchronise(store)
        let earlier = try #require(try await choose(two).first).edit
        // No copy has come since.
        try await queue.change { $0.carriedOut(earlier, nil, made: nil, asked: 1, now: 2) }
        let receipts = try await choose(three)
        let later = try #require(receipts.first).edit
        try await queue.change { $0.carriedOut(later, nil, made: nil, asked: 3, now: 4) }
        try await queue.change { $0.end(later) }
        #expect(try await users() == [3])
        try await queue.undo(receipts)
        let back = try #require(try await queue.edits().last)
        #expect(back.change == .me(true) && back.contact == two)
    }

    @Test func whoIsNoLongerTheUserDoesNotShowAsSuchBecauseTheFirstChoiceIsStillOnItsWay() async throws {
        try await server.synchronise(store)
        let edit = try #require(try await choose(two).first).edit
        try await queue.change { $0.carriedOut(edit, nil, made: nil, asked: 1, now: 2) }
        _ = try await choose(two, false)
        #expect(try await users().isEmpty)
        // An older form says of somebody else what is so already.
        _ = try await choose(ContactID(1))
        _ = try await choose(three, false)
        #expect(try await users() == [1])
    }

    @Test func whoWasTheUserAtFirstIsSoAgainAfterTwoChoicesAreTakenBack() async throws {
        try await server.synchronise(store)
        let second = try await choosing(three, afterTakingBack: two)
        #expect(try await users() == [3])
        try await queue.undo(second)
        #expect(try await users() == [1])
        #expect(try await queue.edits().last?.contact == ContactID(1))
    }

    @Test func whatWasReadBeforeOfTheFormerUserIsOld() async throws {
        try await server.synchronise(store)
        let edit = try #require(try await choose(two).first).edit
        try await queue.change { $0.carriedOut(edit, nil, made: nil, asked: 1, now: 5) }
        try await queue.change { book in
            var copy = ServerContact(id: RemoteID("1"))
            copy.isMe = true
            if case .discard = book.accept(copy, asked: 4, now: 6) {} else { Issue.record("an old copy is stored") }
            copy.isMe = false
            if case .discard = book.accept(copy, asked: 6, now: 7) { Issue.record("a new copy is thrown away") }
        }
    }

    @Test func undoDoesNotTakeTheUserFromSomebodyElse() async throws {
        try await server.synchronise(store)
        // Switched off in a form that was older than the choice of another.
        let receipts = try await choose(two, false)
        let edit = try #require(receipts.first).edit
        try await queue.change { $0.end(edit) }
        try await queue.undo(receipts)
        #expect(try await queue.edits().isEmpty)
        #expect(try await users() == [1])
    }

    @Test func whoIsNoLongerTheUserIsSoAgainByUndoEvenWhileThatIsSent() async throws {
        try await server.synchronise(store)
        let one = ContactID(1)
        let receipts = try await choose(one, false)
        let edit = try #require(receipts.first).edit
        try await send(edit, .me(RemoteID("1"), false))
        try await queue.undo(receipts)
        try await queue.change { $0.carriedOut(edit, nil, made: nil, asked: 1, now: 2) }
        let back = try #require(try await queue.edits().last)
        #expect(back.change == .me(true) && back.contact == one)
    }

    /// While that is under way, another one is chosen, and that is given up before it goes.
    @Test(arguments: [true, false])
    func whoIsNoLongerTheUserIsSoAgainOnceALaterChoiceIsGivenUp(byUndo: Bool) async throws {
        try await server.synchronise(store)
        let one = ContactID(1)
        let later = try await choosing(two, afterTakingBack: one, false)
        #expect(try await users() == [2])
        if byUndo {
            try await queue.undo(later)
        } else {
            #expect(try await queue.drop(try #require(later.first).edit) != nil)
        }
        let back = try #require(try await queue.edits().last)
        #expect(back.change == .me(true) && back.contact == one)
        #expect(try await users() == [1])
    }

    /// The server has for the user whom an undo is to replace, once the choice that was to follow goes.
    @Test func whoWasTheUserAtFirstIsSoAgainOnceALaterChoiceIsDropped() async throws {
        try await server.synchronise(store)
        let later = try #require(try await choosing(three, afterTakingBack: two).first).edit
        let removed = try #require(try await queue.drop(later))
        #expect(try await users() == [1])
        // Who takes that back has meant the later one after all.
        #expect(try await queue.restore(removed) == .takenBack)
        #expect(try await users() == [3])
        #expect(try await queue.edits().filter { $0.state == .waiting }.map(\.id) == [later])
    }

    @Test func undoOfWhatChangedNothingAtNobodyTheUserChangesNothing() async throws {
        try await server.synchronise(store)
        let one = ContactID(1)
        let first = try await choose(one, false)
        try await queue.change { $0.carriedOut(try #require(first.first).edit, nil, made: nil, asked: 1, now: 2) }
        // By a form that was older.
        let second = try await choose(one, false)
        try await queue.change { $0.end(try #require(second.first).edit) }
        let before = try await queue.edits()
        try await queue.undo(second)
        #expect(try await queue.edits() == before)
        #expect(try await users().isEmpty)
    }

    @Test func undoOfAChoiceThatChangedNothingChangesNothing() async throws {
        try await server.synchronise(store)
        let one = ContactID(1)
        let receipts = try await choose(one)
        try await queue.change { $0.end(try #require(receipts.first).edit) }
        try await queue.undo(receipts)
        #expect(try await queue.edits().isEmpty)
        #expect(try await users() == [1])
    }

    /// They were the user again as far as could be seen, while nobody knew what became of the choice.
    @Test func whoIsToBeTheUserNoMoreIsNotMadeSoByAnUndoThatWaited() async throws {
        try await server.synchronise(store)
        let one = ContactID(1)
        let receipts = try await choose(two)
        let edit = try #require(receipts.first).edit
        try await send(edit, .me(RemoteID("2"), true))
        try await queue.undo(receipts)
        let none = try #require(try await choose(one, false).first).edit
        try await queue.change { $0.end(none) }
        try await queue.change { $0.carriedOut(edit, nil, made: nil, asked: 1, now: 2) }
        let back = try #require(try await queue.edits().last)
        #expect(back.change == .me(false) && back.contact == two)
        #expect(try await users().isEmpty)
    }

    /// Another contact, which could not be made, was the user in its place, and then nobody was.
    @Test func whatIsPutRightMakesNobodyTheUserAgain() async throws {
        try await server.synchronise(store)
        let made = try #require(
            try await queue.create(ContactCreation(uuid: "u", values: [.firstName: .text("x")])).first)
        let first = try await choose(two)
        try await queue.change { $0.carriedOut(try #require(first.first).edit, nil, made: nil, asked: 1, now: 2) }
        _ = try await choose(made.contact)
        _ = try await choose(made.contact, false)
        try await queue.change { $0.refuse(made.edit, .refused(["The name is too short."])) }
        #expect(try await users().isEmpty)
        let form = try #require(try await queue.mendable(made.edit))
        #expect(form.edits.count == 3 && !form.wanted.isMe)
        let typed = PlannedChange(.create(ContactCreation(uuid: "v", values: [.firstName: .text("Ann")])))
        let receipts = try #require(try await queue.store([typed], of: made.contact, mending: form.edits))
        #expect(try await users().isEmpty)
        let last = try #require(try await queue.edits().first { $0.isChoiceOfUser && $0.state == .waiting })
        #expect(last.change == .me(false) && last.contact == two)
        // Nothing of that is left once the form is taken back.
        let replaced = try #require(receipts.lazy.compactMap(\.replaced).first)
        #expect(try JSONDecoder().decode(RemovedEdits.self, from: JSONEncoder().encode(replaced)) == replaced)
        try await queue.undo(receipts)
        #expect(try await queue.edits().filter { $0.state != .sent }.map(\.id) == form.edits)
        #expect(try await users().isEmpty)
        _ = try await queue.drop(made.edit)
        #expect(try await users() == [2])
    }

    /// There is nobody to say it of.
    @Test(arguments: [false, true])
    func whoIsGoneIsNotSaidToBeTheUserNoMore(isGone: Bool) {
        var book = EditBook()
        #expect(book.leaveNobodyUser() == nil)
        book.name(two, as: RemoteID("2"))
        book.append(.me(true), of: two)
        book.contacts[two]?.isGone = isGone
        let edit = book.leaveNobodyUser()
        #expect((edit == nil) == isGone && book.edits.count == (isGone ? 1 : 2))
    }
}
