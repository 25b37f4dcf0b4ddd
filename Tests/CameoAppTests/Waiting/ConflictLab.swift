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
    let queue: EditQueue
    let marks = EditMarks()

    init() async throws {
        demo = try await DemoAccount(.init(contacts: 5, rateLimit: nil))
        try await demo.synchronise()
        other = Session(
            account: demo.session.account, token: try Token(demo.server.token), store: try ContactStore.inMemory(),
            pictures: nil, foreignHosts: .onThisMachine)
        await other.synchroniser.run()
        queue = try XCTUnwrap(demo.session.edits)
        marks.follow(queue)
    }

    /// Changes texts of the third contact.
    func change(_ texts: [ContactKey: String], in session: Session) async throws {
        let queue = try XCTUnwrap(session.edits)
        let edited = try await queue.editable(ContactID(3))
        let form = try XCTUnwrap(edited)
        var deltas: [ContactKey: Delta<ContactValue>] = [:]
        for (key, text) in texts { deltas[key] = Delta(before: form.values[key], after: .text(text)) }
        let group = try XCTUnwrap(texts.keys.first).group
        try await queue.store([PlannedChange(.values(ValueChange(group: group, deltas: deltas)))], of: form.id)
    }

    /// Sends what the other changed, then what is changed here, until that needs a person.
    func clash() async throws -> WaitingChange {
        other.send()
        let left = await other.sendAll(within: 20)
        XCTAssertEqual(left?.count, 0)
        demo.session.send()
        // Who has just begun to send gives deletions time, but not where somebody waits.
        _ = await demo.session.sendAll(within: 20)
        await until("it conflicts") { self.marks.changes.first?.state == .conflicting }
        return try XCTUnwrap(marks.changes.first)
    }

    /// The other deletes the contact.
    func deleteThere() async throws {
        try await XCTUnwrap(other.edits).delete(ContactID(3), remote: RemoteID("3"), after: 0)
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
