import Contacts
import DemoServer
import DemoServerFaults
import Foundation
import Model
import Network
import TestSupport
import XCTest

@testable import CameoApp

/// Edits on their way to a real server, and the values that the store shows meanwhile.
final class SendingTests: XCTestCase {
    func testWhatIsChangedReachesTheServerAndShowsAllTheWhile() {
        onMainLoop(limit: .seconds(40)) {
            let demo = try await DemoAccount(.init(contacts: 10, rateLimit: nil))
            try await demo.synchronise()
            let (session, outbox) = (demo.session, try XCTUnwrap(demo.session.outbox))
            let mail = PartValue.field(FieldValue(type: RemoteID("1"), content: "zoe@example.org"))
            try await outbox.set(
                [
                    (.value(.firstName), .value(.text("Zoë"))), (.value(.job), .value(.text("Smith"))),
                    (.part(.field, PartID(-1)), .part(mail)), (.tag("climbing"), .on),
                ], of: 3)
            try await Self.expectShown(in: session)
            session.send()
            await Self.untilNothingIsLeft { await session.unsent()?.count }
            try await Self.expectShown(in: session)
            let there = try await session.client.contact(id: 3)
            XCTAssertEqual(there.firstName, "Zoë")
            XCTAssertEqual(there.job, "Smith")
            XCTAssertTrue(there.contactFields.contains { $0.content == "zoe@example.org" })
            XCTAssertTrue(there.tags.contains { $0.name == "climbing" })
            await Self.untilNothingIsLeft { try? await outbox.waiting().count }
            try await Self.expectShown(in: session)
            let shown = try await session.store.contact(id: 3)
            XCTAssertEqual(shown?.contactFields.filter { $0.content == "zoe@example.org" }.count, 1)
            XCTAssertTrue(shown?.contactFields.allSatisfy { $0.id ?? 0 > 0 } == true)
            await demo.end()
        }
    }

    func testAContactThatIsMadeHereKeepsItsNumberWhenTheServerKnowsIt() {
        onMainLoop(limit: .seconds(40)) {
            let demo = try await DemoAccount(.init(contacts: 10, rateLimit: nil))
            try await demo.synchronise()
            let (session, outbox) = (demo.session, try XCTUnwrap(demo.session.outbox))
            let child = RelationshipValue(type: RemoteID("child"), other: .local(ContactID(2)))
            let receipt = try await outbox.create(
                FormSave([
                    SlotEdit(.value(.firstName), to: .value(.text("Zoë"))),
                    SlotEdit(.value(.gender), to: .value(.text("Woman"))),
                    SlotEdit(.part(.relationship, PartID(-1)), to: .part(.relationship(child))),
                ]))
            let id = Int(receipt.contact.rawValue)
            let before = try await session.store.summaries().count
            XCTAssertEqual(before, 11)
            session.send()
            await Self.untilNothingIsLeft { try? await outbox.waiting().count }
            let number = try await Self.unwrapped(await session.store.remoteNumber(of: id))
            XCTAssertLessThan(number, 1 << 40)
            let there = try await session.client.contact(id: number)
            XCTAssertEqual(there.firstName, "Zoë")
            XCTAssertEqual(there.relationships.map(\.contact.id), [2])
            // A pass finds it under its number here.
            await session.synchroniser.run()
            let (after, count) = (try await session.store.summaries(), try await session.store.count())
            XCTAssertEqual(after.filter { $0.firstName == "Zoë" }.map(\.id), [id])
            XCTAssertEqual(count, demo.server.contactCount)
            // Another contact that names it does so by that number.
            _ = await session.refreshContact(id: 2)
            let other = try await session.store.contact(id: 2)
            XCTAssertTrue(other?.relationships.contains { $0.contact.id == id } == true)
            // A request for the contact uses the server's number.
            demo.server.forgetRequests()
            _ = await session.refreshContact(id: id)
            XCTAssertGreaterThan(demo.server.requestCount("/api/contacts/\(number)*"), 0)
            XCTAssertEqual(demo.server.requestCount("/api/contacts/\(id)*"), 0)
            await demo.end()
        }
    }

    func testWithoutATokenNothingIsSentAndThenAll() {
        onMainLoop(limit: .seconds(40)) {
            let folder = TemporaryFolder()
            let demo = try await DemoAccount(.init(contacts: 10, rateLimit: nil), in: folder)
            try await demo.synchronise()
            let outbox = try XCTUnwrap(demo.session.outbox)
            try await outbox.set(.firstName, to: "Zoë", of: 3)
            let session = try await demo.restarted()
            session.send()
            demo.server.forgetRequests()
            let unsent = await session.unsent()
            XCTAssertEqual(unsent?.changes.map { $0.name.hasPrefix("Zoë ") }, [true])
            XCTAssertEqual(demo.server.requests.count, 0)
            session.use(try Token(demo.server.token))
            await Self.untilNothingIsLeft { await session.unsent()?.count }
            let there = try await session.client.contact(id: 3)
            XCTAssertEqual(there.firstName, "Zoë")
            await session.end()
            demo.server.stop()
        }
    }

    func testReadOnlySendsNothingAndThenAll() {
        onMainLoop(limit: .seconds(40)) {
            let demo = try await DemoAccount(.init(contacts: 10, rateLimit: nil))
            try await demo.synchronise()
            let (session, outbox) = (demo.session, try XCTUnwrap(demo.session.outbox))
            session.send()
            session.mayWrite = false
            demo.server.forgetRequests()
            try await outbox.set(.firstName, to: "Zoë", of: 3)
            session.networkReturned()
            await session.stopping?.value
            let left = await session.sendAll(within: 1)
            XCTAssertEqual(left?.count, 1)
            XCTAssertEqual(demo.server.requests.filter { $0.method != "GET" }.count, 0)
            session.mayWrite = true
            await Self.untilNothingIsLeft { await session.unsent()?.count }
            let there = try await session.client.contact(id: 3)
            XCTAssertEqual(there.firstName, "Zoë")
            await demo.end()
        }
    }

    func testADeletionIsFinalWhenTheProgramEnds() {
        onMainLoop(limit: .seconds(40)) {
            let demo = try await DemoAccount(.init(contacts: 10, rateLimit: nil))
            try await demo.synchronise()
            let (session, outbox) = (demo.session, try XCTUnwrap(demo.session.outbox))
            _ = try await outbox.delete(ContactID(3), after: 3_600)
            session.send()
            let left = await session.sendAll(within: 20)
            XCTAssertEqual(left?.count, 0)
            XCTAssertEqual(demo.server.contactCount, 9)
            let stored = try await session.store.contact(id: 3)
            XCTAssertNil(stored)
            await demo.end()
        }
    }

    func testADeletionThatIsMadeWhileAllIsSentCanBeTakenBack() {
        onMainLoop(limit: .seconds(40)) {
            let demo = try await DemoAccount(.init(contacts: 10, rateLimit: nil))
            try await demo.synchronise()
            let (session, outbox) = (demo.session, try XCTUnwrap(demo.session.outbox))
            try await outbox.set(.firstName, to: "Zoë", of: 3)
            demo.server.forgetRequests()
            demo.server.inject(.slowFirstByte(.seconds(1)), at: "/api/contacts/3", method: "GET", times: 1)
            session.send()
            let sending = Task { await session.sendAll(within: 20) }
            await until("the change is on its way") { demo.server.requestCount("/api/contacts/3") == 1 }
            let deletion = try await outbox.delete(ContactID(4), after: 3_600)
            let left = await sending.value
            XCTAssertEqual(left?.changes.map(\.contact), [ContactID(4)])
            let undo = try await outbox.undo(try XCTUnwrap(deletion))
            XCTAssertEqual(undo, .undone)
            XCTAssertEqual(demo.server.contactCount, 10)
            await demo.end()
        }
    }

    func testWhatTheServerRefusesIsLeftAndIsSaid() {
        onMainLoop(limit: .seconds(40)) {
            let demo = try await DemoAccount(.init(contacts: 10, rateLimit: nil))
            try await demo.synchronise()
            let (session, outbox) = (demo.session, try XCTUnwrap(demo.session.outbox))
            // The server wants a first name.
            try await outbox.set(.firstName, to: nil, of: 3)
            session.send()
            let left = await session.sendAll(within: 20)
            XCTAssertEqual(left?.undecided, 1)
            let shown = try await session.store.contact(id: 3)
            // The refused value stays on the page until the person decides.
            XCTAssertNil(shown?.firstName)
            await demo.end()
        }
    }
}

private extension SendingTests {
    @MainActor
    static func expectShown(in session: Session, line: UInt = #line) async throws {
        let shown = try await session.store.contact(id: 3)
        XCTAssertEqual(shown?.firstName, "Zoë", line: line)
        XCTAssertEqual(shown?.job, "Smith", line: line)
        XCTAssertTrue(shown?.contactFields.contains { $0.content == "zoe@example.org" } == true, line: line)
        XCTAssertTrue(shown?.tags.contains { $0.name == "climbing" } == true, line: line)
        let found = try await session.store.search("zoe climbing").matches.map(\.id)
        XCTAssertEqual(found, [3], line: line)
        let row = try await session.store.summaries().first { $0.id == 3 }
        XCTAssertEqual(row?.firstName, "Zoë", line: line)
    }

    static func unwrapped<Value>(_ value: Value?, line: UInt = #line) async throws -> Value {
        try XCTUnwrap(value, line: line)
    }
}

extension SendingTests {
    @MainActor
    static func untilNothingIsLeft(line: UInt = #line, _ count: () async -> Int?) async {
        let end = ContinuousClock.now + .seconds(20)
        while await count() != 0 {
            guard ContinuousClock.now < end else { return XCTFail("something is left", line: line) }
            // A cancelled test looks once more and fails at its limit.
            try? await Task.sleep(for: .milliseconds(5))
        }
    }
}
