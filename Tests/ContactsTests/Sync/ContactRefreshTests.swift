import Foundation
import Model
import Monica
import Network
import Testing

@testable import Contacts

@Suite(.timeLimit(.minutes(1)))
@MainActor
struct ContactRefreshTests {
    private let store: ContactStore
    private let monica = FakeMonica()
    private let refresh: ContactRefresh

    init() throws {
        store = try ContactStore.inMemory()
        refresh = ContactRefresh(server: try monica.client(), store: store)
        monica.misbehave = { request in
            guard let section = Self.section(request) else { return nil }
            if section == "gifts" { return (500, "{}") }
            return (200, #"{"data":[{"id":1,"title":"t","body":"b","summary":"s","content":"c","amount":"1"}]}"#)
        }
    }

    private static func section(_ request: String) -> String? {
        request.firstMatch(of: /^contacts\/[0-9]+\/([a-z]+)/).map { String($0.1) }
    }

    /// The sections that were asked for, in the order of their names.
    private var asked: [String] {
        defer { monica.forgetRequests() }
        return monica.requests.compactMap(Self.section).sorted()
    }

    private func contact(_ statistics: [String: Int], _ fields: FakeMonica.Fields = [:]) async throws -> Contact {
        let counts = Dictionary(statistics.map { ("number_of_\($0)", $1) }) { $1 }
        monica.add(1, fields.merging(["statistics": counts]) { $1 })
        defer { monica.forgetRequests() }
        return try #require(try await refresh.contact(id: 1))
    }

    @Test func onlySectionsWithSomethingInThemAreAskedFor() async throws {
        let contact = try await contact(["calls": 1, "tasks": 1, "debts": 0])
        #expect(try await refresh.sections(of: contact).failures.isEmpty)
        #expect(asked == ["calls", "tasks"])
        let sections = try #require(try await store.storedContact(id: 1)?.sections)
        #expect(sections.calls.count == 1 && sections.tasks.count == 1 && sections.debts.isEmpty)
    }

    @Test func aContactWithoutStatisticsCostsNothingMore() async throws {
        _ = try await refresh.sections(of: makeContact(1))
        #expect(asked.isEmpty)
    }

    @Test func notesThatCameWithTheContactAreNotAskedForAgain() async throws {
        let notes = [["id": 1, "body": "b"]]
        _ = try await refresh.sections(of: contact(["notes": 1], ["notes": notes]))
        #expect(asked.isEmpty)
        _ = try await refresh.sections(of: contact(["notes": 4], ["notes": notes]))
        #expect(asked == ["notes"])
    }

    @Test func oneFailingSectionTakesNoOtherWithIt() async throws {
        let answers = try await refresh.sections(of: contact(["gifts": 1, "calls": 1]))
        #expect(answers.loaded == [.calls])
        #expect(answers.failures.keys.map(\.rawValue) == ["gifts"])
        #expect(try await store.storedContact(id: 1)?.sections.calls.count == 1)
    }

    @Test func whatIsYoungAndWholeIsNotAskedForAgain() async throws {
        _ = try await refresh.sections(of: contact(["calls": 1]))
        #expect(asked == ["calls"])
        _ = try await refresh.sections(of: contact(["calls": 1]))
        #expect(asked.isEmpty)
        _ = try await refresh.sections(of: contact(["calls": 2]))
        #expect(asked == ["calls"])
        _ = try await refresh.sections(of: contact(["calls": 1]), notBefore: .now)
        #expect(asked == ["calls"])
    }

    @Test func whatIsOldIsAskedForAgain() async throws {
        let contact = try await contact(["calls": 1])
        for age in [3_600.0, -3_600] {
            let entries = try await monica.client().entries(in: .calls, ofContact: 1)
            try await store.store(entries, in: .calls, ofContact: 1, loadedAt: .now.addingTimeInterval(-age))
            monica.forgetRequests()
            _ = try await refresh.sections(of: contact)
            #expect(asked == ["calls"])
        }
    }

    @Test func whatTheServerHasNoMoreIsForgotten() async throws {
        _ = try await refresh.sections(of: contact(["calls": 1]))
        _ = try await refresh.sections(of: contact(["calls": 0]))
        #expect(try await store.storedContact(id: 1)?.sections.calls.isEmpty == true)
    }

    /// The list of all contacts brings reminders without a stored section.
    @Test func aReminderThatTheServerHasNoMoreLeavesToday() async throws {
        _ = try await contact(["reminders": 1])
        let reminder = Reminder(id: 1, title: "Call", frequency: .weeks(1), initialDate: .now)
        try await store.replaceReminders(with: [ContactReminder(contactID: 1, reminder: reminder)])
        #expect(try await store.upcoming().map(\.id) == [1])
        _ = try await refresh.sections(of: contact(["reminders": 0]))
        #expect(try await store.upcoming().isEmpty)
    }

    @Test func whatMovesNoDateComesWhenTheContactIsOpened() async throws {
        let date = "2026-11-21T00:00:00Z"
        _ = try await contact([:], ["updated_at": date, "tags": [["id": 1, "name": "old"]]])
        let tags: FakeMonica.Fields = [
            "tags": [["id": 2, "name": "friends"]], "notes": [["id": 3, "body": "About bees"]],
        ]
        monica.add(1, tags.merging(["updated_at": date]) { $1 })
        _ = try await refresh.contact(id: 1)
        #expect(try await store.contact(id: 1)?.tags.map(\.name) == ["friends"])
        #expect(try await store.search("bees").matches.map(\.id) == [1])
        #expect(monica.urgencies == [.person])
    }

    @Test func whoIsGoneFromTheServerIsForgotten() async throws {
        _ = try await contact([:])
        monica.delete(1)
        await #expect(throws: ServerError.notFound) { try await refresh.contact(id: 1) }
        #expect(try await store.contact(id: 1) == nil)
    }

    @Test func whoTheServerCannotSendStays() async throws {
        _ = try await contact([:])
        monica.misbehave = { _ in (500, "") }
        await #expect(throws: ServerError.server(status: 500)) { try await refresh.contact(id: 1) }
        #expect(try await store.contact(id: 1) != nil)
    }
}
