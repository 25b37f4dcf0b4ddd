import Foundation
import Model
import Monica
import Network
import Testing

@testable import Contacts

/// The program fetches the sections that a person will likely read, slowly and without a trace on the server.
@Suite(.timeLimit(.minutes(1)))
@MainActor
struct SectionPrefetchTests {
    private let store: ContactStore
    private let monica = FakeMonica()
    private let waits = Waits()

    init() throws {
        store = try ContactStore.inMemory()
        monica.misbehave = { $0.contains("/") ? (200, #"{"data":[{"id":1,"content":"c","title":"t"}]}"#) : nil }
    }

    private func prefetch() throws -> SectionPrefetch {
        SectionPrefetch(server: try monica.client(), store: store) { [waits] in await waits.add($0) }
    }

    private func until(_ condition: () async throws -> Bool) async throws {
        while try await !condition() { try await Task.sleep(for: .milliseconds(1)) }
    }

    private static let calls: FakeMonica.Fields = ["statistics": ["number_of_calls": 1, "number_of_tasks": 1]]

    /// A contact with a birthday today.
    private func celebrating(_ id: Int) throws -> Contact {
        let day = Date.now.formatted(.iso8601.year().month().day())
        let birthday: FakeMonica.Fields = ["birthdate": ["date": "\(day)T00:00:00Z", "is_year_unknown": true]]
        return try makeContact(id, Self.calls.merging(["information": ["dates": birthday]]) { $1 })
    }

    private var asked: [String] { monica.requests.map { String($0.prefix { $0 != "?" }) } }

    @Test func sectionsOfThoseWhoComeUpAreFetchedAndThoseOfOthersAreNot() async throws {
        try await store.upsert([celebrating(1), makeContact(2, Self.calls)])
        let prefetch = try prefetch()
        prefetch.start()
        try await until { asked.count == 2 }
        try await until { try await store.storedContact(id: 1)?.hasLoaded(.tasks) == true }
        await prefetch.stop()
        // Asking for the contact itself would make it the last consulted one.
        #expect(asked == ["contacts/1/calls", "contacts/1/tasks"])
        #expect(monica.urgencies == [.background, .background])
        #expect(await waits.all == [SectionPrefetch.interval, SectionPrefetch.interval])
    }

    @Test func whatIsHereIsNotFetchedAgain() async throws {
        try await store.upsert([celebrating(1)])
        for _ in 1...2 {
            let prefetch = try prefetch()
            prefetch.start()
            try await until { try await store.storedContact(id: 1)?.hasLoaded(.tasks) == true }
            await prefetch.stop()
        }
        #expect(asked.count == 2)
    }

    @Test func aContactThatWasLeftTooSoonComesFirst() async throws {
        try await store.upsert([celebrating(1), makeContact(2, Self.calls)])
        let prefetch = try prefetch()
        prefetch.add(2)
        try await until { try await store.storedContact(id: 2)?.hasLoaded(.tasks) == true }
        await prefetch.stop()
        #expect(asked == ["contacts/2/calls", "contacts/2/tasks"])
    }

    @Test func aContactThatChangedSinceItWasReadIsFetched() async throws {
        try await store.upsert([makeContact(3, Self.calls)])
        let empty = try await monica.client().entries(in: .calls, ofContact: 3)
        try await store.store(empty, in: .calls, ofContact: 3, loadedAt: .now.addingTimeInterval(-200_000))
        try await store.upsert([makeContact(3, ["statistics": ["number_of_calls": 5]])])
        monica.forgetRequests()
        let prefetch = try prefetch()
        prefetch.start()
        try await until { asked == ["contacts/3/calls"] }
        await prefetch.stop()
    }

    @Test func withoutANetworkItEnds() async throws {
        try await store.upsert([celebrating(1), celebrating(2)])
        monica.misbehave = { _ throws(TransportError) in throw .unreachable("") }
        let prefetch = try prefetch()
        prefetch.start()
        try await until { asked.count == 1 }
        monica.misbehave = { _ in (200, #"{"data":[{"id":1,"content":"c","title":"t"}]}"#) }
        // The next synchronisation begins again; a run that goes on would have asked by now.
        try await Task.sleep(for: .milliseconds(30))
        #expect(asked.count == 1)
        prefetch.start()
        try await until { asked.count == 5 }
        await prefetch.stop()
    }
}
