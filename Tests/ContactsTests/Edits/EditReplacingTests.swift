import Foundation
import Model
import Testing

@testable import Contacts

/// A field that loses its last labels is made anew on the server, and stays what it was here.
@MainActor
struct EditReplacingTests {
    private let store: ContactStore
    private let queue: EditQueue
    private let server = FakeMonica()
    private let ann = ContactID(1)
    private let row = RemotePart(.field, RemoteID("5"))

    init() throws {
        store = try ContactStore.inMemory()
        queue = EditQueue(store: store, account: "a", server: NoEditServer())
        server.add(1, ["contactFields": []])
    }

    private nonisolated static func phone(_ content: String, _ labels: String...) -> PartValue {
        .field(FieldValue(type: RemoteID("1"), content: content, labels: labels))
    }

    private nonisolated static func copy(_ rows: [String: PartValue]) -> ServerContact {
        var copy = ServerContact(id: RemoteID("1"))
        for (id, value) in rows { copy.parts[RemotePart(.field, RemoteID(id))] = ServerPart(value: value) }
        return copy
    }

    /// A form takes the last label of a field, and the request for that leaves. The contact as the server has it is
    /// `there`.
    private func takingTheLastLabel(_ there: PartValue) async throws -> EditQueue.Receipt {
        try await server.synchronise(store)
        let part = try await queue.change { book in
            book.nameIfStored(ann)
            return book.number(of: row, in: ann)
        }
        let change = PartChange(
            kind: .field, part: part, before: Self.phone("1", "Home"), after: Self.phone("1"))
        let receipt = try #require(try await queue.store([PlannedChange(.part(change))], of: ann).first)
        try await begin(receipt.edit, Self.copy(["5": there]))
        return receipt
    }

    private func begin(_ id: EditID, _ copy: ServerContact) async throws {
        try await queue.change { book in
            let edit = try #require(book.edit(id))
            guard case .replace(let there, let after) = book.plan(edit, copy, reminders: []) else {
                Issue.record("it is not made anew")
                return
            }
            book.beginReplacing(id, there, by: after)
            let serverTime = Date(timeIntervalSince1970: 1)
            book.beginSending(id, .addPart(copy.id, after), copy: copy, reminders: [], serverTime: serverTime)
        }
    }

    private func edits() async throws -> [Edit] { try await queue.edits() }

    @Test func theNewOneIsAddedBeforeTheFormerOneGoes() async throws {
        let receipt = try await takingTheLastLabel(Self.phone("2", "Home"))
        let (addition, deletion) = (try #require(try await edits().first), try #require(try await edits().last))
        // Others have changed the number.
        #expect(addition.state == .sending && addition.partChange?.before == nil)
        #expect(addition.partChange?.after == Self.phone("2") && addition.progress.knownParts == [row.id])
        #expect(deletion.partChange?.before == Self.phone("2", "Home") && deletion.partChange?.after == nil)
        #expect(deletion.needs == [addition.id])
        // One change is what somebody has made.
        let waiting = try await queue.waiting()
        #expect(waiting.map(\.id) == [receipt.edit])
        #expect(waiting.first?.edit.partChange?.before == Self.phone("2", "Home"))
        try await queue.change { book in
            let former = try #require(deletion.partChange?.part)
            #expect(book.remotePart(former) == row)
            book.carriedOut(receipt.edit, nil, made: RemoteID("6"), asked: 1, now: 2)
            let part = try #require(receipt.change.partChange?.part)
            #expect(book.remotePart(part) == RemotePart(.field, RemoteID("6")))
            let copy = Self.copy(["5": Self.phone("2", "Home"), "6": Self.phone("2")])
            guard case .write(.removePart(_, row)) = book.plan(deletion, copy, reminders: []) else {
                Issue.record("the former one stays")
                return
            }
        }
    }

    @Test func undoLabelsTheNewOne() async throws {
        let receipt = try await takingTheLastLabel(Self.phone("1", "Home"))
        // Also while nobody knows what became of it.
        try await queue.undo([receipt])
        try await queue.change { book in
            book.carriedOut(receipt.edit, nil, made: RemoteID("6"), asked: 1, now: 2)
            let back = try #require(book.edits.last)
            let copy = Self.copy(["5": Self.phone("1", "Home"), "6": Self.phone("1")])
            guard case .write(.changePart(_, let remote, let value)) = book.plan(back, copy, reminders: []) else {
                Issue.record("it is not labelled")
                return
            }
            #expect(remote.id == RemoteID("6") && value == Self.phone("1", "Home"))
        }
        #expect(try await edits().map(\.state) == [.sent, .waiting, .waiting])
    }

    @Test(arguments: ["refused", "not sent", "lost"])
    func itIsAChangeAgainIfNothingWasAdded(because reason: String) async throws {
        let receipt = try await takingTheLastLabel(Self.phone("1", "Home"))
        try await queue.change { book in
            switch reason {
            case "refused":
                book.notCarriedOut(receipt.edit, .refused(["no"]), now: 1)
                book.absent(receipt.edit, now: 2)
            case "lost":
                book.notCarriedOut(receipt.edit, .lost, now: 1)
                book.absent(receipt.edit, now: 2)
            default: book.notSent(receipt.edit, .offline, now: 1)
            }
            let part = try #require(receipt.change.partChange?.part)
            #expect(book.edits.map(\.change) == [receipt.change] && book.remotePart(part) == row)
        }
        // Others have made something else of it meanwhile.
        let change = PartChange(
            kind: .field, part: try #require(receipt.change.partChange).part, before: nil, after: Self.phone("1"))
        if reason != "refused" {
            try await begin(receipt.edit, Self.copy(["5": Self.phone("3", "Home"), "7": Self.phone("1")]))
            let again = try #require(try await edits().first)
            #expect(again.partChange?.after == Self.phone("3") && again.partChange?.part == change.part)
            #expect(again.progress.knownParts == [row.id, RemoteID("7")])
        }
    }

    @Test func whatIsDroppedComesBackAsItWas() async throws {
        let receipt = try await takingTheLastLabel(Self.phone("1", "Home"))
        let candidates = EditConflict(candidates: [RemoteID("9")])
        try await queue.change { book in
            book.update(receipt.edit) { ($0.state, $0.progress.conflict) = (.conflicting, candidates) }
        }
        // Nobody decides about a half of it.
        #expect(try await queue.waiting().map(\.id) == [receipt.edit])
        let removed = try #require(try await queue.drop(receipt.edit))
        #expect(try await edits().isEmpty)
        #expect(try await queue.restore(removed) == .takenBack)
        #expect(try await edits().map(\.change) == [receipt.change])
        try await queue.change { book in
            let part = try #require(receipt.change.partChange?.part)
            #expect(book.remotePart(part) == row)
        }
    }

    @Test func anOpenFormFollows() async throws {
        let form = FormID()
        try await server.synchronise(store)
        try await queue.change { book in
            var shown = ShownContact(nil)
            shown.parts[PlacedPart(.field, .remote(row.id))] = Self.phone("1")
            book.forms[form] = OpenForm(contact: ann, shown: shown)
        }
        let receipt = try await takingTheLastLabel(Self.phone("1", "Home"))
        try await queue.change { book in
            let part = try #require(receipt.change.partChange?.part)
            #expect(book.forms[form]?.shown.parts.keys.map(\.part) == [.local(part)])
            book.carriedOut(receipt.edit, nil, made: RemoteID("6"), asked: 1, now: 2)
            #expect(book.forms[form]?.shown.parts.keys.map(\.part) == [.remote(RemoteID("6"))])
        }
    }

    @Test func anotherProcessReadsTheSame() async throws {
        let receipt = try await takingTheLastLabel(Self.phone("1", "Home"))
        let before = try await edits()
        let other = EditQueue(store: store, account: "a", server: NoEditServer())
        #expect(try await other.edits() == before)
        try await other.change { book in
            let (edit, part) = (try #require(book.edit(receipt.edit)), try #require(receipt.change.partChange?.part))
            #expect(book.remotePart(part) == nil)
            #expect(book.changeReplaced(by: edit)?.before == Self.phone("1", "Home"))
        }
    }
}

extension ContactChange {
    fileprivate var partChange: PartChange? { if case .part(let change) = self { change } else { nil } }
}
