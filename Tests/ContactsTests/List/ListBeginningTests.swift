import Foundation
import GRDB
import Model
import Monica
import Testing

@testable import Contacts

/// The part of a long list that a start shows before the program reads the list.
@Suite(.timeLimit(.minutes(2)))
struct ListBeginningTests {
    /// Lists as an observation that begins early tells them.
    private final class Observed {
        private let observation: ContactObservation
        private let lists: AsyncStream<ContactList>

        init(_ store: ContactStore, _ order: ContactOrder = ContactOrder(), includingArchived: Bool = false) {
            let (lists, continuation) = AsyncStream<ContactList>.makeStream()
            self.lists = lists
            observation = store.observeList(
                order: order, includingArchived: includingArchived, beginsEarly: true,
                onFailure: { _ in continuation.finish() }, onChange: { continuation.yield($0) })
        }

        func next() async -> ContactList? { await lists.first { _ in true } }
    }

    /// A store with this many contacts. Its list was shown and kept.
    private func store(_ count: Int) async throws -> ContactStore {
        let store = try ContactStore.inMemory()
        try await store.upsert(
            (1...count).map { try makeContact($0, ["first_name": "Person", "last_name": String(format: "%05d", $0)]) })
        let observed = Observed(store)
        #expect(await observed.next()?.contacts.count == count)
        try await waitUntilKept(count > 2_000, in: store)
        return store
    }

    private func waitUntilKept(_ isKept: Bool, in store: ContactStore) async throws {
        while try await (store.beginning(of: ContactOrder(), includingArchived: false) != nil) != isKept {
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    @Test func aLongListBeginsWithWhatItBeganWithTheLastTime() async throws {
        let store = try await store(2_100)
        let observed = Observed(store)
        let beginning = try #require(await observed.next())
        #expect(beginning.contacts.map(\.id) == Array(1...200))
        #expect(beginning.wholeCount == 2_100)
        #expect(beginning.sections.map(\.letter) == ["P"])
        let whole = try #require(await observed.next())
        #expect(whole.wholeCount == nil)
        #expect(whole.contacts.map(\.id) == Array(1...2_100))
    }

    @Test func theBeginningShowsContactsAsTheyAreNow() async throws {
        let store = try await store(2_100)
        try await store.remove(ids: [1])
        try await store.upsert([
            makeContact(2, ["is_active": false]), makeContact(3, ["first_name": "Zoe"]),
            makeContact(300, ["first_name": "Aaron"]),
        ])
        let observed = Observed(store)
        let beginning = try #require(await observed.next())
        #expect(beginning.contacts.map(\.id) == Array(4...200) + [3])
        let whole = try #require(await observed.next())
        #expect(whole.contacts.prefix(2).map(\.id) == [300, 4])
        // The next start begins right.
        while try await store.beginning(of: ContactOrder(), includingArchived: false)?.list.contacts.first?.id != 300 {
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    @Test func anotherOrderHasNoBeginningYet() async throws {
        let store = try await store(2_100)
        #expect(await Observed(store, ContactOrder(.newest)).next()?.wholeCount == nil)
        #expect(await Observed(store, includingArchived: true).next()?.wholeCount == nil)
    }

    @Test func aShortListComesAsAWhole() async throws {
        let store = try await store(300)
        #expect(await Observed(store).next()?.wholeCount == nil)
    }

    @Test func aListThatBecameShortLosesItsBeginning() async throws {
        let store = try await store(2_100)
        try await store.remove(ids: Array(200...2_100))
        let observed = Observed(store)
        #expect(await observed.next()?.wholeCount == 2_100)
        #expect(await observed.next()?.contacts.count == 199)
        try await waitUntilKept(false, in: store)
    }

    @Test func aDamagedBeginningShowsNobodyTwice() async throws {
        let store = try await store(2_100)
        try await store.write { db in
            try db.execute(sql: "UPDATE list_beginning SET contacts = '3 3 x 99999999999999999999 -1 2 ' || contacts")
        }
        let beginning = try #require(await Observed(store).next())
        #expect(beginning.contacts.prefix(3).map(\.id) == [1, 2, 3])
        #expect(Set(beginning.contacts.map(\.id)).count == beginning.contacts.count)
    }
}
