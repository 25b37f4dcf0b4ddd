import Foundation
import GRDB
import Model
import Network
import Synchronization
import Testing

@testable import Contacts

/// Contacts that the server's list lacks: all of them at once, and contacts that were archived before.
@Suite(.timeLimit(.minutes(1)))
@MainActor struct MissingContactsTests {
    private let store: ContactStore
    private let server: FakeMonica
    private let synchroniser: Synchroniser

    init() async throws {
        store = try ContactStore.inMemory()
        server = FakeMonica(contacts: 250)
        for id in 1...3 { server.add(id, ["is_active": false]) }
        synchroniser = try server.synchroniser(store)
        // These were archived after they had been stored.
        try await store.upsert((1...3).map { try makeContact($0) })
        await synchroniser.run()
        server.forgetRequests()
    }

    private func synchronise() async throws {
        server.forgetRequests()
        await synchroniser.run()
        guard case .finished = synchroniser.progress else { throw UnexpectedProgress(synchroniser.progress) }
    }

    private var questions: [String] { server.requests.filter { $0.hasPrefix("contacts/") } }

    private func archived() async throws -> [Int] {
        try await store.unsortedSummaries(includingArchived: true).filter(\.isArchived).map(\.id).sorted()
    }

    /// Lets time pass, as far as the stored dates tell.
    private func pass(days: Double) async throws {
        try await store.write { db in
            try db.execute(
                sql: "UPDATE sync_state SET last_full_pass = last_full_pass - ?", arguments: [days * 86_400])
            try db.execute(sql: "UPDATE archived_question SET asked_at = asked_at - ?", arguments: [days * 86_400])
        }
    }

    @Test func allThatAreGoneGoInTransactionsForWhichAnEditMayWait() async throws {
        let removals = Removals()
        // The writer keeps it for as long as the store is open.
        try await store.write { $0.add(transactionObserver: removals, extent: .databaseLifetime) }
        try await store.removeListed(asked: 0)
        #expect(removals.counts.max() == 20)
        #expect(removals.counts.reduce(0, +) == 247)
        #expect(try await store.unsortedSummaries(includingArchived: true).count == 3)
    }

    @Test func archivedContactsAreAskedForOnceAWeek() async throws {
        #expect(try await archived() == [1, 2, 3])
        server.delete(1)
        server.add(2, ["is_active": false, "nickname": "Changed"])
        server.add(3, ["is_active": true])
        try await synchronise()
        #expect(questions.isEmpty)
        try await pass(days: 8)
        try await synchronise()
        #expect(questions == ["contacts/1", "contacts/2"])
        #expect(try await store.contact(id: 1) == nil)
        #expect(try await store.contact(id: 2)?.nickname == "Changed")
        #expect(try await archived() == [2])
        try await synchronise()
        #expect(server.requests.count == 1)
    }

    @Test func partialContactsAreAskedForOnceAWeekToo() async throws {
        server.add(2_001, ["is_partial": true])
        server.add(2_002, ["is_partial": true])
        let refresh = ContactRefresh(server: try server.client(), store: store)
        for id in [2_001, 2_002] { _ = try await refresh.contact(id: id) }
        server.delete(2_001)
        server.add(2_002, ["is_partial": true, "nickname": "Changed"])
        try await synchronise()
        #expect(questions.isEmpty)
        try await pass(days: 8)
        try await synchronise()
        #expect(questions == ["contacts/2001", "contacts/2002", "contacts/1", "contacts/2", "contacts/3"])
        #expect(try await store.contact(id: 2_001) == nil)
        #expect(try await store.contact(id: 2_002)?.nickname == "Changed")
        try await synchronise()
        #expect(server.requests.count == 1)
    }

    @Test func whoBecomesAPartialContactLeavesTheLists() async throws {
        let listed = try await store.unsortedSummaries().map(\.id).sorted()
        let first = try #require(listed.first)
        server.add(first, ["is_partial": true])
        try await pass(days: 8)
        try await synchronise()
        #expect(try await store.unsortedSummaries().map(\.id).sorted() == Array(listed.dropFirst()))
        #expect(try await store.contact(id: first)?.isPartial == true)
    }

    @Test func anArchivedContactThatTheServerCannotSendLetsTheOthersHaveTheirTurn() async throws {
        server.misbehave = { (request) throws(TransportError) in request == "contacts/1" ? (500, "") : nil }
        try await pass(days: 8)
        try await synchronise()
        #expect(questions == ["contacts/1", "contacts/2", "contacts/3"])
        #expect(try await archived() == [1, 2, 3])
        #expect(try await store.unlisted(notAskedForSince: .now.addingTimeInterval(-60), atMost: 10).isEmpty)
    }

    @Test func archivedContactsAreAskedForWithinTheBudgetThoseFirstThatWaitedLongest() async throws {
        for id in 1_001...1_300 { server.add(id, ["is_active": false]) }
        try await store.upsert((1_001...1_300).map { try makeContact($0, ["is_active": false]) })
        try await pass(days: 8)
        try await synchronise()
        #expect(questions == (1_001...1_200).map { "contacts/\($0)" })
        try await pass(days: 8)
        try await synchronise()
        let rest = Array(1_201...1_300) + [1, 2, 3]
        #expect(questions.prefix(103).map { $0 } == rest.map { "contacts/\($0)" })
    }

    @Test func anEmptyListOfAServerThatStillKnowsTheContactsIsNotBelieved() async throws {
        server.misbehave = { (request) throws(TransportError) in
            guard request.hasPrefix("contacts?") else { return nil }
            return (200, #"{"data":[],"meta":{"current_page":1,"last_page":1,"total":0}}"#)
        }
        try await synchronise()
        #expect(try await store.count() == 247)
        #expect(questions.count == 1)
        server.misbehave = nil
        server.delete(9)
        try await synchronise()
        #expect(try await store.count() == 246)
    }

    @Test func aListThatLeavesOutWhoIsThereIsNotAskedAboutForLong() async throws {
        server.misbehave = { [unowned server] (request) throws(TransportError) in
            request.hasPrefix("contacts?") ? (200, server.page(1, total: 100)) : nil
        }
        try await synchronise()
        #expect(questions.count == 20)
        try await synchronise()
        #expect(questions.isEmpty)
        #expect(try await store.count() == 247)
        server.misbehave = nil
        server.delete(250)
        try await synchronise()
        #expect(try await store.count() == 246)
    }

    @Test func anEmptyPageOfAServerThatCountsContactsIsNotBelieved() async throws {
        server.misbehave = { (request) throws(TransportError) in
            guard request.hasPrefix("contacts?") else { return nil }
            return (200, #"{"data":[],"meta":{"current_page":1,"last_page":3,"total":248}}"#)
        }
        try await synchronise()
        #expect(try await store.count() == 247)
        #expect(questions.isEmpty)
    }

    @Test func anEmptyListOfAServerThatFailsForEachContactIsNotBelieved() async throws {
        server.misbehave = { (request) throws(TransportError) in
            guard request.hasPrefix("contacts?") else { return (500, "") }
            return (200, #"{"data":[],"meta":{"current_page":1,"last_page":1,"total":0}}"#)
        }
        try await synchronise()
        #expect(try await store.count() == 247)
    }

    @Test func anAccountThatWasEmptiedIsEmptyAfterAFewQuestions() async throws {
        for id in 1...250 { server.delete(id) }
        try await synchronise()
        #expect(try await store.count() == 0)
        #expect(questions.count == 20)
        try await synchronise()
        #expect(server.requests.count == 1)
        try await pass(days: 8)
        try await synchronise()
        #expect(try await archived().isEmpty)
    }

    @Test func anAccountWhoseContactsWereAllArchivedKeepsThemHidden() async throws {
        for id in 4...250 { server.add(id, ["is_active": false]) }
        try await synchronise()
        try await synchronise()
        #expect(try await store.count() == 0)
        #expect(try await archived().count == 250)
    }

    @Test func anAccountThatWasEmptiedMayFillAgain() async throws {
        for id in 1...250 { server.delete(id) }
        try await synchronise()
        server.add(500)
        try await synchronise()
        #expect(try await store.summaries().map(\.id) == [500])
    }
}

/// How many contacts each transaction removes.
private final class Removals: TransactionObserver, Sendable {
    private let all = Mutex([0])
    var counts: [Int] { all.withLock { $0 } }

    func observes(eventsOfKind kind: DatabaseEventKind) -> Bool {
        if case .delete("contact") = kind { true } else { false }
    }

    func databaseDidChange(with event: DatabaseEvent) {
        // The observer also hears of rows that go with a contact.
        if event.tableName == "contact" { all.withLock { $0[$0.count - 1] += 1 } }
    }

    func databaseDidCommit(_ db: Database) {
        all.withLock { $0.append(0) }
    }

    func databaseDidRollback(_ db: Database) {}
}
