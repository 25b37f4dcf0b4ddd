import Foundation
import Model
import Testing

@testable import Contacts

/// Undo of forms whose edits hang together, also while these are on their way.
@MainActor
struct EditUndoTests {
    private let store: ContactStore
    private let queue: EditQueue
    private let server = FakeMonica()
    private let two = ContactID(2)

    init() throws {
        store = try ContactStore.inMemory()
        queue = EditQueue(store: store, account: "a", server: NoEditServer())
        server.add(2, ["contactFields": []])
    }

    /// A form that replaces a tag: the new one comes first.
    private func replaceATag() async throws -> [EditQueue.Receipt] {
        try await server.synchronise(store)
        return try await queue.store(
            [PlannedChange(.addTags(["new"])), PlannedChange(.removeTags(["old"]), needs: [0])], of: two)
    }

    /// Undo while the former tag is being removed, whose edit is returned.
    private func undoHalfOfAReplacement() async throws -> EditID {
        let receipts = try await replaceATag()
        let (added, removed) = (receipts[0].edit, receipts[1].edit)
        try await queue.change { book in
            book.carriedOut(added, nil, made: nil, asked: 1, now: 2)
            book.end(added, isCarriedOut: true)
            book.update(removed) { $0.state = .sending }
        }
        try await queue.undo(receipts)
        return removed
    }

    @Test func whatWasReplacedIsThereAgainBeforeItsReplacementGoes() async throws {
        let receipts = try await replaceATag()
        try await queue.change { book in
            for receipt in receipts { book.carriedOut(receipt.edit, nil, made: nil, asked: 1, now: 2) }
            for receipt in receipts { book.end(receipt.edit, isCarriedOut: true) }
        }
        try await queue.undo(receipts)
        let edits = try await queue.edits()
        #expect(edits.map(\.change) == [.addTags(["old"]), .removeTags(["new"])])
        #expect(edits.last?.needs == edits.first.map { [$0.id] })
        // It stays where the server refuses the other.
        let first = try #require(edits.first)
        try await queue.change { $0.refuse(first.id, .refused([])) }
        #expect(try await queue.waiting().last?.issue == .needed)
    }

    @Test func aReplacementStaysWhileWhatWasReplacedIsOnItsWay() async throws {
        let removed = try await undoHalfOfAReplacement()
        #expect(try await queue.edits().last?.needs == [removed])
        try await queue.change { $0.carriedOut(removed, nil, made: nil, asked: 3, now: 4) }
        let edits = try await queue.edits()
        let back = try #require(edits.first { $0.change == .addTags(["old"]) })
        let goes = try #require(edits.first { $0.change == .removeTags(["new"]) })
        #expect(goes.needs.contains(back.id))
        try await queue.change { book in
            if case .send(back.id) = book.nextAction(5) {} else { Issue.record("what was replaced comes later") }
        }
    }

    @Test func aReplacementStaysWhereTheReturnOfWhatWasReplacedIsDropped() async throws {
        let removed = try await undoHalfOfAReplacement()
        try await queue.change { $0.carriedOut(removed, nil, made: nil, asked: 3, now: 4) }
        let edits = try await queue.edits()
        let back = try #require(edits.first { $0.change == .addTags(["old"]) })
        let goes = try #require(edits.first { $0.change == .removeTags(["new"]) })
        try await queue.change { $0.update(back.id) { $0.state = .sending } }
        _ = try await queue.drop(back.id)
        #expect(try await queue.edits().first { $0.id == goes.id }?.issue == .needed)
    }

    /// Where nothing is to be made again, the replacement goes all the same.
    @Test func aReplacementGoesWhereWhatWasReplacedIsThereStill() async throws {
        let removed = try await undoHalfOfAReplacement()
        try await queue.change { $0.notSent(removed, .offline, now: 3) }
        let edits = try await queue.edits()
        #expect(edits.map(\.change) == [.removeTags(["new"])])
        #expect(edits.map(\.state) == [.waiting] && edits.first?.needs == [])
    }

    /// What came to be known of its first half does not matter: the former one stays.
    @Test func whatWasToBeReplacedStaysWhereItsReplacementIsDroppedUnderWay() async throws {
        let receipts = try await replaceATag()
        try await queue.change { $0.update(receipts[0].edit) { $0.state = .sending } }
        _ = try await queue.drop(receipts[0].edit)
        #expect(try await queue.edits().map(\.issue) == [nil, .needed])
        try await queue.change { $0.carriedOut(receipts[0].edit, nil, made: nil, asked: 1, now: 2) }
        #expect(try await queue.edits().filter { $0.state == .waiting }.map(\.change) == [.removeTags(["new"])])
    }

    @Test func aCreationThatWasTakenBackIsNotMadeForWantOfAnAnswer() async throws {
        let creation = ContactCreation(uuid: "u", values: [.firstName: .text("Ann")], reminders: [])
        let made = try await queue.create(creation, then: [])
        let edit = try #require(made.first).edit
        try await queue.change { $0.update(edit) { $0.state = .sending } }
        try await queue.undo(made)
        var stranger = ServerContact(id: RemoteID("9"))
        stranger.values = [.firstName: .text("Ann")]
        try await queue.change { [stranger] in
            $0.lookedForCreation(edit, [stranger], asked: 10_000, now: 10_000)
        }
        #expect(try await queue.edits().isEmpty)
    }

    @Test func whatACreationHasPutRightIsRefusedAgainOnceTheContactIsGone() async throws {
        for isCarriedOut in [false, true] {
            let creation = ContactCreation(uuid: "u", values: [.firstName: .text("x")], reminders: [])
            let refused = try #require(try await queue.create(creation).first)
            try await queue.change { $0.refuse(refused.edit, .refused(["no"])) }
            let typed = ContactCreation(uuid: "v", values: [.firstName: .text("Ann")])
            let mended = try #require(try await queue.create(typed, then: [], mending: [refused.edit]))
            let sent = try #require(mended.first).edit
            try await queue.change { $0.update(sent) { $0.state = .sending } }
            try await queue.undo(mended)
            #expect(try await queue.edits().map(\.id) == [sent], "it waits for the answer")
            try await queue.change { book in
                if isCarriedOut {
                    book.carriedOut(sent, nil, made: RemoteID("9"), asked: 1, now: 2)
                } else {
                    book.notSent(sent, .offline, now: 2)
                }
            }
            if isCarriedOut {
                let deletion = try #require(try await queue.edits().last { $0.isDeletion })
                try await queue.change { $0.carriedOut(deletion.id, nil, made: nil, asked: 3, now: 4) }
            }
            let edits = try await queue.edits()
            #expect(edits.map(\.id) == [refused.edit] && edits.map(\.state) == [.refused])
            #expect(try await store.summaries().map(\.displayName) == ["x"])
            _ = try await queue.drop(refused.edit)
            #expect(try await store.summaries().isEmpty)
        }
    }

    /// The process ends before it is settled.
    @Test func whatAnUndoPromisedToBringBackIsStored() async throws {
        let creation = ContactCreation(uuid: "u", values: [.firstName: .text("x")], reminders: [])
        let made = try await queue.create(creation, then: [PlannedChange(.addTags(["t"]))])
        let refused = try #require(made.first)
        try await queue.change { $0.refuse(refused.edit, .refused(["no"])) }
        let former = try await queue.edits()
        let typed = ContactCreation(uuid: "v", values: [.firstName: .text("Ann")])
        let mended = try #require(try await queue.create(typed, then: [], mending: made.map(\.edit)))
        let sent = try #require(mended.first).edit
        try await queue.change { $0.update(sent) { $0.state = .sending } }
        try await queue.undo(mended)
        let next = EditQueue(store: store, account: "a", server: NoEditServer())
        try await next.change { $0.carriedOut(sent, nil, made: RemoteID("9"), asked: 1, now: 2) }
        let deletion = try #require(try await next.edits().last { $0.isDeletion })
        let last = EditQueue(store: store, account: "a", server: NoEditServer())
        try await last.change { $0.carriedOut(deletion.id, nil, made: nil, asked: 3, now: 4) }
        #expect(try await last.edits() == former)
        #expect(try await store.summaries().map(\.displayName) == ["x"])
    }

    @Test func undoOfMakingAContactAgainBringsTheFormerOneBack() async throws {
        for isSending in [false, true] {
            server.add(2, ["contactFields": []])
            try await server.synchronise(store)
            let delta = Delta<ContactValue>(before: .text("First2"), after: .text("Zoë"))
            let typed = PlannedChange(.values(ValueChange(group: .person, deltas: [.firstName: delta])))
            try await queue.store([typed], of: two)
            try await queue.change { [two] in $0.gone(two) }
            let former = try await queue.edits()
            #expect(former.map(\.issue) == [.contactGone])
            let creation = ContactCreation(uuid: "u", values: [.firstName: .text("Zo")])
            let receipts = try #require(try await queue.createAgain(two, as: creation, then: []))
            let made = try #require(receipts.first).edit
            if isSending { try await queue.change { $0.update(made) { $0.state = .sending } } }
            try await queue.undo(receipts)
            if isSending { try await queue.change { $0.notSent(made, .offline, now: 2) } }
            #expect(try await queue.edits() == former)
            // Also what the server had of it.
            let form = try #require(try await queue.editable(two))
            #expect(form.isGone && form.values[.firstName] == .text("Zoë") && form.values[.lastName] != nil)
            _ = try await queue.drop(try #require(former.first).id)
        }
    }

    @Test func aContactIsMadeAgainWithItsReminders() async throws {
        let day = ContactValue.day(.date(year: 1990, month: 2, day: 3))
        try await server.synchronise(store)
        let change = ValueChange(
            group: .person, deltas: [.birthday: Delta(before: nil, after: day)], reminders: [.birthday: true])
        let met = ValueChange(
            group: .meeting, deltas: [.metOn: Delta(before: nil, after: day)], reminders: [.metOn: true])
        try await queue.store([PlannedChange(.values(change)), PlannedChange(.values(met))], of: two)
        try await store.replaceReminders(with: [])
        try await queue.change { [two] in $0.gone(two) }
        try await queue.createAgain(two)
        let edits = try await queue.edits()
        #expect(edits.compactMap(\.creation).first?.reminders == [.birthday])
        let again = edits.compactMap { if case .values(let change) = $0.change { change } else { nil } }
        #expect(again.map(\.reminders) == [[.metOn: true]])
    }

    /// Also where the one that makes it again comes after the switch.
    @Test func aFormShowsAReminderThatIsMadeAgainUnlessItIsSwitchedOff() async throws {
        let day = ContactValue.day(.date(year: 1990, month: 2, day: 3))
        let birth: FakeMonica.Fields = [
            "is_age_based": false, "is_year_unknown": false, "date": "1990-02-03T00:00:00Z",
        ]
        server.add(2, ["contactFields": [], "information": ["dates": ["birthdate": birth]]])
        try await server.synchronise(store)
        try await store.replaceReminders(with: [])
        let change = ValueChange(
            group: .person, deltas: [.firstName: Delta(before: .text("First2"), after: .text("Zoë"))])
        let receipts = try await queue.store([PlannedChange(.values(change))], of: two)
        let edit = try #require(receipts.first).edit
        try await queue.change { book in
            book.update(edit) {
                $0.attempts = 1
                $0.progress.remindersBefore = [.birthday]
                $0.progress.remindersLost = [.birthday]
            }
        }
        let form = try #require(try await queue.editable(two))
        #expect(form.values[.birthday] == day && form.reminders == [.birthday])
        let off = ValueChange(group: .person, deltas: [:], reminders: [.birthday: false])
        try await queue.store([PlannedChange(.values(off))], of: two)
        _ = try await queue.drop(edit)
        #expect(try await queue.edits().count == 2)
        #expect(try await queue.editable(two)?.reminders == [])
    }

    @Test func aChangeOfAPartThatWasGivenUpSaysSoWhenItComesBack() async throws {
        try await server.synchronise(store)
        let mail = PartValue.field(FieldValue(type: RemoteID("1"), content: "a@b.c"))
        let other = PartValue.field(FieldValue(type: RemoteID("1"), content: "z@b.c"))
        let adds = PartChange(kind: .field, part: PartID(-1), before: nil, after: mail)
        let added = try #require(try await queue.store([PlannedChange(.part(adds))], of: two).first)
        guard case .part(let made) = added.change else { throw ContactStoreError.closed }
        let changes = PartChange(kind: .field, part: made.part, before: mail, after: other)
        let changed = try #require(try await queue.store([PlannedChange(.part(changes))], of: two).first)
        let dropped = try #require(try await queue.drop(changed.edit))
        _ = try await queue.drop(added.edit)
        #expect(try await queue.restore(dropped) == .takenBack)
        #expect(try await queue.edits().map(\.issue) == [.needed])
        #expect(try await queue.edits().map(\.state) == [.refused])
    }
}
