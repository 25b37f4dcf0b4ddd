import Foundation
import GRDB
import Model
import Synchronization
import Testing

@testable import Contacts

/// What the server makes otherwise than it was meant, and how often a server that is gone is asked.
@MainActor
struct EditTellingTests {
    let store: ContactStore
    let queue: EditQueue
    let server = FakeMonica()
    let two = ContactID(2)
    private static let leapDay = ContactValue.day(.monthDay(month: 2, day: 29))

    init() throws {
        store = try ContactStore.inMemory()
        queue = EditQueue(store: store, account: "a", server: NoEditServer())
        for id in 1...3 { server.add(id, ["contactFields": []]) }
    }

    static func rename(_ after: String) -> PlannedChange {
        let delta = Delta<ContactValue>(before: .text("First2"), after: .text(after))
        return PlannedChange(.values(ValueChange(group: .person, deltas: [.firstName: delta])))
    }

    nonisolated static func copy(_ values: [ContactKey: ContactValue]) -> ServerContact {
        var copy = ServerContact(id: RemoteID("2"))
        copy.values = values
        return copy
    }

    /// What would be sent of an edit; with the conflict stored, if there is one.
    private func plan(
        _ edit: EditID, _ copy: ServerContact, reminders: Set<ContactKey> = [], doubtful: Set<ContactKey> = []
    ) async throws -> String {
        try await queue.change { book in
            guard let edit = book.edit(edit) else { return "none" }
            switch book.plan(edit, copy, reminders: reminders, doubtful: doubtful) {
            case .write: return "write"
            case .conflict(let conflict):
                book.update(edit.id) {
                    $0.state = .conflicting
                    $0.progress.conflict = conflict
                }
                return "conflict \((conflict.movedDays + conflict.doubledReminders).map(\.rawValue))"
            case .nothing, .refuse, .replace: return "other"
            }
        }
    }

    @Test func aDayThatOnlyTheReadingShowsIsAskedBeforeItMoves() async throws {
        try await server.synchronise(store)
        let edit = try #require(try await queue.store([Self.rename("Zoë")], of: two).first?.edit)
        var copy = Self.copy([.firstName: .text("First2"), .birthday: Self.leapDay])
        #expect(try await plan(edit, copy) == "write")
        copy.movingDays = [.birthday]
        #expect(try await plan(edit, copy) == "conflict [\"birthday\"]")
        let stored = try await store.read { db in try EditTable.load(db, account: "a").edits.first?.conflict }
        #expect(stored?.movedDays == [.birthday])
        _ = try await queue.choose([:], whole: .mine, for: edit)
        #expect(try await queue.edits().map(\.state) == [.waiting])
        #expect(try await plan(edit, copy) == "write")
    }

    private static let dead: FakeMonica.Fields = [
        "is_dead": true,
        "information": [
            "avatar": ["source": "default"],
            "dates": [
                "deceased_date": ["is_age_based": false, "is_year_unknown": false, "date": "2020-05-04T00:00:00Z"]
            ],
        ],
    ]

    private func remind(_ title: String, _ frequency: Reminder.Frequency = .years(1), year: Int = 2020) async throws {
        let day = CivilDay(year: year, month: 5, day: 4)?.midnight
        try await store.replaceReminders(with: [
            ContactReminder(
                contactID: 2, reminder: Reminder(id: 5, title: title, frequency: frequency, initialDate: day))
        ])
    }

    @Test func aReminderOfADeathThatOnlyTheReadingShowsIsAskedBeforeAnotherOneIsMade() async throws {
        try await server.synchronise(store)
        let edit = try #require(try await queue.store([Self.rename("Zoë")], of: two).first?.edit)
        let day = ContactDay.date(year: 2020, month: 5, day: 4)
        let copy = Self.copy([.firstName: .text("First2"), .death: .death(day)])
        #expect(try await plan(edit, copy, reminders: [.death]) == "write")
        #expect(try await plan(edit, copy, reminders: [.death], doubtful: [.death]) == "conflict [\"death\"]")
        let stored = try await store.read { db in try EditTable.load(db, account: "a").edits.first?.conflict }
        #expect(stored?.doubledReminders == [.death])
        _ = try await queue.choose([:], whole: .mine, for: edit)
        #expect(try await plan(edit, copy, reminders: [.death], doubtful: [.death]) == "write")
        let known = try await store.read { db in try EditTable.load(db, account: "a").edits.first?.progress }
        #expect(known?.remindersMayDouble == [.death])
        // Who switches it has said what is to be.
        let off = PlannedChange(
            .values(
                ValueChange(
                    group: .person, deltas: [.nickname: Delta(before: nil, after: .text("Z"))],
                    reminders: [.death: false])))
        let other = try #require(try await queue.store([off], of: two).first?.edit)
        #expect(try await plan(other, copy, reminders: [.death], doubtful: [.death]) == "write")
    }

    @Test func aReminderOfADeathThatTheFormKnowsIsNotAskedAgain() async throws {
        server.add(2, Self.dead)
        try await server.synchronise(store)
        let cases: [(String, Reminder.Frequency, Int, Bool)] = [
            ("Visit the grave", .years(1), 2020, true), ("Anniversary of the death of First2", .years(1), 2020, false),
            ("Death of First2nd", .years(1), 2020, true),
            ("Visit the grave", .once, 2020, false), ("Visit the grave", .years(1), 2021, false),
        ]
        for (title, frequency, year, isDoubtful) in cases {
            try await remind(title, frequency, year: year)
            let seen = try await queue.editable(two)
            #expect(seen?.doubtfulReminders == (isDoubtful ? [.death] : []), "\(title)")
        }
        try await remind("Visit the grave")
        let form = FormID()
        let death = try #require(try await queue.editable(two, for: form)?.values[.death])
        // What came since is not what the person has seen.
        try await store.replaceReminders(with: [])
        let edit = try #require(try await queue.store([Self.rename("Zoë")], of: two, closing: form).first?.edit)
        let copy = Self.copy([.firstName: .text("First2"), .death: death])
        #expect(try await plan(edit, copy, reminders: [.death], doubtful: [.death]) == "write")
    }

    @Test func aDayThatTheFormHasShownMovesUnasked() async throws {
        server.add(
            2,
            [
                "information": [
                    "avatar": ["source": "default"],
                    "dates": [
                        "birthdate": ["is_age_based": false, "is_year_unknown": true, "date": "2028-02-29T00:00:00Z"]
                    ],
                ]
            ])
        try await server.synchronise(store)
        let form = FormID()
        #expect(try await queue.editable(two, for: form)?.values[.birthday] == Self.leapDay)
        let edit = try #require(try await queue.store([Self.rename("Zoë")], of: two, closing: form).first?.edit)
        var copy = Self.copy([.firstName: .text("First2"), .birthday: Self.leapDay])
        copy.movingDays = [.birthday]
        #expect(try await plan(edit, copy) == "write")
    }

    @Test func aDayThatShallNotMoveEndsTheEdit() async throws {
        try await server.synchronise(store)
        let edit = try #require(try await queue.store([Self.rename("Zoë")], of: two).first?.edit)
        var copy = Self.copy([.firstName: .text("First2"), .birthday: Self.leapDay])
        copy.movingDays = [.birthday]
        _ = try await plan(edit, copy)
        _ = try await queue.choose([:], whole: .theirs, for: edit)
        #expect(try await queue.edits().isEmpty)
    }

    @Test func whatTheServerMadeOtherwiseIsToldUntilItIsSeen() async throws {
        try await server.synchronise(store)
        let edit = try #require(try await queue.store([Self.rename("Zoë")], of: two).first?.edit)
        let before = Self.copy([.firstName: .text("First2"), .job: .text("Smith")])
        let after = Self.copy([.firstName: .text("Zoe"), .job: .text("Baker")])
        try await queue.change { $0.carriedOut(edit, after, before: before, made: nil, asked: 1, now: 2) }
        let told = try #require(try await queue.waiting().first)
        #expect(told.id == edit && told.state == .sent && told.since != nil)
        #expect(told.difference?.values == [.firstName: .text("Zoe"), .job: .text("Baker")])
        // It is not waited for, and is there after the next start.
        #expect(try await queue.unsent().changes.isEmpty)
        let next = EditQueue(store: store, account: "a", server: NoEditServer())
        #expect(try await next.waiting().map(\.difference) == [told.difference])
        try await next.acknowledge(edit)
        #expect(try await next.waiting().isEmpty)
    }

    @Test func whatNobodyAskedForIsToldToo() async throws {
        try await server.synchronise(store)
        func phone(_ labels: String...) -> PartValue {
            .field(FieldValue(type: RemoteID("1"), content: "1", labels: labels))
        }
        let address = PartValue.address(AddressValue(street: "Main St"))
        var before = Self.copy([.firstName: .text("First2")])
        before.parts[RemotePart(.address, RemoteID("4"))] = ServerPart(value: address)
        before.parts[RemotePart(.field, RemoteID("5"))] = ServerPart(value: phone("Home", "Work"))
        before.parts[RemotePart(.field, RemoteID("6"))] = ServerPart(value: phone())
        before.tags = ["one": RemoteID("1"), "two": RemoteID("2")]
        var after = before
        after.values = [.firstName: .text("Zoë")]
        after.parts[RemotePart(.address, RemoteID("4"))] = nil
        after.parts[RemotePart(.field, RemoteID("5"))] = ServerPart(value: phone("Home"))
        after.tags = ["One": RemoteID("1"), "three": RemoteID("3")]
        let edit = try #require(try await queue.store([Self.rename("Zoë")], of: two).first?.edit)
        try await queue.change { [before, after] book in
            book.carriedOut(edit, after, before: before, made: nil, asked: 1, now: 2)
        }
        let told = try #require(try await queue.waiting().first?.difference)
        #expect(told.values.isEmpty)
        #expect(
            told.otherParts == [
                Delta(before: address, after: nil), Delta(before: phone("Home", "Work"), after: phone("Home")),
            ])
        #expect(told.tags == [Delta(before: "two", after: nil), Delta(before: nil, after: "three")])
        let next = EditQueue(store: store, account: "a", server: NoEditServer())
        #expect(try await next.waiting().map(\.difference) == [told])
        try await queue.acknowledge(edit)
        // What an edit of tags is about is none of it.
        let tags = try #require(try await queue.store([PlannedChange(.addTags(["three"]))], of: two).first?.edit)
        try await queue.change { [after] book in
            var before = after
            before.tags["three"] = nil
            book.carriedOut(tags, after, before: before, made: nil, asked: 3, now: 4)
        }
        #expect(try await queue.waiting().isEmpty)
    }

    @Test func whatIsAsItWasMeantIsNotTold() async throws {
        try await server.synchronise(store)
        let first = try #require(try await queue.store([Self.rename("Zoë")], of: two).first?.edit)
        let second = try #require(try await queue.store([Self.rename("Zo")], of: two).first?.edit)
        // The copy that ends both shows the last one.
        try await queue.change { book in
            for edit in [first, second] { book.carriedOut(edit, nil, made: nil, asked: 1, now: 2) }
            book.store(Self.copy([.firstName: .text("Zo")]), as: two, asked: 3)
        }
        #expect(try await queue.waiting().isEmpty)
    }

    @Test func aPartThatTheServerKeptOtherwiseIsTold() async throws {
        try await server.synchronise(store)
        let mail = PartValue.field(FieldValue(type: RemoteID("1"), content: "a@b.c"))
        let change = PartChange(kind: .field, part: PartID(-1), before: nil, after: mail)
        let edit = try #require(try await queue.store([PlannedChange(.part(change))], of: two).first?.edit)
        try await queue.change { book in
            book.carriedOut(edit, nil, made: RemoteID("9"), asked: 1, now: 2)
            var copy = Self.copy([:])
            copy.parts[RemotePart(.field, RemoteID("9"))] = ServerPart(
                value: .field(FieldValue(type: RemoteID("1"), content: "other")))
            book.store(copy, as: two, asked: 3)
        }
        let told = try await queue.waiting().first?.difference
        #expect(told?.part == .field(FieldValue(type: RemoteID("1"), content: "other")))
    }

    @Test func thePictureOfADeletedContactIsUnusedUnlessAnotherHasIt() async throws {
        let shared: [String: Any] = ["url": "https://h/shared.jpg", "source": "photo"]
        let own: [String: Any] = ["url": "https://h/own.jpg", "source": "photo"]
        for (id, avatar) in [(1, shared), (2, own), (3, shared)] { server.add(id, ["information": ["avatar": avatar]]) }
        try await server.synchronise(store)
        let unused = Mutex<[PictureReference]>([])
        let queue = EditQueue(store: store, account: "a", server: NoEditServer()) { picture in
            unused.withLock { $0.append(picture) }
        }
        let pictures: [PictureReference] = [
            .server(key: "https://h/own.jpg", contactID: 2), .server(key: "https://h/shared.jpg", contactID: 3),
        ]
        let steps: [(Int, [PictureReference])] = [(1, []), (2, [pictures[0]]), (3, pictures)]
        for (id, expected) in steps {
            let contact = ContactID(Int64(id))
            try await queue.delete(contact, remote: RemoteID("\(id)"), after: 0)
            try await queue.change { book in
                guard let deletion = book.deletion(of: contact) else { return }
                book.carriedOut(deletion.id, nil, made: nil, asked: 1, now: 2)
            }
            #expect(unused.withLock { $0 } == expected)
        }
    }
}
