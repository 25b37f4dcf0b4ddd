import Foundation
import Model
import Testing

@testable import Contacts

/// A tag that several contacts lose, get or exchange at once is one line of the unsent changes.
@Suite(.timeLimit(.minutes(2))) struct SharedTagTests {
    private let lab: OutboxLab

    init() throws { lab = try OutboxLab() }

    /// Three contacts of the server with a tag. Nothing is sent for now.
    private func tagged(_ tag: String) async throws -> [ContactID] {
        var ids: [ContactID] = []
        for name in ["Ada", "Ben", "Cy"] {
            let id = try await lab.add([.firstName: .text(name)])
            lab.change(id) { $0.tags = [tag] }
            try await lab.bring(Int(id.rawValue))
            ids.append(id)
        }
        try await lab.beOffline()
        return ids
    }

    private func line() async throws -> SharedTag {
        let lines = try await lab.outbox.waiting().lines
        #expect(lines.count == 1)
        return try #require(lines.first?.sharedTag)
    }

    @Test func aRenamedTagIsOneLineAndIsDroppedAtOnce() async throws {
        let ids = try await tagged("friends")
        _ = try #require(try await lab.outbox.replaceTag("friends", with: "pals"))
        #expect(try await lab.outbox.waiting().count == 6, "each contact keeps its marks")
        let tag = try await line()
        #expect(tag.removed == "friends" && tag.added == "pals" && tag.contacts == 3)
        let unsent = try await lab.outbox.unsent()
        #expect(unsent.changes.count == 1 && unsent.count == 3 && unsent.sendable == 3)
        // One of them is sent meanwhile, as far as the page knows.
        _ = try await lab.outbox.drop([.init(contact: ids[0], slot: .tag("pals"))])
        let dropped = try #require(try await lab.outbox.drop(tag.changes))
        #expect(dropped.entries.count == 5)
        #expect(try await lab.outbox.waiting().isEmpty)
        #expect(try await lab.outbox.drop(tag.changes) == nil)
        #expect(try await lab.outbox.undo(dropped) == .undone)
        #expect(try await line().contacts == 3)
        try await lab.settled(lab.outbox.resume())
        #expect(try await lab.person(ids[0])?.tags == [])
        #expect(try await lab.person(ids[2])?.tags == ["pals"])
    }

    @Test func aTagIsAddedToSeveralOrTakenOffThem() async throws {
        let ids = try await tagged("friends")
        let added = try #require(try await lab.outbox.setTags(adding: ["pals"], of: ids))
        var tag = try await line()
        #expect(tag.removed == nil && tag.added == "pals" && tag.contacts == 3)
        #expect(try await lab.outbox.undo(added) == .undone)
        _ = try await lab.outbox.replaceTag("FRIENDS", with: nil)
        tag = try await line()
        #expect(tag.removed == "friends" && tag.added == nil && tag.contacts == 3)
        // A change of the same moment that is about something else stays a line of its contact.
        try await lab.save(ids[0], [.job: .text("Poet")])
        #expect(try await lab.outbox.waiting().lines.map(\.slot) == [.tag("friends"), .job])
    }

    @Test func otherChangesOfTagsAreLinesOfTheirContacts() {
        func change(
            _ contact: Int64, _ tag: String = "pals", _ state: WaitingChange.State = .waiting, at moment: Double = 1
        ) -> WaitingChange {
            WaitingChange(
                id: .init(contact: ContactID(contact), slot: .tag(tag)), base: nil, wanted: .on, state: state,
                since: Date(timeIntervalSince1970: moment))
        }
        let refused = WaitingChange.State.problem(.refused(sentences: []))
        let conflict = WaitingChange.State.problem(.conflict(values: []))
        let apart: [[WaitingChange]] = [
            [], [change(1)], [change(1), change(1, "work")], [change(1), change(2, at: 2)],
            [change(1), change(2, "work")], [change(1, "pals", refused), change(2, "pals", conflict)],
            [change(1), change(2, "pals", refused)], [change(1), change(2, "pals", .notice(found: nil))],
        ]
        for changes in apart { #expect(changes.lines == changes) }
        let mixed = [change(1), change(2, "pals", refused), change(3, "Pals", .beingSent)]
        #expect(mixed.lines.map(\.contact) == [1, 2].map { ContactID($0) })
        #expect(mixed.lines.map(\.changes.count) == [2, 1])
        #expect(mixed.lines.map(\.state) == [.waiting, refused])
        #expect([change(1, "pals", .inDoubt), change(2, "pals", .inDoubt)].lines.map(\.state) == [.inDoubt])
    }
}
