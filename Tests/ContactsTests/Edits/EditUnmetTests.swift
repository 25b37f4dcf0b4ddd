import Foundation
import Model
import Synchronization
import Testing

@testable import Contacts

/// Somebody whom no pass has met is known by the name that another contact's copy gives them: nobody else is related in their
/// place.
final class EditUnmetTests {
    private let server = QueueServer()
    private let clock = ManualClock(1_000)
    private let store: ContactStore
    private let ann: RemoteID
    private let zoe: RemoteID
    private var one: ContactID { ContactID(Int64(ann.rawValue) ?? 0) }

    init() throws {
        store = try ContactStore.inMemory()
        ann = try server.add([.firstName: .text("Ann")])
        zoe = try server.add([.firstName: .text("Zoë"), .lastName: .text("Doe")])
    }

    /// The copy of Ann, who is related to Zoë by this name.
    private func storeAnn(named first: String = "Zoë", _ last: String? = "Doe") async throws {
        let other: FakeMonica.Fields = ["id": Int(zoe.rawValue) ?? 0, "first_name": first, "last_name": last as Any]
        let child: FakeMonica.Fields = ["relationship": ["id": 70, "name": "child"], "contact": other]
        try await store.upsert([
            makeContact(
                Int(one.rawValue),
                [
                    "first_name": "Ann", "contactFields": [] as [Any],
                    "information": ["relationships": ["family": ["total": 1, "contacts": [child]]]],
                ])
        ])
    }

    private func makeQueue() -> EditQueue {
        EditQueue(
            store: store, account: "a", server: server, lock: HeldLock(),
            surroundings: EditQueue.Surroundings(
                copies: { [store] in StoreCopies(decoder: store.decoder, storage: store.storage) },
                clock: { [clock] in clock.now }, sleep: { [clock] in try await clock.sleep(until: $0) }))
    }

    /// Ann is related to Zoë in another way, too.
    private func relate() async throws {
        let friend = PartValue.relationship(RelationshipValue(type: RemoteID("friend"), other: .remote(zoe)))
        let change = PartChange(kind: .relationship, part: PartID(-1), before: nil, after: friend)
        try await makeQueue().store([PlannedChange(.part(change))], of: one)
    }

    /// Sends all that can be sent, as the next process does, and returns what was asked until the first write ended.
    private func send() async throws -> [EditRequest] {
        let queue = makeQueue()
        let sending = Task { await queue.run() }
        defer { sending.cancel() }
        try await clock.advance { try await queue.edits().allSatisfy { $0.state != .waiting && $0.state != .sending } }
        let writes = server.requests.firstIndex { if case .write = $0 { true } else { false } }
        return Array(server.requests.prefix((writes ?? server.requests.count) + 1))
    }

    private var friends: Int { server.person(ann)?.parts.keys.filter { $0.kind == .relationship }.count ?? 0 }

    @Test func theyAreAskedForBeforeSomebodyIsRelatedToThem() async throws {
        try await storeAnn()
        try await relate()
        #expect(try await makeQueue().edits().first?.progress.otherName == "Zoë Doe")
        let requests = try await send()
        #expect(requests.prefix(2) == [.contact(ann), .contact(zoe)] && requests.count == 3)
        #expect(friends == 1)
    }

    @Test func anotherOfTheirNumberIsNotRelatedUnlessTheNewestCopyNamesThemSo() async throws {
        try await storeAnn(named: "Max", nil)
        try await relate()
        // A pass that meets the other one makes them nobody else.
        try await store.upsert([makeContact(Int(zoe.rawValue) ?? 0, ["first_name": "Zoë", "last_name": "Doe"])])
        #expect(try await send() == [.contact(ann), .contact(zoe)])
        let refused = try #require(try await makeQueue().edits().first)
        #expect(refused.issue == .personGone && friends == 0)
        // They have another name since, and Ann is still related to them.
        try await storeAnn()
        #expect(try await makeQueue().retry(refused.id))
        _ = try await send()
        #expect(friends == 1)
    }

    @Test func whoIsGoneIsNotRelated() async throws {
        try await storeAnn()
        try await relate()
        _ = server.state.withLock { $0.model.answer(.write(.delete(zoe)), by: .other) }
        #expect(try await send() == [.contact(ann), .contact(zoe)])
        #expect(try await makeQueue().edits().map(\.issue) == [.personGone])
    }

    @Test func whoWasMetIsNotAskedFor() async throws {
        try await storeAnn()
        try await store.upsert([makeContact(Int(zoe.rawValue) ?? 0)])
        try await relate()
        #expect(try await send().count == 2)
        #expect(friends == 1)
    }

    @Test func whoseRelationshipIsTakenBackIsTheOneWhomItNamed() async throws {
        try await storeAnn()
        let child = PartValue.relationship(RelationshipValue(type: RemoteID("child"), other: .remote(zoe)))
        let name = try await makeQueue().change { [one, zoe] book in
            book.nameIfStored(one)
            let part = book.number(of: RemotePart(.relationship, RemoteID("70")), in: one)
            let removal = ContactChange.part(PartChange(kind: .relationship, part: part, before: child, after: nil))
            let edit = book.append(removal, of: one)
            book.end(edit, isCarriedOut: true)
            // The copy that shows it says nothing of them any more.
            let copies = MemoryCopies()
            if let db = book.lookup?.db { book.lookup = CopyLookup(copies: copies, db: db) }
            book.undo(removal, edit, of: one)
            return book.edits.last.map { ($0.partChange?.after?.relative == .remote(zoe), $0.progress.otherName) }
        }
        #expect(name?.0 == true && name?.1 == "Zoë Doe")
    }
}
