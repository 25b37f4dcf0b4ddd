import Foundation
import GRDB
import Model
import Synchronization
import Testing

@testable import Contacts

/// What the queue has read counts for what it was when it was asked for, however late the answer comes.
final class EditReadingTests: Sendable {
    private let server = QueueServer()
    private let copies = MemoryCopies()
    private let ann: RemoteID

    init() throws { ann = try server.add([.firstName: .text("Ann")]) }

    private func rename(_ before: String, _ after: String) -> ContactChange {
        .values(ValueChange(group: .person, deltas: [.firstName: Delta(before: .text(before), after: .text(after))]))
    }

    private func name(of contact: RemoteID) -> ContactValue? { server.person(contact)?.values[.firstName] }

    /// With a change of Ann's name that waits.
    private func withRename(
        _ body: @escaping @Sendable (inout EditEngine, Database, inout Steps) throws -> Void
    ) async throws {
        try await withEngine { [self] engine, db in
            try engine.change(db) { book in
                book.name(ContactID(1), as: ann)
                _ = book.store([rename("Ann", "Anna")], of: ContactID(1))
            }
            var steps = Steps(server: server)
            try body(&engine, db, &steps)
        }
    }

    /// A contact with a birthday, so that reminders are read, too.
    private func addCleo(reminders: Set<ContactKey> = []) throws -> RemoteID {
        let day = ContactValue.day(.date(year: 1990, month: 5, day: 1))
        return try server.add([.firstName: .text("Cleo"), .birthday: day], reminders: reminders)
    }

    @Test func aSleepWhileTheRequestIsOnItsWayIsNoPartOfTheTwoMinutes() async throws {
        try await withRename { [self] engine, db, steps in
            #expect(try steps.step(&engine, db) == .contact(ann))
            let write = try #require(try steps.step(&engine, db, .lost, after: 600))
            guard case .write = write else {
                Issue.record("it is not written")
                return
            }
            #expect(try steps.step(&engine, db) == .contact(ann))
            steps.now += 119
            #expect(try steps.step(&engine, db) == nil)
            steps.now += 1
            // Looked for, read and written anew.
            #expect(try steps.step(&engine, db) == .contact(ann))
            #expect(try steps.step(&engine, db) == .contact(ann))
            #expect(try steps.step(&engine, db) == write)
            #expect(name(of: ann) == .text("Anna"))
        }
    }

    @Test func whatWasSeenWithinTheTwoMinutesProvesNothingAfterASleep() async throws {
        let cleo = try addCleo(reminders: [.birthday])
        try await withEngine { [self] engine, db in
            let change = rename("Cleo", "Clea")
            let edit = try engine.change(db) { book in
                book.name(ContactID(3), as: cleo)
                return book.append(change, of: ContactID(3))
            }
            var steps = Steps(server: server)
            #expect(try steps.step(&engine, db) == .contact(cleo))
            _ = try steps.step(&engine, db)
            let write = try #require(try steps.step(&engine, db, .lost))
            try engine.change(db) { $0.undo(change, edit, of: ContactID(3)) }
            // The computer sleeps between the two questions of a look; meanwhile the request arrives.
            #expect(try steps.step(&engine, db) == .contact(cleo))
            guard case .reminders? = try steps.step(&engine, db, after: 600) else {
                Issue.record("no reminders are looked for")
                return
            }
            _ = server.state.withLock { $0.model.answer(write) }
            while try steps.step(&engine, db) != nil {}
            #expect(engine.book.edits.isEmpty)
            #expect(name(of: cleo) == .text("Cleo"))
        }
    }

    @Test func whatWasReadBeforeASleepIsReadAnewBeforeItIsReplaced() async throws {
        let cleo = try addCleo()
        try await withEngine { [self] engine, db in
            try engine.change(db) { book in
                book.name(ContactID(3), as: cleo)
                book.append(rename("Cleo", "Clea"), of: ContactID(3))
            }
            var steps = Steps(server: server)
            #expect(try steps.step(&engine, db) == .contact(cleo))
            // The answer comes after a night, in which another client has written.
            let number = try #require(Int(cleo.rawValue))
            server.state.withLock { $0.model.set(number, .description, .text("Theirs"), .other) }
            guard case .reminders? = try steps.step(&engine, db, after: 30_000) else {
                Issue.record("no reminders are read")
                return
            }
            steps.now += 1
            #expect(try steps.step(&engine, db) == .contact(cleo))
            while try steps.step(&engine, db) != nil {}
            #expect(name(of: cleo) == .text("Clea"))
            #expect(server.person(cleo)?.values[.description] == .text("Theirs"))
        }
    }

    /// Two changes of Ann, of which the first one is taken away, and brought back while the contact is read for the other.
    private func withReturn(
        of first: ContactChange, before second: ContactChange, refused isRefused: Bool,
        _ body: @escaping @Sendable (EditBook) -> Void
    ) async throws {
        try await withEngine { [self] engine, db in
            let contact = ContactID(1)
            let removed = try engine.change(db) { book in
                book.name(contact, as: ann)
                let former = book.append(first, of: contact)
                book.append(second, of: contact)
                if isRefused { book.refuse(former, .refused(["no"])) }
                let old = book
                _ = book.drop(former)
                return book.removed(since: old, of: contact)
            }
            var steps = Steps(server: server)
            guard case .ask(let request) = try engine.step(db, now: steps.now) else {
                Issue.record("nothing is read")
                return
            }
            try engine.change(db) { _ = $0.restore(removed) }
            let answer = server.state.withLock { $0.model.answer(request) }
            try engine.receive(EditResponse(answer), db, now: steps.now)
            while try steps.step(&engine, db) != nil {}
            body(engine.book)
        }
    }

    @Test func whatComesBackWhileALaterChangeOfTheSameIsReadGoesBeforeThat() async throws {
        try await withReturn(of: .addTags(["t"]), before: .removeTags(["t"]), refused: false) { [self] book in
            #expect(book.edits.isEmpty)
            #expect(server.person(ann)?.tags.isEmpty == true)
        }
    }

    @Test func whatIsRefusedAgainWhileALaterChangeOfTheSameIsReadHoldsThatUp() async throws {
        try await withReturn(of: rename("Ann", "Anna"), before: rename("Anna", "Anne"), refused: true) { book in
            #expect(book.edits.map(\.state) == [.refused, .waiting])
        }
    }

    @Test func aServerThatIsAlwaysSlowHoldsNothingUpForEver() async throws {
        let cleo = try addCleo()
        try await withEngine { [self] engine, db in
            try engine.change(db) { book in
                book.name(ContactID(3), as: cleo)
                book.append(rename("Cleo", "Clea"), of: ContactID(3))
                book.name(ContactID(1), as: ann)
                book.append(rename("Ann", "Anna"), of: ContactID(1))
            }
            var steps = Steps(server: server)
            var requests: [EditRequest] = []
            while !engine.book.edits.isEmpty, requests.count < 20 {
                // Each question takes long.
                if let request = try steps.step(&engine, db, after: 50) {
                    requests.append(request)
                } else {
                    steps.now += 1
                }
            }
            #expect(name(of: cleo) == .text("Clea") && name(of: ann) == .text("Anna"))
            // The other one went before the second reading.
            #expect(requests.prefix(3).last == .contact(ann))
        }
    }

    @Test func whileTheServerFailsToReadItIsAskedSeldomAndTheEditStays() async throws {
        try await withRename { [self] engine, db, steps in
            for pause in [60.0, 300, 1_800, 1_800, 1_800] {
                #expect(try steps.step(&engine, db, .failed(status: 500)) == .contact(ann))
                steps.now += pause - 1
                #expect(try steps.step(&engine, db) == nil)
                #expect(engine.book.edits.map(\.state) == [.waiting])
                #expect(engine.book.edits.first?.issue == .failed(status: 500))
                steps.now += 1
            }
            while try steps.step(&engine, db) != nil {}
            #expect(name(of: ann) == .text("Anna"))
        }
    }

    @Test func whoWantsAllToGoNowIsNotLeftWaitingForWhatTheServerFailedToSay() async throws {
        try await withRename { [self] engine, db, steps in
            #expect(try steps.step(&engine, db) == .contact(ann))
            guard case .write? = try steps.step(&engine, db, .lost) else {
                Issue.record("it is not written")
                return
            }
            for pause in [60.0, 300] {
                #expect(try steps.step(&engine, db, .failed(status: 500)) == .contact(ann))
                steps.now += pause
            }
            #expect(try steps.step(&engine, db, .failed(status: 500)) == .contact(ann))
            #expect(try steps.step(&engine, db) == nil)
            #expect(engine.book.edits.map(\.state) == [.sending])
            try engine.tryAgain(db, now: steps.now)
            while try steps.step(&engine, db) != nil {}
            #expect(name(of: ann) == .text("Anna"))
        }
    }

    /// An engine whose questions are answered one by one.
    struct Steps {
        let server: QueueServer
        var now: TimeInterval = 1_000

        /// What is asked next; its answer, by default that of the server, comes after some seconds.
        mutating func step(
            _ engine: inout EditEngine, _ db: Database, _ answer: EditAnswer? = nil, after seconds: TimeInterval = 0
        ) throws -> EditRequest? {
            guard case .ask(let request) = try engine.step(db, now: now) else { return nil }
            let answer = answer ?? server.state.withLock { $0.model.answer(request) }
            now += seconds
            try engine.receive(EditResponse(answer), db, now: now)
            return request
        }
    }

    private func withEngine(_ body: @escaping @Sendable (inout EditEngine, Database) throws -> Void) async throws {
        let store = try ContactStore.inMemory()
        try await store.writeSynced { [copies] db in
            var engine = try EditEngine(db, account: "a", copies: copies)
            try body(&engine, db)
        }
    }
}
