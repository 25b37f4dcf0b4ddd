import Foundation
import Model
import Monica
import Testing

@testable import Contacts

@Suite(.timeLimit(.minutes(1)))
struct ContactObservationTests {
    @Test func theListFollowsEachChange() async throws {
        let store = try ContactStore.inMemory()
        try await store.upsert([makeContact(2), makeContact(1)])
        let (lists, continuation) = AsyncStream<[Int]>.makeStream()
        let observation = store.observeList { continuation.yield($0.contacts.map(\.id)) }
        var iterator = lists.makeAsyncIterator()
        #expect(await iterator.next() == [1, 2])
        try await store.upsert([makeContact(0 + 3, ["first_name": "Aaron"])])
        #expect(await iterator.next() == [3, 1, 2])
        try await store.remove(ids: [1])
        #expect(await iterator.next() == [3, 2])
        try await store.upsert([makeContact(2, ["is_active": false])])
        #expect(await iterator.next() == [3])
        observation.cancel()
    }

    @Test func manyChangesAreToldTogether() async throws {
        let store = try ContactStore.inMemory()
        let (counts, continuation) = AsyncStream<Int>.makeStream()
        let observation = store.observeList { continuation.yield($0.contacts.count) }
        for id in 1...40 { try await store.upsert([makeContact(id)]) }
        var told: [Int] = []
        for await count in counts {
            told.append(count)
            if count == 40 { break }
        }
        #expect(told.count < 20)
        #expect(told == told.sorted())
        observation.cancel()
    }

    @Test func aContactTellsItsChanges() async throws {
        let store = try ContactStore.inMemory()
        let (names, continuation) = AsyncStream<String?>.makeStream()
        let observation = store.observeContact(
            id: 1, onFailure: { _ in }, onChange: { continuation.yield($0?.contact.displayName) })
        var iterator = names.makeAsyncIterator()
        #expect(await iterator.next() == .some(nil))
        try await store.upsert([makeContact(1)])
        #expect(await iterator.next() == "First1 Last1")
        try await store.upsert([makeContact(2), makeContact(1)])
        try await store.upsert([makeContact(1, ["description": "only in the details"])])
        #expect(await iterator.next() == "First1 Last1")
        try await store.remove(ids: [1])
        #expect(await iterator.next() == .some(nil))
        observation.cancel()
    }

    @Test func changesOfContactsAndOfTheirNotesAreTold() async throws {
        let store = try ContactStore.inMemory()
        try await store.upsert([makeContact(1)])
        let (changes, continuation) = AsyncStream<Void>.makeStream()
        let observation = store.observeChanges { continuation.yield() }
        var iterator = changes.makeAsyncIterator()
        try await store.upsert([makeContact(1, ["nickname": "New"])])
        #expect(await iterator.next() != nil)
        let monica = await FakeMonica()
        await monica.answer(#"{"data":[{"id":1,"body":"About bees"}]}"#)
        let notes = try await monica.client().entries(in: .notes, ofContact: 1)
        try await store.store(notes, in: .notes, ofContact: 1)
        #expect(await iterator.next() != nil)
        #expect(try await store.search("bees").matches.map(\.id) == [1])
        observation.cancel()
    }

    @Test func sectionsAreNewsForThoseAloneWhoAskForThem() async throws {
        let store = try ContactStore.inMemory()
        try await store.upsert([makeContact(1)])
        let sections = store.changes.subscribe(besides: [.sections])
        let reminders = store.changes.subscribe(besides: [.lists])
        let monica = await FakeMonica()
        await monica.answer(#"{"data":[{"id":1,"body":"About bees"}]}"#)
        let notes = try await monica.client().entries(in: .notes, ofContact: 1)
        try await store.store(notes, in: .notes, ofContact: 1)
        #expect(sections.empty() == [1])
        // Nothing has arrived until the reminders do.
        store.changes.listsChanged()
        sections.close()
        reminders.close()
        var arrivals = (sections: 0, reminders: 0)
        for await _ in sections.arrivals { arrivals.sections += 1 }
        for await _ in reminders.arrivals { arrivals.reminders += 1 }
        #expect(arrivals == (1, 1))
        #expect(reminders.empty().isEmpty)
    }

    @Test func whatIsStoredAlreadyIsNoChange() async throws {
        let store = try ContactStore.inMemory()
        let mailbox = store.changes.subscribe()
        try await store.upsert([makeContact(1), makeContact(2)])
        #expect(mailbox.empty() == [1, 2])
        try await store.upsert([makeContact(1), makeContact(2, ["nickname": "New"])])
        #expect(mailbox.empty() == [2])
    }

    @Test func aReleasedObservationIsOver() async throws {
        let store = try ContactStore.inMemory()
        let (lists, continuation) = AsyncStream<Void>.makeStream()
        var observation: ContactObservation? = store.observeList { [ended = EndSignal(continuation)] _ in
            ended.tell()
        }
        var iterator = lists.makeAsyncIterator()
        _ = await iterator.next()
        #expect(observation != nil)
        observation = nil
        // The callback is released with the observation, which ends the stream.
        #expect(await iterator.next() == nil)
    }

    @Test func aContactThatCannotBeReadIsTold() async throws {
        let store = try ContactStore.inMemory()
        try await store.close()
        let (errors, continuation) = AsyncStream<ContactStoreError>.makeStream()
        let observation = store.observeContact(id: 1, onFailure: { continuation.yield($0) }, onChange: { _ in })
        var iterator = errors.makeAsyncIterator()
        #expect(await iterator.next() == .closed)
        observation.cancel()
    }

    @Test func aFailureIsTold() async throws {
        let store = try ContactStore.inMemory()
        try await store.close()
        let (errors, continuation) = AsyncStream<ContactStoreError>.makeStream()
        let observation = store.observeList(onFailure: { continuation.yield($0) }, onChange: { _ in })
        var iterator = errors.makeAsyncIterator()
        #expect(await iterator.next() == .closed)
        observation.cancel()
    }
}

private final class EndSignal: Sendable {
    private let continuation: AsyncStream<Void>.Continuation

    init(_ continuation: AsyncStream<Void>.Continuation) {
        self.continuation = continuation
    }

    deinit {
        continuation.finish()
    }

    func tell() {
        continuation.yield()
    }
}
