import Foundation
import Model
import Testing

@testable import Contacts

/// What is said of a part whose addition had no answer, when something like it has come since.
struct EditDoubtTests {
    private let ann = ContactID(2)
    private var book = EditBook()
    private let part: PartID
    private let edit: EditID

    init() {
        book.name(ann, as: RemoteID("2"))
        part = book.newPart(.field, of: ann)
        edit = book.append(
            .part(PartChange(kind: .field, part: part, before: nil, after: Self.phone("1"))), of: ann)
        send(edit, knowing: ["3"])
    }

    private mutating func send(_ edit: EditID, knowing parts: [String] = []) {
        book.update(edit) {
            $0.state = .sending
            $0.progress.firstTry = Date(timeIntervalSince1970: 1_000)
            $0.progress.knownParts = parts.map { RemoteID($0) }
        }
    }

    private static func phone(_ content: String, _ labels: String...) -> PartValue {
        .field(FieldValue(type: RemoteID("1"), content: content, labels: labels))
    }

    private static func friend(_ other: String) -> PartValue {
        .relationship(RelationshipValue(type: RemoteID("friend"), other: .remote(RemoteID(other))))
    }

    private static func copy(_ parts: [String: PartValue], madeAt seconds: Double = 1_001) -> ServerContact {
        var copy = ServerContact(id: RemoteID("2"))
        for (id, value) in parts {
            copy.parts[RemotePart(value.kind, RemoteID(id))] = ServerPart(
                value: value, createdAt: Date(timeIntervalSince1970: seconds))
        }
        return copy
    }

    private mutating func look(_ copy: ServerContact) -> EditState? {
        book.looked(edit, copy, reminders: nil, asked: 2_000, now: 2_000)
        return book.edit(edit)?.state
    }

    @Test mutating func onePartOfItsKindThatReadsOtherwiseMayBeIt() throws {
        #expect(look(Self.copy(["3": Self.phone("3"), "5": Self.phone("5")])) == .conflicting)
        let conflict = try #require(book.edit(edit)?.conflict)
        #expect(conflict.offered.map(\.id) == [RemoteID("5")] && conflict.offered.first?.parts == [Self.phone("5")])
        let stored = try JSONDecoder().decode(EditConflict.self, from: JSONEncoder().encode(conflict))
        #expect(stored == conflict)
        // It stays as it reads, and is the part of which later edits are.
        book.takeCandidate(edit, part: RemoteID("5"))
        #expect(book.edits.isEmpty && book.remotePart(part) == RemotePart(.field, RemoteID("5")))
    }

    @Test mutating func thatAFormHasGivenANumberSinceKeepsIt() throws {
        let later = book.append(
            .part(PartChange(kind: .field, part: part, before: Self.phone("1"), after: Self.phone("2"))), of: ann)
        #expect(look(Self.copy(["5": Self.phone("5")])) == .conflicting)
        let number = book.number(of: RemotePart(.field, RemoteID("5")), in: ann)
        book.takeCandidate(edit, part: RemoteID("5"))
        #expect(book.edits.map(\.id) == [later] && book.edit(later)?.partChange?.part == number)
        #expect(book.parts.values.count { $0.remote == RemoteID("5") } == 1)
    }

    @Test mutating func whatIsNotItIsAskedOnceAndItIsMade() throws {
        let copy = Self.copy(["5": Self.phone("5")])
        #expect(look(copy) == .conflicting)
        book.takeCandidate(edit, nil, now: 2_000)
        #expect(book.edit(edit)?.state == .waiting)
        let waiting = try #require(book.edit(edit))
        guard case .write(.addPart) = book.plan(waiting, copy, reminders: []) else {
            throw ContactStoreError.closed
        }
        send(edit)
        #expect(look(copy) == .waiting)
    }

    @Test mutating func whatWasThereOrWasRefusedIsNoQuestion() {
        #expect(look(Self.copy(["3": Self.phone("changed")])) == .waiting)
        send(edit)
        #expect(look(Self.copy(["5": Self.phone("5")], madeAt: 999)) == .waiting)
        send(edit)
        book.update(edit) { $0.progress.outcome = .refused(["bad"]) }
        #expect(look(Self.copy(["5": Self.phone("5")])) == .refused)
    }

    @Test mutating func aRelationshipMayBeOneWithTheSamePersonOnly() {
        book.end(edit)
        let row = book.newPart(.relationship, of: ann)
        let relation = book.append(
            .part(PartChange(kind: .relationship, part: row, before: nil, after: Self.friend("8"))), of: ann)
        send(relation)
        book.looked(relation, Self.copy(["5": Self.friend("9")]), reminders: nil, asked: 2_000, now: 2_000)
        #expect(book.edit(relation)?.state == .waiting)
        send(relation)
        let parent = PartValue.relationship(
            RelationshipValue(type: RemoteID("parent"), other: .remote(RemoteID("8"))))
        book.looked(relation, Self.copy(["5": parent]), reminders: nil, asked: 2_000, now: 2_000)
        #expect(book.edit(relation)?.conflict?.candidates == [RemoteID("5")])
    }

    /// The other one was deleted while a person was to choose.
    @Test mutating func whatNamesSomebodyWhoIsGoneMeanwhileSaysSo() {
        let eve = ContactID(5)
        book.name(eve, as: RemoteID("5"))
        let row = book.newPart(.relationship, of: ann)
        let friend = PartValue.relationship(RelationshipValue(type: RemoteID("friend"), other: .local(eve)))
        let related = book.append(
            .part(PartChange(kind: .relationship, part: row, before: nil, after: friend)), of: ann)
        book.update(related) {
            $0.state = .conflicting
            $0.progress.conflict = EditConflict(candidates: [RemoteID("9"): ServerPart(value: Self.friend("5"))])
        }
        book.forget(eve)
        book.takeCandidate(related, nil, now: 1)
        #expect(book.edit(related)?.state == .refused && book.edit(related)?.issue == .personGone)
    }
}
