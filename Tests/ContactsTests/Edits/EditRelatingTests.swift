import Foundation
import Model
import Testing

@testable import Contacts

/// What somebody does with the one of a relationship is no change by others to the other, whom they delete.
struct EditRelatingTests {
    private let one = ContactID(1)
    private let two = ContactID(2)
    private var book = EditBook()

    init() {
        book.name(one, as: RemoteID("1"))
        book.name(two, as: RemoteID("2"))
    }

    /// The server's copy of a contact, related to these.
    private func copy(_ id: String, relatedTo others: String...) -> ServerContact {
        var copy = ServerContact(id: RemoteID(id))
        for (number, other) in others.enumerated() {
            let value = RelationshipValue(type: RemoteID("friend"), other: .remote(RemoteID(other)))
            copy.parts[RemotePart(.relationship, RemoteID("\(id)-\(number)"))] = ServerPart(value: .relationship(value))
        }
        return copy
    }

    private mutating func relateOneToTwo() -> EditID { book.relate(one, to: RemoteID("2")) }

    @Test mutating func whatAnEditOfTheOtherMakesIsSeen() {
        let edit = relateOneToTwo()
        var seen = book.seen(two, over: copy("2"))
        #expect(book.differences(from: seen, copy("2")) == nil)
        #expect(book.differences(from: seen, copy("2", relatedTo: "1")) != nil, "it was not sent")
        for isEnded in [false, true] {
            if isEnded { book.end(edit) } else { book.update(edit) { $0.state = .sending } }
            seen = book.seen(two, over: copy("2"))
            #expect(book.differences(from: seen, copy("2")) == nil, "as it may not be carried out yet")
            #expect(book.differences(from: seen, copy("2", relatedTo: "1")) == nil)
            #expect(book.differences(from: seen, copy("2", relatedTo: "3")) != nil, "by somebody else")
            #expect(book.differences(from: seen, copy("2", relatedTo: "1", "1")) != nil, "one of them by somebody else")
        }
        // A copy that came after it is what is seen from then on.
        book.store(copy("2", relatedTo: "1"), as: two, asked: 10)
        seen = book.seen(two, over: copy("2"))
        #expect(book.differences(from: seen, copy("2", relatedTo: "1")) != nil)
    }

    /// Whether the edit has ended meanwhile or not.
    @Test(arguments: [false, true])
    mutating func anotherOneOfTheSameTwoIsByOthersOnceTheFirstWasSeen(isEnded: Bool) {
        let edit = relateOneToTwo()
        book.carriedOut(edit, nil, made: RemoteID("1-0"), asked: 1, now: 2)
        let once = copy("2", relatedTo: "1")
        #expect(book.accept(once, asked: 3, now: 4) == .store(two))
        if isEnded { book.store(copy("1", relatedTo: "2"), as: one, asked: 5) }
        #expect((book.edit(edit) == nil) == isEnded)
        let seen = book.seen(two, over: once)
        #expect(book.differences(from: seen, once) == nil)
        #expect(book.differences(from: seen, copy("2", relatedTo: "1", "1")) != nil)
    }

    @Test func aDeletionSaysThatARelationshipIsOnItsWay() async throws {
        let queue = EditQueue(
            store: try ContactStore.inMemory(), account: "a", server: QueueServer(), lock: HeldLock(),
            surroundings: EditQueue.Surroundings(
                copies: { MemoryCopies() }, clock: { 1_000 }, sleep: { _ in try await Task.sleep(for: .seconds(60)) }))
        try await queue.change { [self] book in
            book = self.book
            let edit = book.relate(one, to: RemoteID("2"))
            book.append(.delete(SeenContact()), of: two)
            book.update(edit) { ($0.state, $0.notBefore) = (.sending, 1_060) }
        }
        var waiting = try await queue.waiting()
        #expect(waiting.map(\.issue) == [nil, .relationship])
        #expect(waiting.map { queue.timeLeft(of: $0) } == [60, nil])
        try await queue.change { book in for edit in book.edits where edit.state == .sending { book.end(edit.id) } }
        waiting = try await queue.waiting()
        #expect(waiting.map(\.issue) == [nil])
    }

    @Test mutating func whatAnEditMakesIsNotWhatGoesByOthers() throws {
        let edit = relateOneToTwo()
        var seen = book.seen(two, over: copy("2", relatedTo: "1"))
        #expect(book.differences(from: seen, copy("2")) != nil, "it makes another one")
        let added = try #require(book.edit(edit)?.partChange)
        book.end(edit)
        book.store(copy("2", relatedTo: "1"), as: two, asked: 10)
        let removal = book.append(
            .part(PartChange(kind: .relationship, part: added.part, before: added.after, after: nil)), of: one)
        book.update(removal) { $0.state = .sent }
        seen = book.seen(two, over: copy("2", relatedTo: "1"))
        #expect(book.differences(from: seen, copy("2")) == nil)
        #expect(book.differences(from: seen, copy("2", relatedTo: "1", "1")) != nil, "it takes one away")
        // It is stored that way.
        let stored = try JSONDecoder().decode(SeenContact.self, from: JSONEncoder().encode(seen))
        #expect(stored == seen && stored.relatives.map(\.turn) == [.goes])
    }

    @Test mutating func aDeletionWaitsForARelationshipOnItsWay() {
        let edit = relateOneToTwo()
        let deletion = book.append(.delete(book.seen(two, over: copy("2"))), of: two)
        #expect(book.isDue(deletion, 1))
        book.update(edit) {
            $0.state = .sending
            $0.notBefore = 100
        }
        #expect(!book.isDue(deletion, 1))
        if case .wait(until: 100) = book.nextAction(1) {} else { Issue.record("it does not wait") }
        book.end(edit)
        #expect(book.isDue(deletion, 1))
    }

    /// As it was stored before what an edit makes of a relationship was told apart.
    @Test func aRelativeWithoutATurnIsReadable() throws {
        let stored = Data(#"{"values":{},"parts":[],"tags":[],"relatives":[{"remote":"1"}]}"#.utf8)
        let seen = try JSONDecoder().decode(SeenContact.self, from: stored)
        #expect(seen.relatives == [SeenRelative(.remote(RemoteID("1")), nil)])
        #expect(book.differences(from: seen, copy("2", relatedTo: "1")) == nil)
    }

    @Test mutating func aCopyOfWhomNoEditNamesAnyMoreShowsItToo() {
        book.end(relateOneToTwo())
        book.contacts[two] = nil
        #expect(book.accept(copy("2", relatedTo: "1"), asked: 10, now: 11) == .store(nil))
        book.name(two, as: RemoteID("2"))
        let seen = book.seen(two, over: copy("2"))
        #expect(book.differences(from: seen, copy("2", relatedTo: "1")) != nil)
    }

    @Test mutating func whatGoesWithTheOtherIsSeen() throws {
        book.copyChanges = [.store(copy("1", relatedTo: "2"), one), .store(copy("2", relatedTo: "1"), two)]
        let before = book.append(.delete(book.seen(two, over: copy("2", relatedTo: "1"))), of: two)
        func seen() throws -> SeenContact {
            guard case .delete(let seen)? = book.edit(before)?.change else { throw CocoaError(.featureUnsupported) }
            return seen
        }
        #expect(try book.differences(from: seen(), copy("2")) != nil, "by somebody else")
        book.append(.delete(book.seen(one, over: copy("1", relatedTo: "2"))), of: one)
        #expect(try book.differences(from: seen(), copy("2")) == nil, "its request may have left")
        book.forget(one)
        #expect(try book.differences(from: seen(), copy("2")) == nil)
        #expect(try book.differences(from: seen(), copy("2", relatedTo: "3")) != nil)
        // Nor is it for whomever they delete afterwards.
        book.end(before)
        let after = book.seen(two, over: copy("2", relatedTo: "1"))
        #expect(book.differences(from: after, copy("2")) == nil)
    }

    /// Edits may name the one by the number that the server had for them.
    @Test mutating func whoIsMadeAgainIsStillTheOneWhomEditsOfOthersName() throws {
        let number = AnyContactID.remote(RemoteID("2"))
        book.copyChanges = [.store(copy("2"), two)]
        book.append(.addTags(["family"]), of: two)
        let added = relateOneToTwo()
        let addition = try #require(book.edit(added)?.partChange)
        let value = addition.after
        book.append(.part(PartChange(kind: .relationship, part: addition.part, before: value, after: value)), of: one)
        let met = Delta<ContactValue>(before: nil, after: .contact(number))
        book.append(.values(ValueChange(group: .meeting, deltas: [.metThrough: met])), of: one)
        book.refuse(added, .personGone)
        book.gone(two)
        #expect(book.people(namedBy: one) == [number, number, number, number])

        let receipt = try #require(book.createAgain(two, uuid: "u").first)
        #expect(book.people(namedBy: one) == [.local(two), .local(two), .local(two), .local(two)])
        let isTried = book.retry(added, now: 2)
        #expect(isTried, "there is somebody to relate to")
        #expect(!book.isDue(added, 3), "who has no number yet")
        var made = book
        made.contacts[two]?.remote = RemoteID("9")
        made.end(receipt.edit)
        #expect(made.isDue(added, 3))
        #expect(made.resolved(made.edit(added)?.partChange?.after)?.relative == .remote(RemoteID("9")))

        // Undone before that, they name whom they named.
        book.end(receipt.edit)
        book.forget(two)
        let removed = try #require(receipt.replaced)
        let isRestored = book.restore(removed)
        #expect(isRestored && book.people(namedBy: one) == [number, number, number, number])
    }

    /// A try of it may have made it, before another client deleted the one with whom.
    @Test mutating func aRelationshipThatIsMadeAgainWithTheOneIsNotMadeByTheOtherToo() throws {
        book.copyChanges = [.store(copy("2", relatedTo: "1"), two)]
        book.append(.addTags(["family"]), of: two)
        let added = relateOneToTwo()
        book.update(added) { $0.state = .sending }
        book.gone(two)
        book.createAgain(two, uuid: "u")
        let again = book.edits(of: two).compactMap(\.partChange?.after?.relative)
        #expect(again == [.remote(RemoteID("1"))])
        #expect(book.people(namedBy: one) == [.remote(RemoteID("2"))], "the server refuses it")
    }

    @Test mutating func whoGoesByAnotherClientIsADifference() {
        book.copyChanges = [.store(copy("1", relatedTo: "2"), one)]
        let seen = book.seen(two, over: copy("2", relatedTo: "1"))
        book.forget(one)
        #expect(book.differences(from: seen, copy("2")) != nil)
    }
}

extension EditBook {
    /// Whom the edits of a contact name, one after the other.
    fileprivate func people(namedBy contact: ContactID) -> [AnyContactID] {
        edits(of: contact).flatMap { edit -> [AnyContactID] in
            if case .contact(let id)? = edit.deltas[.metThrough]?.after { return [id] }
            return [edit.partChange?.before, edit.partChange?.after].compactMap { $0?.relative }
        }
    }

    fileprivate mutating func relate(_ contact: ContactID, to other: RemoteID) -> EditID {
        let value = PartValue.relationship(RelationshipValue(type: RemoteID("friend"), other: .remote(other)))
        let part = newPart(.relationship, of: contact)
        return append(.part(PartChange(kind: .relationship, part: part, before: nil, after: value)), of: contact)
    }
}
