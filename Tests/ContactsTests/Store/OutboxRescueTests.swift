import Foundation
import GRDB
import Model
import Testing

@testable import Contacts

/// Pending changes and drafts come out of a damaged database into the new one.
final class OutboxRescueTests {
    private let folder = FileManager.default.temporaryDirectory.appending(component: "cameo-\(UUID().uuidString)")
    private var file: URL { folder.appending(component: "contacts.sqlite") }

    deinit {
        // The system empties its temporary folder.
        try? FileManager.default.removeItem(at: folder)
    }

    private func open() async throws -> ContactStore { try await ContactStore.open(at: file, decoder: TestKind()) }

    /// A closed store with a draft, and with changes of two contacts. One contact is from the server, and the other was
    /// made here.
    @discardableResult
    private func fill(contacts: Int = 0) async throws -> (waiting: [WaitingChange], made: ContactID) {
        let lab = try OutboxLab(try await open(), isRunning: false)
        let ada = try await lab.add([.firstName: .text("Ada")])
        try await lab.save(ada, [.first: .text("Eve"), .tag("math"): .on])
        let ann = try await lab.create([.first: .text("Ann"), .new(.field): .phone("1")]).contact
        _ = try await lab.store.saveDraft(Data("form".utf8), of: ada)
        for number in 0..<contacts {
            let other = try await lab.add([.firstName: .text("First\(number)")])
            try await lab.save(other, [.food: .text(String(repeating: "figs ", count: 100))])
        }
        let waiting = try await lab.outbox.waiting()
        try await lab.store.close()
        // The log is in the database from now on.
        _ = try await DatabaseQueue(path: file.path).writeWithoutTransaction { try $0.checkpoint(.truncate) }
        return (waiting, ann)
    }

    private func markDamaged() throws {
        try Data().write(to: folder.appending(component: "contacts.sqlite.is-damaged"))
    }

    private func damage(_ sql: String) async throws {
        try await DatabaseQueue(path: file.path).writeWithoutTransaction { db in
            try db.execute(sql: sql)
            _ = try db.checkpoint(.truncate)
        }
        try markDamaged()
    }

    /// Nothing of a page can be read, counted from 0.
    private func overwrite(page: Int) throws {
        let handle = try FileHandle(forUpdating: file)
        try handle.seek(toOffset: UInt64(page * 4_096))
        try handle.write(contentsOf: Data(repeating: 0xa5, count: 4_096))
        try handle.close()
        try markDamaged()
    }

    @Test func allOfThemComeWithTheirNumbers() async throws {
        let (waiting, ann) = try await fill()
        try markDamaged()
        let store = try await open()
        #expect(store.setAside != nil)
        #expect(store.rescued == OutboxRescue(changes: 5, drafts: 1))
        // The contact that was made here is in the list at once, the other comes with its copy.
        #expect(try await store.summaries().map(\.displayName) == ["Ann"])
        let server = TestServer()
        _ = server.with { $0.add([.firstName: .text("Ada")]) }
        let lab = try OutboxLab(store, server: server, isRunning: false)
        #expect(try await lab.outbox.waiting().map(\.id) == waiting.map(\.id))
        #expect(try await store.drafts().map(\.form) == [Data("form".utf8)])
        #expect(try await lab.create([.first: .text("Bea")]).contact > ann)
        // Changes wait for the copy of their contact.
        lab.run()
        try await lab.settle()
        try await lab.bring(1)
        #expect(Set(try await lab.names()) == ["Ann", "Bea", "Eve"])
        try await lab.pass(60)
        #expect(try await lab.outbox.waiting().isEmpty)
        #expect(server.with { $0.people[1]?.tags } == ["math"])
        #expect(server.with { $0.people.count } == 3)
        try await store.close()
        #expect(try await open().rescued.isEmpty)
    }

    @Test func anEndInTheMiddleIsFinishedByTheNextStart() async throws {
        try await fill()
        try markDamaged()
        _ = try StoreFiles(database: file).setAside()
        #expect(try await open().rescued == OutboxRescue(changes: 5, drafts: 1))
    }

    @Test(arguments: [
        ("UPDATE pending_change SET change = '{}' WHERE slot = 'tag:math'", 4, 1),
        ("UPDATE pending_change SET slot = 'x' WHERE slot = 'tag:math'", 4, 1),
        ("UPDATE pending_change SET change = CAST(x'ff00' AS TEXT) WHERE slot = 'tag:math'", 4, 1),
        // Its contact was made here, and nothing says so any more.
        ("DELETE FROM outbox_contact", 2, 1), ("DELETE FROM pending_change WHERE slot = 'existence'", 2, 1),
        ("DROP TABLE form_draft", 5, 0),
    ]) func aRowThatCannotBeReadStaysBehind(sql: String, changes: Int, drafts: Int) async throws {
        try await fill()
        try await damage(sql)
        let store = try await open()
        var expected = OutboxRescue(changes: changes, drafts: drafts)
        expected.isIncomplete = true
        #expect(store.rescued == expected)
        let lab = try OutboxLab(store, isRunning: false)
        #expect(try await lab.outbox.waiting().count == changes)
    }

    @Test(arguments: [("", true), ("UPDATE photo SET id = -1 - id", false), ("DROP TABLE photo", false)])
    func aPhotoComesWithItsBytes(sql: String, isThere: Bool) async throws {
        let photo = try #require(PhotoFile(bytes: Data("a photo".utf8), format: .png))
        let lab = try OutboxLab(try await open(), isRunning: false)
        let ada = try await lab.add([.firstName: .text("Ada")])
        _ = try await lab.outbox.setAvatar(.file(photo), of: ada)
        let name = try #require(try await lab.store.contact(id: Int(ada.rawValue))?.avatar.url)
        let waiting = try await lab.outbox.waiting()
        try await lab.store.close()
        try await damage(sql)
        let store = try await open()
        #expect(try await store.pendingPhoto(named: name) == (isThere ? photo.bytes : nil))
        // The change stays, also without its photo: the server's answer is for the person.
        #expect(try await OutboxLab(store, isRunning: false).outbox.waiting().map(\.slot) == waiting.map(\.slot))
    }

    @Test func theRowsAroundLostPagesAreTakenOver() async throws {
        try await fill(contacts: 200)
        let root = try await DatabaseQueue(path: file.path).read {
            try Int.fetchAll($0, sql: "SELECT pageno FROM dbstat WHERE name = 'pending_change' AND pagetype = 'leaf'")
        }
        let page = try #require(root.sorted().dropFirst(root.count / 2).first)
        try overwrite(page: page - 1)
        let store = try await open()
        #expect(store.rescued.isIncomplete && store.rescued.changes > 100 && store.rescued.changes < 205)
        #expect(store.rescued.drafts == 1)
        let lab = try OutboxLab(store, isRunning: false)
        #expect(try await lab.outbox.waiting().count == store.rescued.changes)
    }

    @Test func theRestOfABrokenDatabaseIsTakenOverAndTheLossIsSaid() async throws {
        try await fill()
        let whole = try Data(contentsOf: file)
        let pages = whole.count / 4_096
        var rescued = 0
        for page in stride(from: 0, to: pages, by: 2) {
            _ = try ContactStore.removeFiles(at: file)
            try whole.write(to: file)
            try overwrite(page: page)
            let store = try await open()
            let waiting = try await OutboxLab(store, isRunning: false).outbox.waiting()
            #expect(waiting.count == store.rescued.changes, "page \(page)")
            #expect(store.rescued == OutboxRescue(changes: 5, drafts: 1) || store.rescued.isIncomplete, "page \(page)")
            rescued += waiting.count
            try await store.close()
        }
        #expect(rescued > 5 * pages / 4)
    }

    @Test func theRestOfACutDatabaseIsTakenOver() async throws {
        try await fill(contacts: 50)
        let handle = try FileHandle(forUpdating: file)
        try handle.truncate(atOffset: try handle.seekToEnd() / 4_096 * 4 / 5 * 4_096)
        try handle.close()
        try markDamaged()
        let store = try await open()
        #expect(store.rescued.isIncomplete)
    }

    @Test func numbersCountOnBehindLostOnes() async throws {
        let (_, ann) = try await fill()
        try await damage(
            "DELETE FROM outbox_contact; DELETE FROM part; DELETE FROM pending_change WHERE contact_id > 1")
        let lab = try OutboxLab(try await open(), isRunning: false)
        let receipt = try await lab.create([.first: .text("Bea"), .new(.field): .phone("2")])
        #expect(receipt.contact > ann)
        #expect(receipt.entries.compactMap(\.slot.partID) == [PartID(2)])
    }

    @Test func aNumberThatNobodyGaveIsNotCountedOn() async throws {
        try await fill()
        try await damage(
            "UPDATE part SET id = 9223372036854775807; UPDATE sqlite_sequence SET seq = 9223372036854775807")
        let lab = try OutboxLab(try await open(), isRunning: false)
        #expect(lab.store.rescued.isIncomplete)
        try await lab.create([.first: .text("Bea"), .new(.field): .phone("2")])
    }

    @Test func aChangeOfAPartOfTheServersWithoutItsNameStaysBehind() async throws {
        let lab = try OutboxLab(try await open(), isRunning: false)
        let ada = try await lab.add([.firstName: .text("Ada")])
        lab.change(ada) { $0.parts["field"] = [7: .field(FieldValue(type: RemoteID("1"), content: "1"))] }
        try await lab.bring(1)
        let part = try #require(try await lab.editable(ada).parts.first)
        try await lab.save(ada, [part.slot: .phone("2"), .new(.field): .phone("3")])
        try await lab.store.close()
        try await damage("DELETE FROM part")
        let store = try await open()
        #expect(store.rescued.changes == 1 && store.rescued.isIncomplete)
    }

    @Test func aDatabaseWithTypingIsKeptAside() async throws {
        for _ in 1...2 {
            try await fill()
            try markDamaged()
            try await open().close()
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.contains("contacts.sqlite.damaged") && names.contains("contacts.sqlite.damaged-2"))
        #expect(try !ContactStore.removeFiles(at: file).isEmpty)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
}
