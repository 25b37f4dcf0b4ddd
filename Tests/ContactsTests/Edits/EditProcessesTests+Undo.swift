import Model
import Testing

@testable import Contacts

// What one process undoes, and another has dropped.
extension EditProcessesTests {
    @Test func whatIsNotDeletedSinceTheOtherDroppedThatIsNotMadeASecondTime() async throws {
        let remote = try server.add([.firstName: .text("Ann")])
        let mail = PartValue.field(FieldValue(type: RemoteID("1"), content: "a@b.c"))
        var copy = ServerContact(id: remote)
        copy.values = [.firstName: .text("Ann")]
        copy.parts[RemotePart(.field, RemoteID("5"))] = ServerPart(value: mail)
        copies.set(copy, as: Self.ann)
        let (first, second) = (try await makeQueue(), try await makeQueue())
        let part = try await first.change { book in
            book.name(Self.ann, as: remote)
            return book.number(of: RemotePart(.field, RemoteID("5")), in: Self.ann)
        }
        let deletes = PartChange(kind: .field, part: part, before: mail, after: nil)
        let receipts = try await first.store([.part(deletes)], of: Self.ann, remote: remote)
        _ = try await second.drop(try #require(receipts.first?.edit))
        try await first.undo(receipts)
        #expect(try await first.edits().isEmpty)
        // Where it is deleted, it is made anew.
        copy.parts = [:]
        copies.set(copy, as: Self.ann)
        try await first.undo(receipts)
        #expect(try await first.edits().map(\.partChange?.after) == [mail])
    }

    @Test func aSwitchThatTheOtherHasSentIsTakenBackWithItsDay() async throws {
        func day(_ year: Int) -> ContactValue { .day(.date(year: year, month: 5, day: 1)) }
        let remote = try server.add([.firstName: .text("Ann"), .birthday: day(1990)], reminders: [.birthday])
        let (first, second) = (try await makeQueue(), try await makeQueue())
        let change = ValueChange(
            group: .person, deltas: [.birthday: Delta(before: day(1990), after: day(1991))],
            reminders: [.birthday: false])
        let receipts = try await first.store([.values(change)], of: Self.ann, remote: remote)
        let sending = Task { await second.run() }
        defer { sending.cancel() }
        try await wait { server.person(remote)?.values[.birthday] == day(1991) }
        #expect(server.person(remote)?.reminders == [])
        try await wait { try await second.edits().isEmpty }
        try await first.undo(receipts)
        try await wait { server.person(remote)?.values[.birthday] == day(1990) }
        #expect(server.person(remote)?.reminders == [.birthday])
    }
}
