import Foundation
import Model
import Synchronization
import Testing

@testable import Contacts

/// What becomes of edits when the computer sleeps in the middle, when it is started anew, and when the time of day is set.
final class EditSleepTests: Sendable {
    private let folder = FileManager.default.temporaryDirectory.appending(component: "cameo-\(UUID().uuidString)")
    private let server = QueueServer()
    private let copies = MemoryCopies()
    private let day = Mutex(Date(timeIntervalSince1970: 1_700_000_000))
    private let ann: RemoteID
    private let bob: RemoteID

    init() throws {
        ann = try server.add([.firstName: .text("Ann")])
        bob = try server.add([.firstName: .text("Bob")])
    }

    deinit {
        // What is left in the temporary folder hurts nobody.
        try? FileManager.default.removeItem(at: folder)
    }

    private func makeQueue(_ store: ContactStore, _ clock: ManualClock) -> EditQueue {
        EditQueue(
            store: store, account: "a", server: server, lock: HeldLock(),
            surroundings: EditQueue.Surroundings(
                copies: { [copies] in copies }, clock: { clock.now }, date: { [self] in day.withLock { $0 } },
                sleep: clock.sleep(until:)))
    }

    private func open() async throws -> ContactStore {
        try await ContactStore.open(at: folder.appending(component: "contacts.sqlite"))
    }

    /// Has a queue send while something is done.
    private func sending(_ queue: EditQueue, _ body: () async throws -> Void) async throws {
        let sending = Task { await queue.run() }
        do {
            try await body()
        } catch {
            sending.cancel()
            throw error
        }
        sending.cancel()
        await sending.value
    }

    private func until(_ what: Comment, _ condition: () async throws -> Bool) async throws {
        let limit = ContinuousClock.now + .seconds(20)
        while try await !condition() {
            try #require(ContinuousClock.now < limit, what)
            try await Task.sleep(for: .milliseconds(2))
        }
    }

    private func rename(_ before: String, _ after: String) -> ContactChange {
        .values(ValueChange(group: .person, deltas: [.firstName: Delta(before: .text(before), after: .text(after))]))
    }

    private func name(of contact: RemoteID) -> ContactValue? { server.person(contact)?.values[.firstName] }

    private func writes(of contact: RemoteID) -> Int { server.requests.count { $0.written == contact } }

    private func spoil(_ contact: RemoteID, _ troubles: QueueServer.Trouble...) {
        server.state.withLock { $0.troubles[contact] = troubles }
    }

    /// Whether the queue has looked for what came of a write, and waits.
    private func hasLooked() -> Bool {
        let requests = server.requests
        let last = requests.lastIndex { $0.written != nil }
        return last.map { $0 < requests.count - 1 } ?? false
    }

    /// Another contact's edit goes: whatever was due before it has gone too.
    private func sendAnother(_ queue: EditQueue) async throws {
        guard case .text(let before)? = name(of: bob) else { throw ContactStoreError.closed }
        _ = try await queue.store([rename(before, before + "b")], of: ContactID(2), remote: bob)
        try await until("the other edit") { name(of: bob) == .text(before + "b") }
    }

    private func untilNothingIsLeft(_ queue: EditQueue) async throws {
        try await until("the end of the edits") { try await queue.edits().isEmpty }
    }

    @Test func whatDidNotArriveIsSentAgainOnceAfterTwoMinutes() async throws {
        let clock = ManualClock(1_000)
        let queue = makeQueue(try ContactStore.inMemory(), clock)
        spoil(ann, .instead(.lost))
        try await sending(queue) {
            _ = try await queue.store([rename("Ann", "Anna")], of: ContactID(1), remote: ann)
            try await until("a look") { hasLooked() }
            clock.advance(by: 119)
            try await sendAnother(queue)
            #expect(writes(of: ann) == 1)
            clock.advance(by: 600)
            try await untilNothingIsLeft(queue)
        }
        #expect(writes(of: ann) == 2)
        #expect(name(of: ann) == .text("Anna"))
    }

    @Test func theLongestPauseEndsInSleep() async throws {
        let clock = ManualClock(1_000)
        let queue = makeQueue(try ContactStore.inMemory(), clock)
        spoil(ann, .instead(.failed(status: 500)), .instead(.failed(status: 500)), .instead(.failed(status: 500)))
        try await sending(queue) {
            _ = try await queue.store([rename("Ann", "Anna")], of: ContactID(1), remote: ann)
            for (tries, pause) in zip(1..., [60, 300, 1_800] as [TimeInterval]) {
                try await until("try \(tries)") {
                    let edit = try await queue.edits().first
                    return edit?.attempts == tries && edit?.state == .waiting
                }
                clock.advance(by: pause - 1)
                try await sendAnother(queue)
                #expect(writes(of: ann) == tries)
                clock.advance(by: 1)
            }
            try await untilNothingIsLeft(queue)
        }
        #expect(writes(of: ann) == 4)
    }

    @Test func aDeletionGoesOnceItsMomentIsOver() async throws {
        let clock = ManualClock(1_000)
        let queue = makeQueue(try ContactStore.inMemory(), clock)
        guard case .contact(let seen) = await server.answer(.contact(ann)).answer else {
            throw ContactStoreError.closed
        }
        copies.set(seen, as: ContactID(1))
        try await sending(queue) {
            try await queue.delete(ContactID(1), remote: ann, after: 20)
            clock.advance(by: 19)
            #expect(try await queue.undoDeletion(of: ContactID(1)) == .takenBack)
            try await queue.delete(ContactID(1), remote: ann, after: 20)
            clock.advance(by: 600)
            #expect(try await queue.undoDeletion(of: ContactID(1)) != .takenBack)
            try await untilNothingIsLeft(queue)
        }
        #expect(writes(of: ann) == 1)
        #expect(server.person(ann) == nil)
    }

    @Test func aClockThatBeginsAnewHoldsNothingUp() async throws {
        var store = try await open()
        let former = makeQueue(store, ManualClock(5_000_000))
        spoil(ann, .instead(.failed(status: 500)))
        spoil(bob, .instead(.lost))
        try await sending(former) {
            _ = try await former.store([rename("Ann", "Anna")], of: ContactID(1), remote: ann)
            _ = try await former.store([rename("Bob", "Bert")], of: ContactID(2), remote: bob)
            try await until("both tries") {
                try await former.edits().map(\.attempts) == [1, 0] && writes(of: bob) == 1 && hasLooked()
            }
        }
        try await store.close()
        store = try await open()
        let clock = ManualClock(5)
        let queue = makeQueue(store, clock)
        try await sending(queue) {
            try await until("the one that had failed") { name(of: ann) == .text("Anna") }
            #expect(writes(of: ann) == 2)
            // Held anew from the start.
            #expect(writes(of: bob) == 1)
            clock.advance(by: 121)
            try await untilNothingIsLeft(queue)
        }
        #expect(writes(of: bob) == 2)
        #expect(name(of: bob) == .text("Bert"))
    }

    @Test func theTimeOfDayMayBeSetToAnything() async throws {
        let clock = ManualClock(1_000)
        let queue = makeQueue(try ContactStore.inMemory(), clock)
        spoil(ann, .instead(.lost))
        let days = [1_700_000_000, 0, 4_000_000_000, -1_000_000_000, 1_700_000_000] as [TimeInterval]
        try await sending(queue) {
            for (number, seconds) in days.enumerated() {
                day.withLock { $0 = Date(timeIntervalSince1970: seconds) }
                let before = number == 0 ? "Ann" : "Ann\(number - 1)"
                _ = try await queue.store([rename(before, "Ann\(number)")], of: ContactID(1), remote: ann)
            }
            try await until("a look") { hasLooked() }
            #expect(try await queue.edits().map(\.madeAt?.timeIntervalSince1970) == days)
            clock.advance(by: 120)
            try await untilNothingIsLeft(queue)
        }
        #expect(name(of: ann) == .text("Ann4"))
        #expect(writes(of: ann) == days.count + 1)
    }

    /// The computer sleeps after a write is stored, and before it leaves.
    @Test func whatWasReadBeforeASleepIsReadAnewAlsoWhereTheWriteWasStored() async throws {
        let clock = ManualClock(1_000)
        let queue = makeQueue(try await open(), clock)
        copies.onChange.withLock {
            $0 = { [copies] book in
                guard book.edits.contains(where: { $0.state == .sending }) else { return }
                copies.onChange.withLock { $0 = nil }
                clock.advance(by: 3_600)
            }
        }
        _ = try await queue.store([rename("Ann", "Anna")], of: ContactID(1), remote: ann)
        try await sending(queue) {
            try await until("the edit is carried out") { try await queue.edits().isEmpty }
        }
        #expect(name(of: ann) == .text("Anna") && writes(of: ann) == 1)
        #expect(server.requests.count { $0 == .contact(ann) } == 2)
    }
}
