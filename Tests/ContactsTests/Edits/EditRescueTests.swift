import Foundation
import GRDB
import Model
import Testing

@testable import Contacts

/// Edits and drafts come out of a damaged database into the new one.
final class EditRescueTests {
    private let folder = FileManager.default.temporaryDirectory.appending(component: "cameo-\(UUID().uuidString)")
    private var file: URL { folder.appending(component: "contacts.sqlite") }

    deinit {
        // What is left in the temporary folder hurts nobody.
        try? FileManager.default.removeItem(at: folder)
    }

    private func queue(_ store: ContactStore) -> EditQueue {
        EditQueue(store: store, account: "a", server: NoEditServer())
    }

    private static func name(_ before: String, _ after: String) -> PlannedChange {
        PlannedChange(
            .values(
                ValueChange(group: .person, deltas: [.firstName: Delta(before: .text(before), after: .text(after))])))
    }

    /// A store with a creation, an edit and a draft, which is closed.
    private func fill() async throws -> (edits: [Edit], contact: ContactID) {
        let store = try await ContactStore.open(at: file)
        try await store.upsert([makeContact(2)])
        let queue = queue(store)
        let made = try #require(
            try await queue.create(
                ContactCreation(uuid: "u", values: [.firstName: .text("Ann")]), then: [Self.name("Ann", "Anna")]
            ).first)
        try await queue.store([Self.name("First2", "Zoë")], of: ContactID(2))
        _ = try await store.saveDraft(Data("form".utf8), of: ContactID(2), account: "a")
        let edits = try await queue.edits()
        try await store.close()
        return (edits, made.contact)
    }

    /// The log is in the database from now on.
    private func checkpoint() throws {
        _ = try DatabaseQueue(path: file.path).inDatabase { try $0.checkpoint(.truncate) }
    }

    private func markDamaged() throws {
        try Data().write(to: folder.appending(component: "contacts.sqlite.is-damaged"))
    }

    @Test func allOfThemComeWithTheirNumbers() async throws {
        let (edits, contact) = try await fill()
        try markDamaged()
        let store = try await ContactStore.open(at: file)
        #expect(store.setAside != nil)
        #expect(store.rescued == EditRescue(edits: 3, drafts: 1))
        let queue = queue(store)
        #expect(try await queue.edits() == edits)
        #expect(try await store.drafts(account: "a").map(\.form) == [Data("form".utf8)])
        // New ones count on.
        let new = try #require(
            try await queue.create(ContactCreation(uuid: "v", values: [.firstName: .text("Bob")])).first)
        #expect(try #require(edits.last).id < new.edit && contact < new.contact)
        // The contact that the server knows takes its edit when its copy comes, the other is there already.
        try await store.upsert([makeContact(2)])
        #expect(try await store.contact(id: 2)?.firstName == "Zoë")
        try await store.close()
        #expect(try await ContactStore.open(at: file).rescued.isEmpty)
    }

    @Test func whatWasToFollowALostEditIsRefused() async throws {
        let store = try await ContactStore.open(at: file)
        try await store.upsert([makeContact(2)])
        let receipts = try await queue(store).store(
            [
                PlannedChange(.addTags(["new"])), PlannedChange(.removeTags(["old"]), needs: [0]),
                PlannedChange(.addTags(["other"])),
            ], of: ContactID(2))
        try await store.close()
        let (lost, broken) = (receipts[0].edit, receipts[2].edit)
        // One is gone; another fills pages of its own, of which each names the next: those names are broken.
        let filling = Data(repeating: 90, count: 20_000)
        try await DatabaseQueue(path: file.path).write { db in
            try db.execute(sql: "DELETE FROM edit WHERE id = ?", arguments: [lost.rawValue])
            try db.execute(sql: "UPDATE edit SET change = ? WHERE id = ?", arguments: [filling, broken.rawValue])
        }
        try checkpoint()
        var pages = try Data(contentsOf: file)
        for page in stride(from: 0, to: pages.count, by: 4_096)
        where pages[page + 4..<page + 4_096].allSatisfy({ $0 == 90 }) {
            pages.replaceSubrange(page..<page + 4, with: [127, 255, 255, 255])
        }
        try pages.write(to: file)
        try markDamaged()
        let rescued = try await ContactStore.open(at: file)
        #expect(rescued.rescued.isIncomplete)
        #expect(try await queue(rescued).edits().map(\.issue) == [.lostInDamage])
    }

    @Test func whatIsSetAsideWithEditsInItIsKept() async throws {
        for _ in 1...2 {
            _ = try await fill()
            try markDamaged()
            try await ContactStore.open(at: file).close()
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.contains("contacts.sqlite.damaged") && names.contains("contacts.sqlite.damaged-2"))
        #expect(try !ContactStore.removeFiles(at: file).isEmpty)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test func anEndInTheMiddleIsFinishedByTheNextStart() async throws {
        let (edits, _) = try await fill()
        // As it is left behind when the program is killed after the renaming.
        _ = try StoreFiles(database: file).setAside()
        let store = try await ContactStore.open(at: file)
        #expect(store.rescued == EditRescue(edits: 3, drafts: 1))
        #expect(try await queue(store).edits() == edits)
    }

    @Test func whateverIsBrokenTheRestIsTakenOver() async throws {
        _ = try await fill()
        try checkpoint()
        let whole = try Data(contentsOf: file)
        let pages = whole.count / 4_096
        var rescued = 0
        for page in 1..<pages {
            var broken = whole
            broken.replaceSubrange(page * 4_096..<(page + 1) * 4_096, with: Data(repeating: 0xa5, count: 4_096))
            _ = try ContactStore.removeFiles(at: file)
            try broken.write(to: file)
            try markDamaged()
            let store = try await ContactStore.open(at: file)
            let edits = try await queue(store).edits()
            // Each is as it was, or refused; where one is missing that is said.
            #expect(edits.count == 3 || store.rescued.isIncomplete, "page \(page)")
            rescued += edits.count
            try await store.close()
        }
        #expect(rescued > 3 * (pages - 1) / 2)
    }

    @Test func numbersThatNobodyGaveAreNotCountedOn() async throws {
        let (edits, _) = try await fill()
        try await DatabaseQueue(path: file.path).write { db in
            try db.execute(sql: "UPDATE sqlite_sequence SET seq = ?", arguments: [Int64.max])
            try db.execute(
                sql: """
                    INSERT INTO draft (id, account, form, names, saved_at)
                    SELECT ?, account, form, names, saved_at FROM draft
                    """,
                arguments: [Int64.max])
        }
        try markDamaged()
        let store = try await ContactStore.open(at: file)
        #expect(store.rescued.isIncomplete)
        let queue = queue(store)
        #expect(try await queue.edits() == edits)
        try await queue.store([Self.name("Zoë", "Zoe")], of: ContactID(2))
        #expect(try await queue.edits().count == edits.count + 1)
        #expect(try await store.saveDraft(Data("new".utf8), of: nil, account: "a") < 1 << 62)
        try await store.close()
    }

    @Test func whatNobodyCanResolveIsRefused() async throws {
        let (edits, contact) = try await fill()
        try await DatabaseQueue(path: file.path).write { db in
            // The creation cannot be read, nor what the numbers stand for.
            try db.execute(sql: "DELETE FROM edit WHERE kind = 'create'")
            try db.execute(sql: "DELETE FROM edit_contact")
        }
        try markDamaged()
        let store = try await ContactStore.open(at: file)
        #expect(store.rescued.isIncomplete)
        let left = try await queue(store).edits()
        #expect(left.map(\.id) == edits.dropFirst().map(\.id))
        #expect(left.first { $0.contact == contact }?.state == .refused)
        // Each edit says itself what the server calls its contact.
        #expect(left.first { $0.contact == ContactID(2) }?.state == .waiting)
    }

    @Test func whatNamesSomebodyOrAPartThatIsLostIsRefused() async throws {
        let store = try await ContactStore.open(at: file)
        try await store.upsert([makeContact(2)])
        let first = queue(store)
        let made = try #require(
            try await first.create(ContactCreation(uuid: "u", values: [.firstName: .text("Bob")])).first)
        let brother = PartValue.relationship(
            RelationshipValue(type: RemoteID("brother"), other: .local(made.contact)))
        func mail(_ content: String) -> PartValue { .field(FieldValue(type: RemoteID("1"), content: content)) }
        func change(_ kind: PartKind, _ part: PartID, _ before: PartValue?, _ after: PartValue) -> PlannedChange {
            PlannedChange(.part(PartChange(kind: kind, part: part, before: before, after: after)))
        }
        let receipts = try await first.store(
            [change(.relationship, PartID(-1), nil, brother), change(.field, PartID(-2), nil, mail("a@b.c"))],
            of: ContactID(2))
        guard case .part(let added)? = receipts.last?.change else { throw ContactStoreError.closed }
        _ = try await first.store(
            [change(.field, added.part, mail("a@b.c"), mail("z@b.c")), Self.name("First2", "Zoë")], of: ContactID(2))
        try await store.close()
        try await DatabaseQueue(path: file.path).write { [lost = receipts[1].edit.rawValue] db in
            try db.execute(sql: "DELETE FROM edit WHERE kind = 'create' OR id = ?", arguments: [lost])
        }
        try markDamaged()
        let rescued = try await ContactStore.open(at: file)
        #expect(rescued.rescued.isIncomplete)
        #expect(try await queue(rescued).edits().map(\.issue) == [.lostInDamage, .lostInDamage, nil])
    }

    @Test func photosThatAreStillToBeDeletedAreNotForgotten() async throws {
        let store = try await ContactStore.open(at: file)
        try await queue(store).change { $0.photos = [RemoteID("5"), RemoteID("4")] }
        try await store.close()
        try markDamaged()
        let rescued = try await ContactStore.open(at: file)
        #expect(try await queue(rescued).leftPhotos() == [RemoteID("5"), RemoteID("4")])
    }

    @Test func whatTheServerMadeOfAnEditIsToldStill() async throws {
        let store = try await ContactStore.open(at: file)
        try await store.upsert([makeContact(2)])
        let first = queue(store)
        let receipts = try await first.store([Self.name("First2", "Zoë")], of: ContactID(2))
        try await first.change { book in
            var copy = ServerContact(id: RemoteID("2"))
            copy.values[.firstName] = .text("Zoe")
            for receipt in receipts { book.carriedOut(receipt.edit, copy, made: nil, asked: 1, now: 2) }
        }
        let told = try await first.waiting().map(\.difference)
        #expect(told.first??.values == [.firstName: .text("Zoe")])
        try await store.close()
        try markDamaged()
        let rescued = try await ContactStore.open(at: file)
        #expect(try await queue(rescued).waiting().map(\.difference) == told)
    }

    @Test func whoWasMadeHereIsInTheListAtOnce() async throws {
        let (_, contact) = try await fill()
        try markDamaged()
        let store = try await ContactStore.open(at: file)
        #expect(try await store.summary(id: Int(contact.rawValue))?.displayName == "Anna")
    }
}
