import DemoServer
import Model
import Network
import TestSupport
import XCTest

@testable import CameoApp
@testable import Contacts

/// Two sessions of one account that know nothing of each other.
@MainActor
final class ConflictLab {
    let demo: DemoAccount
    let other: Session
    let outbox: Outbox
    let marks = EditMarks()

    init() async throws {
        demo = try await DemoAccount(.init(contacts: 5, rateLimit: nil))
        try await demo.synchronise()
        other = Session(
            account: demo.session.account, token: try Token(demo.server.token), store: try ContactStore.inMemory(),
            pictures: nil, foreignHosts: .onThisMachine)
        await other.synchroniser.run()
        outbox = try XCTUnwrap(demo.session.outbox)
        marks.follow(outbox)
    }

    /// Changes texts of the third contact.
    func change(_ texts: [ContactKey: String], in session: Session) async throws {
        let wanted = texts.map { (slot: Slot.value($0.key), value: WaitingLab.text($0.value) as SlotValue?) }
        try await XCTUnwrap(session.outbox).set(wanted, of: 3)
    }

    /// Sends the changes of the other client, then the changes from here, until these conflict.
    func clash() async throws {
        other.send()
        let left = await other.sendAll(within: 20)
        XCTAssertEqual(left?.count, 0)
        demo.session.send()
        _ = await demo.session.sendAll(within: 20)
        await until("it conflicts") { self.marks.changes.first?.isConflicting == true }
    }

    /// The other deletes the contact.
    func deleteThere() async throws {
        _ = try await XCTUnwrap(other.outbox).delete(ContactID(3), after: 0)
        other.send()
        _ = await other.sendAll(within: 20)
        XCTAssertEqual(demo.server.contactCount, 4)
    }

    func untilNothingWaits() async throws {
        await until("nothing waits", atMost: .seconds(20)) { self.marks.changes.isEmpty }
    }

    func onServer() async throws -> Contact { try await demo.session.client.contact(id: 3) }

    func end() async {
        await other.end()
        await demo.end()
    }
}
