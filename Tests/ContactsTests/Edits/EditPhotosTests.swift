import Foundation
import GRDB
import Model
import Synchronization
import Testing

@testable import Contacts

/// The photos of a contact that is deleted are not forgotten for a server that does not answer for a while.
final class EditPhotosTests: Sendable {
    private let server = QueueServer()
    private let copies = MemoryCopies()
    private let ann: RemoteID
    private static let noAnswers: [EditAnswer] = [.lost, .page, .gateway]

    init() throws { ann = try server.add([.firstName: .text("Ann")]) }

    private var isGone: Bool { server.person(ann) == nil }
    private var photos: [RemoteID] { Array(server.state.withLock { $0.model.removedPhotos }) }

    /// With somebody who is to be deleted.
    private func withDeletion(
        _ body: @escaping @Sendable (inout EditEngine, Database, inout EditReadingTests.Steps) throws -> Void
    ) async throws {
        let store = try ContactStore.inMemory()
        try await store.writeSynced { [copies, server, ann] db in
            var engine = try EditEngine(db, account: "a", copies: copies)
            try engine.change(db) { book in
                book.name(ContactID(1), as: ann)
                let seen = SeenContact(values: [.firstName: [.text("Ann")]])
                book.append(.delete(seen), of: ContactID(1))
            }
            var steps = EditReadingTests.Steps(server: server)
            try body(&engine, db, &steps)
        }
    }

    @Test func theyAreReadLaterWhereTheServerDoesNotAnswer() async throws {
        try await withDeletion { [self] engine, db, steps in
            for answer in Self.noAnswers {
                #expect(try steps.step(&engine, db, answer) == .photos(ann))
                #expect(try steps.step(&engine, db) == nil)
                #expect(engine.book.edits.first?.issue != nil)
                steps.now += 900
            }
            #expect(try steps.step(&engine, db) == .photos(ann))
            while try steps.step(&engine, db) != nil {}
            #expect(isGone && photos.count == 1)
        }
    }

    @Test func whatIsNeverAnsweredDoesNotHoldUpTheDeletion() async throws {
        try await withDeletion { [self] engine, db, steps in
            for _ in 1...EditPolicy().photoTries {
                #expect(try steps.step(&engine, db, .gateway) == .photos(ann))
                steps.now += 60
            }
            while try steps.step(&engine, db) != nil {}
            #expect(isGone && photos.isEmpty)
        }
    }

    @Test func oneThatCannotBeDeletedNowIsDeletedLater() async throws {
        try await withDeletion { [self] engine, db, steps in
            for _ in 1...3 { _ = try steps.step(&engine, db) }
            #expect(isGone)
            let photo = try #require(engine.book.photos.first)
            for answer in Self.noAnswers {
                #expect(try steps.step(&engine, db, answer) == .removePhoto(photo))
                #expect(try steps.step(&engine, db) == nil)
                #expect(engine.book.photos == [photo])
                steps.now += 900
            }
            #expect(try steps.step(&engine, db) == .removePhoto(photo))
            #expect(engine.book.photos.isEmpty && photos == [photo])
        }
    }

    @Test func oneThatIsNeverAnsweredStays() async throws {
        try await withDeletion { [self] engine, db, steps in
            for _ in 1...3 { _ = try steps.step(&engine, db) }
            for _ in 1...EditPolicy().photoTries {
                #expect(try steps.step(&engine, db, .page) != nil)
                steps.now += 60
            }
            #expect(try steps.step(&engine, db) == nil)
            #expect(engine.book.photos.isEmpty && photos.isEmpty)
        }
    }

    @Test func whoeverSendsAllBeforeALogOutWaitsForThem() async throws {
        // It goes on with each look.
        let clock = Mutex<TimeInterval>(1_000)
        let queue = EditQueue(
            store: try ContactStore.inMemory(), account: "a", server: server, lock: HeldLock(),
            surroundings: EditQueue.Surroundings(
                copies: { [copies] in copies },
                clock: {
                    clock.withLock { now in
                        now += 1
                        return now
                    }
                }, sleep: { _ in try await Task.sleep(for: .seconds(60)) }))
        try await queue.change { $0.photos = [RemoteID("photo1")] }
        let sending = Task {
            // Somebody has waited for it before.
            while clock.withLock({ $0 }) < 1_030, !Task.isCancelled { await Task.yield() }
            await queue.run()
        }
        defer { sending.cancel() }
        #expect(try await queue.sendAll(within: 1_000) == UnsentWork())
        #expect(photos == [RemoteID("photo1")])
    }
}
