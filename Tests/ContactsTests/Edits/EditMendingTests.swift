import Foundation
import Model
import Testing

@testable import Contacts

/// What was refused is put right in its place, what was dropped comes back, and forms do not stand in each other's way.
@MainActor
struct EditMendingTests {
    let store: ContactStore
    let queue: EditQueue
    let server = FakeMonica()
    let two = ContactID(2)

    init() throws {
        store = try ContactStore.inMemory()
        queue = EditQueue(store: store, account: "a", server: NoEditServer())
        for id in 1...3 { server.add(id, ["contactFields": []]) }
    }

    static func person(_ deltas: [ContactKey: Delta<ContactValue>]) -> PlannedChange {
        PlannedChange(.values(ValueChange(group: .person, deltas: deltas)))
    }

    static func delta(_ before: String?, _ after: String?) -> Delta<ContactValue> {
        Delta(before: .text(trimming: before), after: .text(trimming: after))
    }

    static func mail(_ content: String) -> PartValue {
        .field(FieldValue(type: RemoteID("1"), content: content))
    }

    static func add(_ content: String) -> PlannedChange {
        PlannedChange(.part(PartChange(kind: .field, part: PartID(-1), before: nil, after: mail(content))))
    }

    @Test func aRefusedChangeIsPutRightInItsPlace() async throws {
        try await server.synchronise(store)
        let day = ContactValue.day(.monthDay(month: 13, day: 1))
        let refused = try #require(
            try await queue.store(
                [
                    Self.person([
                        .firstName: Self.delta("First2", "Zoë"), .birthday: Delta(before: nil, after: day),
                    ])
                ], of: two
            ).first)
        // A later one waits for it.
        try await queue.store([Self.person([.firstName: Self.delta("Zoë", "Zo")])], of: two)
        try await queue.change { book in
            book.update(refused.edit) { $0.progress.refusedKeys = [.birthday] }
            book.refuse(refused.edit, .refused(["The day field is required."]))
        }
        let form = try #require(try await queue.mendable(refused.edit))
        #expect(form.edits == [refused.edit])
        #expect(form.refusals.map(\.keys) == [[.birthday]])
        #expect(form.refusals.map(\.issue) == [.refused(["The day field is required."])])
        // The later edit shows, the refused one does not.
        #expect(form.seen?.values[.firstName] == .text("Zo") && form.seen?.values[.birthday] == nil)
        #expect(form.wanted.values[.firstName] == .text("Zo") && form.wanted.values[.birthday] == day)
        let right = ContactValue.day(.monthDay(month: 12, day: 1))
        let receipts = try await queue.store(
            [Self.person([.birthday: Delta(before: nil, after: right)])], of: two, mending: form.edits)
        let edits = try await queue.edits()
        #expect(edits.map(\.state) == [.waiting, .waiting])
        // What waited for the refused one follows from what was before it.
        #expect(edits.first?.deltas == [.firstName: Self.delta("First2", "Zo")])
        #expect(edits.last?.deltas == [.birthday: Delta(before: nil, after: right)])
        #expect(try await queue.mendable(refused.edit) == nil)
        // Undo brings back what was refused.
        let made = try #require(receipts)
        try await queue.undo(made)
        #expect(try await queue.edits().map(\.state) == [.refused, .waiting])
        #expect(try await queue.edits().last?.deltas == [.firstName: Self.delta("Zoë", "Zo")])
    }

    @Test func whatAFormHasPutRightIsRefusedAgainByUndoAlsoWhileThatIsOnItsWay() async throws {
        try await server.synchronise(store)
        let refused = try #require(
            try await queue.store([Self.person([.firstName: Self.delta("First2", "x")])], of: two).first)
        try await queue.change { $0.refuse(refused.edit, .refused(["Too short."])) }
        let receipts = try #require(
            try await queue.store(
                [Self.person([.firstName: Self.delta("First2", "Zoë")])], of: two, mending: [refused.edit]))
        let sent = try #require(receipts.first).edit
        try await queue.change { $0.update(sent) { $0.state = .sending } }
        try await queue.undo(receipts)
        #expect(try await queue.edits().map(\.id) == [refused.edit, sent])
        #expect(try await queue.edits().first?.deltas == [.firstName: Self.delta("First2", "x")])
    }

    @Test func aContactThatCouldNotBeMadeIsMadeByTheFormUnderItsNumber() async throws {
        let creation = ContactCreation(uuid: "u", values: [.firstName: .text("x")], reminders: [])
        let receipts = try await queue.create(creation, then: [Self.add("a@b.c"), PlannedChange(.addTags(["t"]))])
        let (edit, contact) = try #require(receipts.first.map { ($0.edit, $0.contact) })
        try await queue.change { book in
            book.update(edit) { $0.attempts = 1 }
            book.refuse(edit, .refused(["The first name may not be greater than 255 characters."]))
        }
        let form = try #require(try await queue.mendable(edit))
        #expect(form.seen == nil && form.edits == receipts.map(\.edit))
        #expect(form.wanted.values == [.firstName: .text("x")] && form.wanted.tags == ["t"])
        #expect(form.wanted.parts.map(\.value) == [Self.mail("a@b.c")])
        let typed = ContactCreation(uuid: "v", values: [.firstName: .text("Ann")])
        let mended = try #require(
            try await queue.create(typed, then: [Self.add("ann@b.c")], mending: form.edits))
        let edits = try await queue.edits()
        #expect(edits.map(\.change.kind) == ["create", "part"] && edits.allSatisfy { $0.state == .waiting })
        #expect(edits.map(\.contact) == [contact, contact])
        // The server knows it by the same name, whatever it has of the first try.
        #expect(edits.first?.creation?.uuid == "u" && edits.first?.attempts == 1)
        #expect(try await store.summaries().map(\.displayName) == ["Ann"])
        try await queue.undo(mended)
        #expect(try await queue.edits().map(\.id) == receipts.map(\.edit))
        #expect(try await queue.edits().first?.state == .refused)
        #expect(try await store.summaries().map(\.displayName) == ["x"])
    }

    @Test func whatWaitsForARefusedChangeSaysSo() async throws {
        try await server.synchronise(store)
        let first = try #require(
            try await queue.store([Self.person([.firstName: Self.delta("First2", "Zoë")])], of: two).first)
        try await queue.store([Self.person([.firstName: Self.delta("Zoë", "Zo")])], of: two)
        try await queue.store([PlannedChange(.addTags(["t"]))], of: two)
        try await queue.change { $0.refuse(first.edit, .refused(["no"])) }
        #expect(try await queue.waiting().map(\.issue) == [.refused(["no"]), .needed, nil])
    }

    @Test func whatIsBeingSentIsNotReplaced() async throws {
        try await server.synchronise(store)
        let refused = try #require(
            try await queue.store([Self.person([.firstName: Self.delta("First2", "Zoë")])], of: two).first)
        try await queue.change { $0.refuse(refused.edit, .refused(["no"])) }
        let form = try #require(try await queue.mendable(refused.edit))
        #expect(try await queue.retry(refused.edit))
        let change = Self.person([.firstName: Self.delta("First2", "Zo")])
        #expect(try await queue.store([change], of: two, mending: form.edits) == nil)
        #expect(try await queue.edits().map(\.id) == [refused.edit])
    }

    @Test func aPartThatIsGoneIsMadeAnew() async throws {
        server.add(
            2,
            [
                "contactFields": [["id": 5, "content": "a@b.c", "contact_field_type": ["id": 1, "name": "Email"]]]
            ])
        try await server.synchronise(store)
        let seen = try #require(try await queue.editable(two))
        let part = try #require(seen.parts.first)
        let change = PartChange(kind: .field, part: part.part, before: part.value, after: Self.mail("z@b.c"))
        let refused = try #require(try await queue.store([PlannedChange(.part(change))], of: two).first)
        server.add(2, ["contactFields": []])
        try await queue.change { $0.refuse(refused.edit, .partGone) }
        var state = try await store.syncState()
        state.lastFullPass = nil
        try await store.save(state)
        try await server.synchronise(store)
        let form = try #require(try await queue.mendable(refused.edit))
        #expect(form.seen?.parts == [])
        #expect(form.wanted.parts.map(\.value) == [Self.mail("z@b.c")])
        #expect(form.refusals.first?.part == part.part && form.wanted.parts.first?.part == part.part)
    }

    @Test func whatWasDroppedComesBackWholly() async throws {
        try await server.synchronise(store)
        let receipts = try await queue.store(
            [Self.add("a@b.c"), PlannedChange(.removeTags(["t"]), needs: [0])], of: two)
        let before = try await queue.edits()
        let first = try #require(receipts.first)
        let dropped = try #require(try await queue.drop(first.edit))
        #expect(try await queue.edits().map(\.issue) == [.needed])
        #expect(try await queue.restore(dropped) == .takenBack)
        #expect(try await queue.edits() == before)
        #expect(try await queue.edits().last?.needs == [before[0].id])
    }

    @Test func aNewContactThatWasDroppedComesBack() async throws {
        let creation = ContactCreation(uuid: "u", values: [.firstName: .text("Ann")])
        let receipts = try await queue.create(creation, then: [Self.add("a@b.c")])
        let before = try await queue.edits()
        let first = try #require(receipts.first)
        let dropped = try #require(try await queue.drop(first.edit))
        #expect(try await queue.edits().isEmpty)
        #expect(try await queue.restore(dropped) == .takenBack)
        #expect(try await queue.edits() == before)
        #expect(try await store.summaries().map(\.displayName) == ["Ann"])
        // Twice is once.
        #expect(try await queue.restore(dropped) == .contactChanged)
        #expect(try await queue.edits() == before)
    }

    @Test func whatALaterEditHasOvertakenDoesNotComeBack() async throws {
        try await server.synchronise(store)
        let first = try #require(
            try await queue.store([Self.person([.firstName: Self.delta("First2", "Zoë")])], of: two).first)
        let second = try #require(
            try await queue.store([Self.person([.firstName: Self.delta("Zoë", "Zo")])], of: two).first)
        let dropped = try #require(try await queue.drop(first.edit))
        // It was carried out.
        try await queue.change { $0.end(second.edit) }
        #expect(try await queue.restore(dropped) == .overtaken)
        #expect(try await queue.edits().isEmpty)
    }

    @Test func whatComesBackDoesNotFollowAfterALaterEditThatIsOnItsWay() async throws {
        try await server.synchronise(store)
        let first = try #require(
            try await queue.store([Self.person([.firstName: Self.delta("First2", "Zoë")])], of: two).first)
        let dropped = try #require(try await queue.drop(first.edit))
        let second = try #require(
            try await queue.store([Self.person([.firstName: Self.delta("First2", "Zo")])], of: two).first)
        try await queue.change { $0.update(second.edit) { $0.state = .sending } }
        #expect(try await queue.restore(dropped) == .overtaken)
        #expect(try await queue.edits().map(\.id) == [second.edit])
    }

    @Test func eachFormHoldsItsContactByItself() async throws {
        try await server.synchronise(store)
        let (one, other) = (FormID(), FormID())
        _ = try await queue.editable(two, for: one)
        _ = try await queue.editable(two, for: other)
        try await queue.store([], of: two, closing: one)
        try await queue.change { book in
            #expect(book.isHeld(two))
        }
        try await queue.formClosed(other)
        try await queue.change { book in
            #expect(!book.isHeld(two))
        }
    }

    @Test func whenAChangeWasMadeStaysWithIt() async throws {
        try await server.synchronise(store)
        let before = Date.now
        try await queue.store([Self.person([.firstName: Self.delta("First2", "Zoë")])], of: two)
        let since = try #require(try await queue.waiting().first?.since)
        #expect(since > before.addingTimeInterval(-1) && since <= .now)
        let stored = try await store.read { db in try EditTable.load(db, account: "a").edits.first?.madeAt }
        #expect(stored?.timeIntervalSince1970 == since.timeIntervalSince1970)
    }

    @Test func aDeletionThatIsFinalStaysSoAfterARestart() async throws {
        try await server.synchronise(store)
        try await queue.delete(two, remote: RemoteID("2"), after: 20)
        try await queue.delete(ContactID(3), remote: RemoteID("3"), after: 20)
        try await queue.finishDeletion(of: two)
        store.locks.close()
        let next = EditQueue(store: store, account: "a", server: NoEditServer())
        #expect(try await next.claimDeletions().map(\.contact) == [ContactID(3)])
        #expect(try await next.undoDeletion(of: two) == .tooLate)
        try await next.holdDeletion(of: two, for: 20)
        #expect(try await next.undoDeletion(of: two) == .tooLate)
        #expect(try await next.undoDeletion(of: ContactID(1)) == .done)
        #expect(try await next.undoDeletion(of: ContactID(3)) == .takenBack)
    }

    @Test func candidatesSayWhatTellsThemApartAndAreNotOfferedTwice() async throws {
        let creation = ContactCreation(uuid: "u", values: [.firstName: .text("Ann")])
        let edit = try #require(try await queue.create(creation).first?.edit)
        var copy = ServerContact(id: RemoteID("7"))
        copy.createdAt = Date(timeIntervalSince1970: 1_000)
        copy.values = [.firstName: .text("Ann"), .job: .text("Smith"), .food: .text("all")]
        copy.parts[RemotePart(.field, RemoteID("1"))] = ServerPart(value: Self.mail("a@b.c"))
        func look(now: TimeInterval) async throws {
            try await queue.change { [copy] book in
                book.update(edit) { $0.state = .sending }
                book.lookedForCreation(edit, [copy], asked: now, now: now)
            }
        }
        try await look(now: 1_000)
        let candidate = try #require(try await queue.edits().first?.conflict?.offered.first)
        #expect(candidate.id == copy.id && candidate.createdAt == copy.createdAt)
        #expect(candidate.values == [.firstName: .text("Ann"), .job: .text("Smith")])
        #expect(candidate.parts == [Self.mail("a@b.c")])
        let stored = try await store.read { db in try EditTable.load(db, account: "a").edits.first?.conflict }
        #expect(stored?.offered == [candidate])
        // None of them: it is made, and the same is not asked again.
        #expect(try await queue.takeCandidate(edit, nil))
        #expect(try await queue.edits().map(\.state) == [.waiting])
        try await look(now: 2_000)
        #expect(try await queue.edits().map(\.state) == [.waiting])
    }
}
