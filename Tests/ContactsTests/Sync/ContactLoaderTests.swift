import Foundation
import Model
import Monica
import Network
import Testing

@testable import Contacts

/// A contact that a person looks at comes whole, however often the server refuses.
@Suite(.timeLimit(.minutes(1)))
@MainActor
struct ContactLoaderTests {
    private let store: ContactStore
    private let monica = FakeMonica()
    private let waits = Waits()

    init() throws {
        store = try ContactStore.inMemory()
        monica.add(1, ["statistics": ["number_of_calls": 2, "number_of_tasks": 1]])
    }

    private static let entries = #"{"data":[{"id":1,"title":"t","content":"c"},{"id":2,"title":"u","content":"d"}]}"#

    private static func isSection(_ request: String) -> Bool { request.hasPrefix("contacts/1/") }

    /// Answers so many requests of a kind with an error, and then as it should.
    private func fail(_ status: Int, times: Int, when matches: @escaping (String) -> Bool) {
        var left = times
        monica.misbehave = { request in
            if matches(request), left > 0 {
                left -= 1
                return (status, "{}")
            }
            return Self.isSection(request) ? (200, Self.entries) : nil
        }
    }

    private func loader(mayAsk: @escaping () -> Bool = { true }) throws -> ContactLoader {
        ContactLoader(contactID: 1, server: try monica.client(), store: store, mayAsk: mayAsk) { [waits] in
            await waits.add($0)
            // The sleep lets other tasks run, as a wait does. The sleep notices when no task waits any more.
            try await Task.sleep(for: .milliseconds(1))
        }
    }

    private func until(_ condition: () async throws -> Bool) async throws {
        while try await !condition() { try await Task.sleep(for: .milliseconds(1)) }
    }

    private func calls() async throws -> Int {
        try await store.storedContact(id: 1)?.sections.calls.count ?? 0
    }

    /// The first task of a contact leads to its section. Another write from here leads to it again.
    @Test func aSectionThatCameWithAWriteIsAskedFor() async throws {
        fail(500, times: 0) { _ in false }
        let loader = try loader()
        loader.start(after: .zero)
        try await until { loader.state.rounds == 1 && loader.state.loaded.count == 2 }
        monica.add(1, ["statistics": ["number_of_calls": 2, "number_of_tasks": 1, "number_of_notes": 2]])
        try await store.upsert([try await monica.client().contact(id: 1, urgency: .person)])
        monica.forgetRequests()
        loader.load([.notes])
        try await until { loader.state.loaded.contains(.notes) }
        #expect(monica.requests.filter { $0.hasPrefix("contacts/1/notes") }.count == 1)
        try await store.write { try StoredSection.outdate(.notes, ofContact: ContactID(1), $0) }
        loader.load([.notes])
        loader.load([.notes])
        try await until { loader.state.rounds == 3 && loader.state.loaded.contains(.notes) }
        #expect(monica.requests.filter { $0.hasPrefix("contacts/1/notes") }.count == 2)
        #expect(await waits.all.last == .seconds(5))
    }

    @Test func aRefusedContactAndItsSectionsComeAfterTheWaitThatTheServerAsksFor() async throws {
        fail(429, times: 3) { _ in true }
        let loader = try loader()
        loader.start(after: .milliseconds(300))
        try await until { loader.state.loaded.count == 2 }
        #expect(try await calls() == 2)
        #expect(await waits.all.prefix(2) == [.milliseconds(300), .seconds(7)])
        #expect(loader.state.failed.isEmpty && !loader.state.isFailing)
    }

    @Test func aRefusedSectionIsStillLoadingAndAFailedOneIsNot() async throws {
        var states: [ContactLoader.State] = []
        for (status, failed) in [(429, Set<ContactSection>()), (500, [.calls])] {
            try await store.remove([.calls, .tasks], ofContact: 1)
            fail(status, times: 1) { $0.contains("/calls") }
            let loader = try loader()
            loader.start(after: .zero)
            loader.onChange = { [weak loader] in if let loader { states.append(loader.state) } }
            try await until { loader.state.loaded == [.calls, .tasks] }
            #expect(states.contains { $0.loaded == [.tasks] && $0.failed == failed })
            #expect(loader.state.failed.isEmpty)
            states = []
        }
    }

    @Test func failuresAreRepeatedMoreAndMoreSeldom() async throws {
        monica.misbehave = { _ throws(TransportError) in throw .unreachable("") }
        let loader = try loader()
        loader.start(after: .zero)
        // It may wait more often than this looks.
        try await until { await waits.all.count >= 10 }
        loader.stop()
        #expect(
            await waits.all.prefix(10) == ContactLoader.pauses + [ContactLoader.pauses[7], ContactLoader.pauses[7]])
        #expect(loader.state.isFailing)
    }

    @Test func whatTheServerStumblesOverIsNoReasonToDoWithoutTheSections() async throws {
        try await store.upsert([makeContact(1, ["statistics": ["number_of_calls": 2]])])
        fail(500, times: .max) { !Self.isSection($0) }
        let loader = try loader()
        loader.start(after: .zero)
        try await until { loader.state.loaded == [.calls] }
        #expect(try await calls() == 2)
        loader.stop()
    }

    @Test func sectionsThatCameAreNotAskedForAgain() async throws {
        // The server counts two, and has one.
        var calls = 0
        monica.misbehave = { request in
            guard Self.isSection(request) else { return nil }
            guard request.contains("/calls") else { return (500, "{}") }
            calls += 1
            return (200, #"{"data":[{"id":1,"content":"c"}]}"#)
        }
        let loader = try loader()
        loader.start(after: .zero)
        try await until { loader.state.rounds > 3 }
        loader.stop()
        #expect(calls == 1)
    }

    @Test func whoGoesOnAtOnceCostsNothing() async throws {
        let loader = ContactLoader(contactID: 1, server: try monica.client(), store: store) { _ in
            try await Task.sleep(for: .seconds(30))
        }
        var left = 0
        loader.onLeave = { left += 1 }
        loader.start(after: .milliseconds(300))
        loader.stop()
        #expect(monica.requests.isEmpty && left == 0)
    }

    @Test func whoLeavesTooSoonLeavesTheRestForTheBackground() async throws {
        fail(500, times: .max) { $0.contains("/calls") }
        let loader = try loader()
        var left = 0
        loader.onLeave = { left += 1 }
        loader.start(after: .zero)
        try await until { loader.state.rounds > 0 }
        loader.stop()
        #expect(left == 1)
    }

    @Test func withoutATokenNothingIsAskedUntilThereIsOne() async throws {
        fail(500, times: 0) { _ in false }
        var hasToken = false
        let loader = try loader { hasToken }
        loader.start(after: .zero)
        try await until { loader.state.isFailing }
        #expect(monica.requests.isEmpty)
        hasToken = true
        loader.retry()
        try await until { loader.state.loaded.count == 2 }
        #expect(!loader.state.isFailing)
    }

    @Test func aRefusedTokenIsNotTriedAgain() async throws {
        monica.misbehave = { _ in (401, "{}") }
        let loader = try loader()
        loader.start(after: .zero)
        try await until { loader.state.rounds == 1 }
        try await Task.sleep(for: .milliseconds(20))
        #expect(monica.requests.count == 1 && loader.state.isFailing)
    }
}
