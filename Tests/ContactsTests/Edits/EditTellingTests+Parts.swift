import Foundation
import Model
import Testing

@testable import Contacts

// What the server changed beside a part.
extension EditTellingTests {
    /// Also where the answer was no copy, by the one that comes then.
    @Test(arguments: [3.0, 100])
    func whatNobodyAskedForIsToldOfPartsToo(asked: TimeInterval) async throws {
        try await server.synchronise(store)
        let mail = PartValue.field(FieldValue(type: RemoteID("1"), content: "a@b.c"))
        let phone = PartValue.field(FieldValue(type: RemoteID("2"), content: "1"))
        var before = Self.copy([.firstName: .text("First2"), .job: .text("Smith")])
        before.parts[RemotePart(.field, RemoteID("5"))] = ServerPart(value: phone)
        before.tags = ["one": RemoteID("1")]
        let adds = PartChange(kind: .field, part: PartID(-1), before: nil, after: mail)
        let edits = try await queue.store(
            [Self.rename("Zoë"), PlannedChange(.part(adds)), PlannedChange(.addTags(["two"]))], of: two)
        #expect(edits.count == 3)
        try await queue.change { [before] book in
            book.carriedOut(edits[0].edit, nil, before: before, made: nil, asked: 1, now: 2)
            book.carriedOut(edits[1].edit, nil, before: before, made: RemoteID("9"), asked: 2, now: 2)
            book.carriedOut(edits[2].edit, nil, before: before, made: nil, asked: 2, now: 2)
            var after = Self.copy([.firstName: .text("Zoë")])
            after.parts[RemotePart(.field, RemoteID("9"))] = ServerPart(value: mail)
            after.tags = ["two": RemoteID("2")]
            book.store(after, as: two, asked: asked)
        }
        let told = try await queue.waiting()
        // Long after, others may have changed it.
        guard asked < 60 else { return #expect(told.isEmpty) }
        #expect(told.map(\.id) == [edits[2].edit])
        let found = try #require(told.first?.difference)
        #expect(found.values == [.job: nil])
        #expect(found.otherParts == [Delta(before: phone, after: nil)])
        #expect(found.tags == [Delta(before: "one", after: nil)])
    }

    /// Also where only a look shows that it arrived, by the copy that is compared then.
    @Test func whatSomebodyTypedIsNotToldAsTheServersChange() async throws {
        try await server.synchronise(store)
        let mail = PartValue.field(FieldValue(type: RemoteID("1"), content: "a@b.c"))
        let adds = PartChange(kind: .field, part: PartID(-1), before: nil, after: mail)
        let edits = try await queue.store(
            [PlannedChange(.addTags(["two"])), PlannedChange(.part(adds)), Self.rename("Zoë")], of: two)
        let before = Self.copy([.firstName: .text("First2")])
        try await queue.change { [before] book in
            book.carriedOut(edits[0].edit, nil, before: before, made: nil, asked: 1, now: 2)
            book.beginSending(
                edits[1].edit, .addPart(RemoteID("2"), mail), copy: before, reminders: [], serverTime: nil)
            book.notCarriedOut(edits[1].edit, .lost, now: 3)
            var after = Self.copy([.firstName: .text("Zoë")])
            after.parts[RemotePart(.field, RemoteID("9"))] = ServerPart(value: mail)
            after.tags = ["two": RemoteID("2")]
            book.looked(edits[1].edit, after, reminders: nil, asked: 6, now: 7)
        }
        let told = try await queue.waiting().compactMap(\.difference)
        #expect(told.isEmpty)
        let left = try await queue.edits()
        #expect(!left.contains { $0.id == edits[1].edit && $0.state != .sent }, "the look has found it")
    }

    @Test func theSameIsToldOnce() async throws {
        try await server.synchronise(store)
        let phone = PartValue.field(FieldValue(type: RemoteID("2"), content: "1"))
        let edits = try await queue.store([PlannedChange(.addTags(["two"])), Self.rename("Zoë")], of: two)
        var before = Self.copy([.firstName: .text("First2")])
        before.parts[RemotePart(.field, RemoteID("5"))] = ServerPart(value: phone)
        before.tags = ["one": RemoteID("1")]
        try await queue.change { [before] book in
            book.carriedOut(edits[0].edit, nil, before: before, made: nil, asked: 1, now: 2)
            var after = Self.copy([.firstName: .text("Zoë")])
            after.tags = ["two": RemoteID("2")]
            book.carriedOut(edits[1].edit, after, before: before, made: nil, asked: 3, now: 4)
        }
        let found = try await queue.waiting().compactMap(\.difference)
        #expect(found.map(\.otherParts) == [[Delta(before: phone, after: nil)]])
        #expect(found.first?.tags.filter { $0.before == "one" }.count == 1)
    }

    @Test func whatWasReadBeforeGoesWithItsContact() async throws {
        try await server.synchronise(store)
        let edit = try #require(try await queue.store([PlannedChange(.addTags(["two"]))], of: two).first?.edit)
        let before = Self.copy([.firstName: .text("First2")])
        let kept = try await queue.change { [before] book in
            book.carriedOut(edit, nil, before: before, made: nil, asked: 1, now: 2)
            return book.readBefore.count
        }
        #expect(kept == 1)
        try await queue.delete(two, remote: RemoteID("2"), after: 0)
        let left = try await queue.change { [two] book in
            guard let deletion = book.deletion(of: two) else { throw ContactStoreError.closed }
            book.carriedOut(deletion.id, nil, made: nil, asked: 3, now: 4)
            return book.readBefore.count
        }
        #expect(left == 0)
    }
}
