import Contacts
import DemoServer
import DemoServerFaults
import Foundation
import Model
import Network
import Platform
import Synchronization
import TestSupport
import XCTest

@testable import Monica

/// Of each change that is not on the server it is told why, also where that is stored nowhere.
final class WaitingReasonTests: XCTestCase {
    func testATokenThatIsRefusedIsToldOfEachChangeUntilThereIsAnother() {
        onMainLoop(limit: .seconds(60)) {
            let lab = try await Lab()
            lab.demo.inject(.status(401), at: "/api/contacts/*")
            try await lab.store(Self.food)
            await until("it is told") { lab.told.map(\.issue) == [.unauthorized] }
            XCTAssertEqual(lab.told.map(\.state), [.waiting])
            lab.demo.clearFailures()
            try await lab.queue.resume()
            await until("it is sent") { lab.told.isEmpty }
        }
    }

    func testAPageInPlaceOfAnAnswerIsToldWhileTheChangeIsLookedFor() {
        onMainLoop(limit: .seconds(60)) {
            let lab = try await Lab()
            lab.demo.inject(.htmlPage, at: "/api/contacts/*", method: "PUT")
            try await lab.store(Self.food)
            await until("it is told") { lab.told.map(\.issue) == [.page] }
            XCTAssertEqual(lab.told.map(\.state), [.sending])
        }
    }

    func testWhatFailsWhileItIsReadIsTold() {
        onMainLoop(limit: .seconds(60)) {
            let failures: [(Failure, EditIssue)] = [
                (.htmlPage, .page), (.status(503), .gateway), (.status(500), .failed(status: 500)),
            ]
            for (fault, issue) in failures {
                let lab = try await Lab()
                lab.demo.inject(fault, at: "/api/contacts/*", method: "GET")
                try await lab.store(Self.food)
                await until("it is told") { lab.told.map(\.issue) == [issue] }
                XCTAssertEqual(lab.told.map(\.state), [.waiting])
                // It goes on by itself; here nobody waits for that long.
                lab.demo.clearFailures()
                _ = try await lab.queue.sendAll(within: 10)
                await until("it is sent") { lab.told.isEmpty }
            }
        }
    }

    func testARelationshipToSomebodyWhoIsGoneIsToldAsThat() {
        onMainLoop(limit: .seconds(60)) {
            let lab = try await Lab()
            try await lab.store(Self.sibling(try await lab.somebodyGone()))
            await until("it is refused") { lab.told.map(\.state) == [.refused] }
            XCTAssertEqual(lab.told.map(\.issue), [.personGone])
        }
    }

    /// The server says the same of both.
    func testAContactThatGoesJustBeforeItsRelationshipIsToldAsThat() {
        onMainLoop(limit: .seconds(60)) {
            let lab = try await Lab()
            let other = try await lab.edits.lab.makeContact("Bob")
            lab.edits.lab.transport.onRequest = { [lab = lab.edits.lab, remote = lab.remote] request in
                if request.method == .post { try await lab.plain(.delete, "contacts/\(remote.rawValue)") }
            }
            try await lab.store(Self.sibling(other))
            await until("it is refused") { lab.told.map(\.state) == [.refused] }
            lab.edits.lab.transport.onRequest = nil
            XCTAssertEqual(lab.told.map(\.issue), [.contactGone])
        }
    }

    func testAnIntroductionBySomebodyWhoIsGoneIsToldAtWhoThatWas() {
        onMainLoop(limit: .seconds(60)) {
            let lab = try await Lab()
            let through = Delta<ContactValue>(before: nil, after: .contact(.remote(try await lab.somebodyGone())))
            try await lab.store(.values(ValueChange(group: .meeting, deltas: [.metThrough: through])))
            await until("it is refused") { lab.told.map(\.state) == [.refused] }
            XCTAssertEqual(lab.told.map(\.issue), [.personGone])
            XCTAssertEqual(lab.told.first?.refusal?.keys, [.metThrough])
        }
    }

    private static let food = ContactChange.values(
        ValueChange(group: .food, deltas: [.food: Delta(before: nil, after: .text("Vegan"))]))

    private static func sibling(_ other: RemoteID) -> ContactChange {
        let value = PartValue.relationship(RelationshipValue(type: RemoteID("sibling"), other: .remote(other)))
        return .part(PartChange(kind: .relationship, part: PartID(-1), before: nil, after: value))
    }
}

@MainActor
private final class Lab {
    let edits: QueueLab
    /// What the server calls the contact that is changed.
    let remote: RemoteID
    private let contact: EditableContact
    private let observed = Mutex<[WaitingChange]>([])
    private var observation: ContactObservation?

    init() async throws {
        edits = try await QueueLab(EditLab())
        remote = try await edits.lab.makeContact("Ann")
        contact = try await edits.open(remote)
        observation = queue.observeWaiting { [weak self] changes in self?.observed.withLockHeld { $0 = changes } }
    }

    var demo: DemoServer { edits.lab.demo }
    var queue: EditQueue { edits.queue }
    /// What was told last.
    var told: [WaitingChange] { observed.withLockHeld { $0 } }

    /// Who was a contact until now.
    func somebodyGone() async throws -> RemoteID {
        let other = try await edits.lab.makeContact("Bob")
        try await edits.lab.plain(.delete, "contacts/\(other.rawValue)")
        return other
    }

    func store(_ change: ContactChange) async throws {
        _ = try await queue.store([PlannedChange(change)], of: contact.id)
        await until("it is told of") { !self.told.isEmpty }
    }
}
