import Foundation
import GRDB
import Model
import Synchronization
import Testing

@testable import Contacts

/// What is held up until a moment says when it goes on.
final class EditTimeLeftTests: Sendable {
    private let server = QueueServer()
    private let clock = ManualClock(1_000)
    private let ann: RemoteID
    private let bob: RemoteID

    init() throws {
        ann = try server.add([.firstName: .text("Ann")])
        bob = try server.add([.firstName: .text("Bob")])
    }

    private func makeQueue() throws -> EditQueue {
        let copies = MemoryCopies()
        return EditQueue(
            store: try ContactStore.inMemory(), account: "a", server: server, lock: HeldLock(),
            surroundings: EditQueue.Surroundings(
                copies: { copies }, clock: { [clock] in clock.now }, sleep: clock.sleep(until:)))
    }

    private func rename(_ before: String, _ after: String) -> ContactChange {
        .values(ValueChange(group: .person, deltas: [.firstName: Delta(before: .text(before), after: .text(after))]))
    }

    /// For how long each change waits yet, once that is so for the first.
    private func times(of queue: EditQueue) async throws -> [TimeInterval?] {
        let limit = ContinuousClock.now + .seconds(20)
        while true {
            let times = try await queue.waiting().map { queue.timeLeft(of: $0) }
            if times.first.flatMap(\.self) != nil { return times }
            try #require(ContinuousClock.now < limit)
            try await Task.sleep(for: .milliseconds(2))
        }
    }

    @Test(arguments: [
        (EditAnswer.failed(status: 500), 60.0), (.page, 120), (.lost, 120), (.gateway, 120),
        (.rateLimited(wait: 40), 40), (.offline, 60),
    ])
    func itIsToldForHowLong(_ answer: EditAnswer, _ seconds: Double) async throws {
        let queue = try makeQueue()
        server.state.withLock { $0.troubles[ann] = [.instead(answer)] }
        let sending = Task { await queue.run() }
        defer { sending.cancel() }
        _ = try await queue.store([rename("Ann", "Anna")], of: ContactID(1), remote: ann)
        #expect(try await times(of: queue) == [seconds])
        clock.advance(by: 30)
        #expect(try await times(of: queue) == [seconds - 30])
        clock.advance(by: seconds)
        let limit = ContinuousClock.now + .seconds(20)
        while try await !queue.waiting().isEmpty {
            try #require(ContinuousClock.now < limit)
            clock.advance(by: 1)
            try await Task.sleep(for: .milliseconds(2))
        }
        #expect(server.person(ann)?.values[.firstName] == .text("Anna"))
    }

    @Test func whatHoldsUpAllIsToldOfAll() async throws {
        let queue = try makeQueue()
        server.state.withLock { $0.troubles[ann] = [.instead(.rateLimited(wait: 40))] }
        _ = try await queue.store([rename("Ann", "Anna")], of: ContactID(1), remote: ann)
        _ = try await queue.store([rename("Bob", "Bo")], of: ContactID(2), remote: bob)
        let sending = Task { await queue.run() }
        defer { sending.cancel() }
        #expect(try await times(of: queue) == [40, 40])
    }

    @Test func noMomentIsToldWhereAPersonDecides() async throws {
        let queue = try makeQueue()
        _ = try await queue.store([rename("Ann", "Anna")], of: ContactID(1), remote: ann)
        let change = try #require(try await queue.waiting().first)
        #expect(queue.timeLeft(of: change) == nil)
        try await queue.change { book in
            book.writeRefusal = .forbidden([])
            for edit in book.edits { book.update(edit.id) { $0.notBefore = 2_000 } }
        }
        let forbidden = try #require(try await queue.waiting().first)
        #expect(queue.timeLeft(of: forbidden) == nil)
        let following = rename("Anna", "Anni")
        try await queue.change { book in
            book.writeRefusal = nil
            for edit in book.edits { book.refuse(edit.id, .refused(["no"])) }
            let next = book.append(following, of: ContactID(1))
            book.update(next) { $0.notBefore = 2_000 }
        }
        for change in try await queue.waiting() { #expect(queue.timeLeft(of: change) == nil) }
        try await queue.delete(ContactID(2), remote: bob, after: 20)
        let held = try #require(try await queue.waiting().last)
        #expect(held.edit.isHeldDeletion && queue.timeLeft(of: held) == nil)
    }

    @Test func noMomentIsToldWhereATokenIsMissing() async throws {
        let queue = try makeQueue()
        server.state.withLock { $0.troubles[ann] = [.instead(.unauthorized)] }
        let sending = Task { await queue.run() }
        defer { sending.cancel() }
        _ = try await queue.store([rename("Ann", "Anna")], of: ContactID(1), remote: ann)
        let limit = ContinuousClock.now + .seconds(20)
        while try await queue.waiting().first?.issue != .unauthorized {
            try #require(ContinuousClock.now < limit)
            try await Task.sleep(for: .milliseconds(2))
        }
        let change = try #require(try await queue.waiting().first)
        #expect(queue.timeLeft(of: change) == nil)
    }

    @Test func whoeverSendsNowWaitsForNoMoment() async throws {
        let queue = try makeQueue()
        server.state.withLock { $0.troubles[ann] = [.instead(.failed(status: 500))] }
        let sending = Task { await queue.run() }
        defer { sending.cancel() }
        _ = try await queue.store([rename("Ann", "Anna")], of: ContactID(1), remote: ann)
        _ = try await times(of: queue)
        try await queue.sendNow()
        let limit = ContinuousClock.now + .seconds(20)
        while try await !queue.waiting().isEmpty {
            try #require(ContinuousClock.now < limit)
            try await Task.sleep(for: .milliseconds(2))
        }
        #expect(clock.now == 1_000)
    }

    @Test func aServerThatDoesNotAnswerIsAskedEverLessUntilSomethingHappens() throws {
        let database = try EditCheckerTests.databases(1)[0]
        try database.inDatabase { db in
            var engine = try EditEngine(db, account: "a", copies: ModelCopies())
            try engine.change(db) { book in
                book.name(ContactID(2), as: RemoteID("2"))
                book.append(rename("Ann", "Anna"), of: ContactID(2))
            }
            for answer in [EditAnswer.offline, .lost] {
                var now: TimeInterval = 1_000
                engine.unanswered = 0
                for pause in [60.0, 120, 300, 900, 900] {
                    guard case .ask = try engine.step(db, now: now) else { throw ContactStoreError.closed }
                    try engine.receive(EditResponse(answer), db, now: now)
                    guard case .wait(let moment?) = try engine.step(db, now: now) else {
                        throw ContactStoreError.closed
                    }
                    #expect(moment == now + pause)
                    now = moment
                }
                guard case .ask = try engine.step(db, now: now) else { throw ContactStoreError.closed }
                try engine.receive(EditResponse(answer), db, now: now)
                try engine.tryAgain(db, now: now + 1)
                guard case .ask = try engine.step(db, now: now + 1) else { throw ContactStoreError.closed }
                try engine.receive(EditResponse(.offline), db, now: now + 1)
                try engine.tryAgain(db, now: 0)
            }
            // Somebody who asks often does not wait longer for that.
            engine.unanswered = 0
            for now in [100_000.0, 100_010, 100_020] {
                guard case .ask = try engine.step(db, now: now) else { throw ContactStoreError.closed }
                try engine.receive(EditResponse(.offline), db, now: now)
                guard case .wait(now + 60) = try engine.step(db, now: now) else { throw ContactStoreError.closed }
                try engine.tryAgain(db, now: now + 10)
            }
        }
    }
}
