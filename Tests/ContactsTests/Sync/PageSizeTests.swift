import Foundation
import Model
import Network
import Testing

@testable import Contacts

/// Pages that are too long for a small server.
@Suite(.timeLimit(.minutes(1)))
@MainActor struct PageSizeTests {
    private let store: ContactStore

    init() throws {
        store = try ContactStore.inMemory()
    }

    @Test(arguments: [(504, 40, 25), (500, 60, 50), (502, 10, 10), (524, 99, 50), (503, 49, 25), (400, 30, 25)])
    func aPageThatIsTooLongIsAskedForInShorterOnes(status: Int, limit: Int, size: Int) async throws {
        let server = FakeMonica(contacts: 120)
        server.misbehave = { (request) throws(TransportError) in
            FakeMonica.trouble(with: request, over: limit, status: status)
        }
        try await server.synchronise(store)
        #expect(try await store.count() == 120)
        #expect(try await store.syncState().pageSize.count == size)
    }

    @Test(arguments: [TransportError.timedOut, .truncated, .tooLarge])
    func aLongPageWithoutAWholeAnswerIsAskedForInShorterOnes(error: TransportError) async throws {
        let server = FakeMonica(contacts: 120)
        server.misbehave = { (request) throws(TransportError) in
            if FakeMonica.trouble(with: request, over: 40) != nil { throw error }
            return nil
        }
        try await server.synchronise(store)
        #expect(try await store.count() == 120)
        #expect(server.requests.count { $0.contains("limit=100") } == 1)
    }

    @Test func theSizeThatTheServerCanSendIsKeptForTheAccount() async throws {
        let server = FakeMonica(contacts: 130)
        server.misbehave = { (request) throws(TransportError) in
            FakeMonica.trouble(with: request, over: 40, status: 504)
        }
        try await server.synchronise(store)
        #expect(server.requests.prefix(3).map { $0.contains("limit=25&") } == [false, false, true])
        #expect(server.requests.count == 2 + 6)
        server.forgetRequests()
        // An update pass, then a full pass.
        try await server.synchronise(store)
        #expect(server.requests == ["contacts?page=1&limit=25&sort=-updated_at"])
        var state = try await store.syncState()
        state.lastFullPass = nil
        try await store.save(state)
        server.forgetRequests()
        try await server.synchronise(store)
        #expect(server.requests == (1...6).map { "contacts?page=\($0)&limit=25&sort=created_at" })
    }

    @Test func contactsThatTheServerStumblesOverDoNotMakeAllPagesShort() async throws {
        let server = FakeMonica(contacts: 500)
        let broken: Set = [1, 30, 117, 118, 260, 500]
        server.misbehave = { (request) throws(TransportError) in
            FakeMonica.trouble(with: request, over: 60, at: broken)
        }
        let synchroniser = try server.synchroniser(store)
        await synchroniser.run()
        guard case .finished = synchroniser.progress else { throw UnexpectedProgress(synchroniser.progress) }
        #expect(Set(try await store.summaries().map(\.id)) == Set(1...500).subtracting(broken))
        #expect(try await store.syncState().pageSize.count == 50)
    }

    @Test func aServerThatHasNoTimeForTheShortestPageIsLeftAlone() async throws {
        let server = FakeMonica(contacts: 120)
        server.misbehave = { (_) throws(TransportError) in throw .timedOut }
        let synchroniser = try server.synchroniser(store)
        await synchroniser.run()
        #expect(synchroniser.progress == .failed(.server(.transport(.timedOut))))
        #expect(server.requests.count == 4)
    }

    @Test func remindersComeInShorterPagesToo() async throws {
        let server = FakeMonica()
        server.misbehave = { (request) throws(TransportError) in
            if let trouble = FakeMonica.trouble(with: request, over: 30) { return trouble }
            return (200, #"{"data":[],"meta":{"current_page":1,"last_page":1,"total":0}}"#)
        }
        try await SeldomRefresh(server: server.client(), store: store) { _ in }.reminders()
        #expect(server.requests.map { $0.contains("limit=25&") } == [false, false, true])
        #expect(try await store.syncState().pageSize.count == 25)
    }

    @Test func afterAMonthALongerPageIsTried() throws {
        let month: TimeInterval = 31 * 86_400
        for (count, age, expected) in [
            (25, month, 50), (50, month, 100), (10, 60, 10), (10, -60, 25), (100, month, 100),
        ] {
            var size = PageSize(stored: count, since: .now.addingTimeInterval(-age))
            size.growAgain()
            #expect(size.count == expected, "\(count)")
        }
        #expect(PageSize(stored: 7, since: nil).count == 100)
        #expect(PageSize(stored: nil, since: nil) == PageSize())
    }
}
