import Foundation
import GRDB
import Model
import Synchronization
import Testing

@testable import Contacts

/// A token that may change nothing is noticed once; nothing is lost by it, and nothing waits for ever.
final class EditRightsTests: Sendable {
    private let server = QueueServer()
    private let copies = MemoryCopies()
    private let remotes: [RemoteID]
    private static let no = EditAnswer.forbidden(["Invalid scope."])
    private static let names = ["Ann", "Bob", "Cleo"]

    init() throws {
        remotes = try Self.names.map { [server] name in try server.add([.firstName: .text(name)]) }
    }

    private static func rename(_ before: String, _ after: String) -> ContactChange {
        .values(ValueChange(group: .person, deltas: [.firstName: Delta(before: .text(before), after: .text(after))]))
    }

    /// With a change of each of some contacts.
    private func withChanges(
        of count: Int, _ body: @escaping @Sendable (inout EditEngine, Database, inout Line) throws -> Void
    ) async throws {
        let store = try ContactStore.inMemory()
        try await store.writeSynced { [self] db in
            var engine = try EditEngine(db, account: "a", copies: copies)
            try engine.change(db) { [remotes] book in
                for (number, remote) in remotes.prefix(count).enumerated() {
                    let contact = ContactID(Int64(number + 1))
                    book.name(contact, as: remote)
                    book.append(Self.rename(Self.names[number], Self.names[number] + "a"), of: contact)
                }
            }
            var line = Line(server: server, remotes: remotes)
            try body(&engine, db, &line)
        }
    }

    @Test func theOthersAreNotSentOnlyToBeRefused() async throws {
        try await withChanges(of: 3) { engine, db, line in
            line.forbidden = [0, 1, 2]
            try line.run(&engine, db)
            #expect(line.written == [0])
            #expect(engine.standstill == .forbidden(["Invalid scope."]))
            #expect(engine.book.edits.map(\.state) == [.waiting, .waiting, .waiting])
            // Neither time nor a new start changes that.
            line.now += 90_000
            engine.resume()
            engine = try EditEngine(db, account: "a", copies: engine.copies)
            try engine.takeOver(db, now: line.now)
            try line.run(&engine, db)
            #expect(line.written == [0] && engine.standstill?.isForbidden == true)
            line.forbidden = []
            try line.tryAgain(&engine, db)
            #expect(line.written == [0, 0, 1, 2])
            #expect(engine.book.edits.isEmpty && engine.standstill == nil)
        }
    }

    @Test func whatIsDroppedDoesNotMakeTheTokenAnother() async throws {
        try await withChanges(of: 1) { engine, db, line in
            line.forbidden = [0]
            try line.run(&engine, db)
            let first = try #require(engine.book.edits.first?.id)
            try engine.change(db) { book in
                let isDropped = book.drop(first)
                #expect(isDropped)
                book.append(Self.rename("Ann", "Anne"), of: ContactID(1))
            }
            try line.run(&engine, db)
            #expect(line.written == [0] && engine.standstill?.isForbidden == true)
        }
    }

    @Test func aContactThatMayNotBeMadeCanBeDropped() async throws {
        try await withChanges(of: 0) { engine, db, line in
            let contact = try engine.change(db) { book in
                let contact = book.newContact()
                book.append(.create(ContactCreation(uuid: "u", values: [.firstName: .text("Dan")])), of: contact)
                return contact
            }
            line.forbidsCreations = true
            try line.run(&engine, db)
            let edit = try #require(engine.book.edits(of: contact).first)
            #expect(edit.state == .waiting && edit.issue?.isForbidden == true)
            let isDropped = try engine.change(db) { book in
                // Also before it is tried with another token.
                book.tokenChanged()
                return book.drop(edit.id)
            }
            #expect(isDropped)
            #expect(engine.book.edits.isEmpty)
        }
    }

    @Test func theSameAnswerToAllIsAboutTheToken() async throws {
        try await withChanges(of: 3) { engine, db, line in
            line.forbidden = [0, 1, 2]
            try line.run(&engine, db)
            // One more is tried, so that a single one holds up nobody for ever.
            try line.tryAgain(&engine, db)
            #expect(line.written == [0, 0, 1])
            #expect(engine.book.edits.map(\.state) == [.waiting, .waiting, .waiting])
            #expect(engine.standstill?.isForbidden == true)
        }
    }

    @Test func aFirewallThatDoesNotLikeOneHoldsUpThatAlone() async throws {
        try await withChanges(of: 3) { engine, db, line in
            line.forbidden = [0]
            try line.run(&engine, db)
            #expect(line.written == [0])
            try line.tryAgain(&engine, db)
            #expect(line.written == [0, 0, 1, 2])
            let left = try #require(engine.book.edits.first)
            #expect(left.state == .refused && left.issue == .forbidden(["Invalid scope."]))
            #expect(engine.book.edits.count == 1 && engine.standstill == nil)
            // Whoever sends it again hears of it alone, whatever else waits.
            try engine.change(db) { [now = line.now] book in
                let later = book.append(Self.rename("Boba", "Bo"), of: ContactID(2))
                book.update(later) { $0.notBefore = now + 300 }
                _ = book.retry(left.id, now: now)
            }
            try line.run(&engine, db)
            #expect(engine.book.edits.map(\.state) == [.refused, .waiting] && engine.standstill == nil)
            line.forbidden = []
            try engine.change(db) { _ = $0.retry(left.id, now: line.now) }
            try line.run(&engine, db)
            #expect(engine.book.edits.map(\.state) == [.waiting])
        }
    }

    @Test func theOnlyOneIsRefusedSoThatItCanBeMended() async throws {
        try await withChanges(of: 1) { engine, db, line in
            line.forbidden = [0]
            try line.run(&engine, db)
            #expect(engine.standstill?.isForbidden == true)
            try engine.change(db) { $0.forgetRefusal() }
            #expect(engine.book.edits.map(\.issue) == [nil])
            try line.run(&engine, db)
            #expect(line.written == [0, 0] && engine.standstill == nil)
            #expect(engine.book.edits.map(\.state) == [.refused])
            // With another token nobody knows any more; what was refused goes only when somebody sends it.
            try engine.change(db) { $0.tokenChanged() }
            try line.run(&engine, db)
            #expect(line.written == [0, 0])
            let first = try #require(engine.book.edits.first?.id)
            try engine.change(db) { _ = $0.retry(first, now: line.now) }
            try line.run(&engine, db)
            #expect(line.written == [0, 0, 0] && engine.standstill?.isForbidden == true)
            #expect(engine.book.edits.map(\.state) == [.waiting])
        }
    }

    @Test func aRefusalOfWhatIsInAnotherSaysThatTheTokenMayChangeThings() async throws {
        try await withChanges(of: 2) { engine, db, line in
            line.forbidden = [0]
            try line.run(&engine, db)
            line.refused = [1]
            try line.tryAgain(&engine, db)
            #expect(line.written == [0, 0, 1] && engine.standstill == nil)
            #expect(engine.book.edits.map(\.state) == [.refused, .refused])
            #expect(engine.book.edits.map { $0.issue?.isForbidden } == [true, false])
        }
    }

    @Test func whatMayTellSoonIsWaitedFor() async throws {
        try await withChanges(of: 2) { engine, db, line in
            line.forbidden = [0, 1]
            try line.run(&engine, db)
            let other = try #require(engine.book.edits.last?.id)
            try engine.change(db) { [now = line.now] book in book.update(other) { $0.notBefore = now + 300 } }
            try line.tryAgain(&engine, db)
            // The other one has not been asked about yet, and will be.
            #expect(line.written == [0, 0] && engine.standstill?.isForbidden == true)
            #expect(engine.book.edits.map(\.state) == [.waiting, .waiting])
        }
    }

    @Test func whereNothingElseCanTellTheTokenMayChangeNothing() async throws {
        try await withChanges(of: 2) { [self] engine, db, line in
            line.forbidden = [0]
            try line.run(&engine, db)
            // So that the other one is not sent at all.
            let bob = try #require(Int(remotes[1].rawValue))
            server.state.withLock { $0.model.set(bob, .firstName, .text("Bo"), .other) }
            try line.tryAgain(&engine, db)
            #expect(line.written == [0, 0] && engine.standstill?.isForbidden == true)
            #expect(engine.book.edits.map(\.state) == [.waiting, .conflicting])
        }
    }

    @Test func whatWasCarriedOutAllTheSameHasHappened() async throws {
        try await withChanges(of: 1) { [self] engine, db, line in
            line.forbidden = [0]
            line.carriesOut = true
            try line.run(&engine, db)
            #expect(engine.book.edits.isEmpty && server.person(remotes[0])?.values[.firstName] == .text("Anna"))
            #expect(engine.standstill == nil)
        }
    }

    @Test func photosThatAreLeftWaitToo() async throws {
        try await withChanges(of: 1) { engine, db, line in
            line.forbidden = [0]
            try line.run(&engine, db)
            try engine.change(db) { $0.photos = [RemoteID("photo1")] }
            try line.run(&engine, db)
            #expect(engine.book.photos == [RemoteID("photo1")])
            line.forbidden = []
            try line.tryAgain(&engine, db)
            #expect(engine.book.photos.isEmpty && engine.book.edits.isEmpty)
        }
    }

    @Test func itIsStoredInItsWords() {
        for issue in [EditIssue.forbidden([]), .forbidden(["Invalid scope.", "b"])] {
            #expect(EditIssue(stored: issue.stored) == issue)
        }
        #expect(EditIssue.forbidden(["a"]).stored == "forbidden\na")
    }

    @Test func allThatWaitsSaysWhy() async throws {
        let queue = EditQueue(
            store: try ContactStore.inMemory(), account: "a", server: server, lock: HeldLock(),
            surroundings: EditQueue.Surroundings(
                copies: { [copies] in copies }, clock: { 1_000 },
                sleep: { _ in try await Task.sleep(for: .seconds(60)) })
        )
        try server.state.withLock {
            $0.troubles[try #require(remotes.first)] = [.instead(Self.no)]
        }
        let sending = Task { await queue.run() }
        defer { sending.cancel() }
        for (number, remote) in remotes.enumerated() {
            let change = Self.rename(Self.names[number], Self.names[number] + "a")
            _ = try await queue.store([change], of: ContactID(Int64(number + 1)), remote: remote)
            if number == 0 { try await until { try await queue.writeRefusal() != nil } }
        }
        try await until { try await queue.edits().first?.state == .waiting }
        // Also of one that met something else before.
        try await queue.change { book in book.update(book.edits[1].id) { $0.issue = .failed(status: 500) } }
        #expect(try await queue.waiting().map(\.issue) == Array(repeating: .forbidden(["Invalid scope."]), count: 3))
        #expect(try await queue.unsent().pauseReason?.isForbidden == true)
        // As at the end of the program: nobody has asked for it.
        #expect(try await queue.sendAll(within: 60).count == 3)
        try await queue.sendNow()
        try await until { try await queue.edits().isEmpty }
        #expect(try await queue.writeRefusal() == nil)
    }

    private func until(_ condition: () async throws -> Bool) async throws {
        let limit = ContinuousClock.now + .seconds(20)
        while try await !condition() {
            try #require(ContinuousClock.now < limit)
            try await Task.sleep(for: .milliseconds(2))
        }
    }

    /// A server that does not let some contacts be changed, and which were asked for.
    private struct Line {
        let server: QueueServer
        let remotes: [RemoteID]
        var forbidden: Set<Int> = []
        var refused: Set<Int> = []
        var carriesOut = false
        var forbidsCreations = false
        var written: [Int] = []
        var now: TimeInterval = 1_000

        mutating func run(_ engine: inout EditEngine, _ db: Database) throws {
            while case .ask(let request) = try engine.step(db, now: now), written.count < 50 {
                let target = request.written.flatMap { remotes.firstIndex(of: $0) }
                if let target { written.append(target) }
                let isCreation = if case .write(.create) = request { true } else { false }
                let isForbidden = target.map { forbidden.contains($0) } ?? (isCreation && forbidsCreations)
                var answer = EditRightsTests.no
                if let target, refused.contains(target) {
                    answer = .refused(["bad"], about: [])
                } else if !isForbidden || carriesOut {
                    let real = server.state.withLock { $0.model.answer(request) }
                    if !isForbidden { answer = real }
                }
                let date = server.state.withLock { $0.model.date }
                try engine.receive(EditResponse(answer, date: date), db, now: now)
            }
        }

        mutating func tryAgain(_ engine: inout EditEngine, _ db: Database) throws {
            try engine.change(db) { $0.forgetRefusal() }
            try run(&engine, db)
        }
    }
}
