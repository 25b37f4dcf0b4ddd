import Foundation
import GRDB
import Model
import Testing

@testable import Contacts

/// An edit is for the contact of which it was made, whatever the server's name of it stands for since.
struct EditStrangerTests {
    private let ann = ContactID(2)
    private let copies = ModelCopies()
    private let database: DatabaseQueue

    init() throws {
        database = try EditCheckerTests.databases(1)[0]
        copies.all[ann] = Self.copy("Ann", madeAt: 1_000)
    }

    private static func copy(_ name: String, madeAt seconds: Double) -> ServerContact {
        var copy = ServerContact(id: RemoteID("2"))
        copy.createdAt = Date(timeIntervalSince1970: seconds)
        copy.values = [.firstName: .text(name)]
        return copy
    }

    private func engine(_ db: Database, _ change: ContactChange) throws -> EditEngine {
        var engine = try EditEngine(db, account: "a", copies: copies)
        try engine.change(db) { book in
            book.name(ann, as: RemoteID("2"))
            _ = book.store([change], of: ann)
        }
        return engine
    }

    private var rename: ContactChange {
        .values(ValueChange(group: .person, deltas: [.firstName: Delta(before: .text("Ann"), after: .text("Anne"))]))
    }

    /// The next request, which has to be this one.
    private func expect(
        _ request: EditRequest, of engine: inout EditEngine, _ db: Database, now: TimeInterval
    ) throws {
        guard case .ask(let asked) = try engine.step(db, now: now) else { throw ContactStoreError.closed }
        #expect(asked == request)
    }

    @Test func anotherContactOfTheSameNumberIsNotChanged() throws {
        try database.inDatabase { db in
            var engine = try engine(db, rename)
            try expect(.contact(RemoteID("2")), of: &engine, db, now: 1)
            try engine.receive(EditResponse(.contact(Self.copy("Ann", madeAt: 5_000))), db, now: 2)
            #expect(engine.book.edits.map(\.state) == [.refused] && engine.book.edits.first?.issue == .contactGone)
            guard case .wait = try engine.step(db, now: 3) else { throw ContactStoreError.closed }
            #expect(copies.all[ann]?.createdAt == Date(timeIntervalSince1970: 1_000))
            // Nor is somebody related to the other one.
            let relation = try engine.change(db) { book in
                let bob = ContactID(3)
                book.name(bob, as: RemoteID("3"))
                let part = book.newPart(.relationship, of: bob)
                let value = RelationshipValue(type: RemoteID("friend"), other: .local(ann))
                return book.append(
                    .part(PartChange(kind: .relationship, part: part, before: nil, after: .relationship(value))),
                    of: bob)
            }
            // A pass that meets the other one leaves what was typed where it is, too.
            for seconds in [5_000.0, 1_000] {
                let verdict = try engine.change(db) {
                    $0.accept(Self.copy("Ann", madeAt: seconds), asked: 4, now: 5)
                }
                #expect(verdict == (seconds == 5_000 ? .discard : .store(ann)))
            }
            #expect(engine.book.edit(relation)?.issue == .personGone)
        }
    }

    @Test func anotherContactOfTheSameNumberIsNotDeletedAndKeepsItsPhotos() throws {
        try database.inDatabase { db in
            var engine = try engine(db, .delete(SeenContact(Self.copy("Ann", madeAt: 1_000))))
            let photo = ServerPhoto(id: RemoteID("4"), fileName: "4.jpg")
            try engine.change(db) { book in
                for edit in book.edits {
                    book.update(edit.id) {
                        $0.attempts = 1
                        $0.progress.photos = [photo]
                    }
                }
            }
            try expect(.contact(RemoteID("2")), of: &engine, db, now: 1)
            try engine.receive(EditResponse(.contact(Self.copy("Ann", madeAt: 5_000))), db, now: 2)
            #expect(engine.book.edits.isEmpty && engine.book.photos.isEmpty)
            guard case .wait = try engine.step(db, now: 3) else { throw ContactStoreError.closed }
        }
    }

    @Test func anAnswerThatComesLateIsOfWhoWasAskedFor() throws {
        try database.inDatabase { db in
            var engine = try engine(db, rename)
            try engine.change(db) { book in
                book.update(book.edits[0].id) { $0.state = .sent }
                let refused = book.append(.addTags(["one"]), of: ann)
                book.refuse(refused, .failed(status: 500))
            }
            try expect(.contact(RemoteID("2")), of: &engine, db, now: 1)
            // Meanwhile a pass has not met the contact, and somebody makes it again.
            try engine.change(db) { book in
                book.gone(ann)
                book.createAgain(ann, uuid: "u")
            }
            try engine.receive(EditResponse(.gone), db, now: 2)
            #expect(engine.book.contacts[ann]?.isGone == false)
            #expect(engine.book.edits.map(\.state) == [.waiting, .waiting])
        }
    }
}
