import DemoServer
import Foundation
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp
@testable import Contacts

/// Whoever wants a dropped change back gets it, or is told why not.
final class DroppedChangeTests: XCTestCase {
    private static let food = ValueChange(group: .food, deltas: [.food: Delta(before: nil, after: .text("Vegan"))])

    func testOneThatIsOvertakenSaysSo() {
        withDropped { lab, queue, dropped in
            lab.page.sayDropped(dropped)
            try await queue.change { book in
                let later = book.append(.values(Self.food), of: ContactID(3))
                book.update(later) { $0.state = .sending }
            }
            XCTAssertTrue(lab.page.undo.takeBack())
            await until("it is said") {
                lab.texts.contains("Can’t undo: a later change has taken the place of this one.")
            }
        }
    }

    func testOneOfADeletedContactSaysSo() {
        withDropped { lab, queue, dropped in
            lab.page.sayDropped(dropped)
            try await queue.store([PlannedChange(.addTags(["one"]))], of: ContactID(3))
            lab.demo.server.deleteContact(3)
            lab.demo.session.send()
            var edits: [Edit] = []
            while edits.first?.state != .refused {
                try await Task.sleep(for: .milliseconds(5))
                edits = try await queue.edits()
            }
            XCTAssertTrue(lab.page.undo.takeBack())
            await until("it is said") {
                lab.texts.contains("Can’t undo: the contact was deleted or created again in the meantime.")
            }
        }
    }

    func testOneThatCannotBeStoredIsOfferedAgain() {
        let folder = TemporaryFolder()
        withDropped(in: folder) { lab, queue, dropped in
            let account = lab.demo.session.account.id
            let database = try XCTUnwrap(lab.demo.directories?.contacts(of: account))
            let elsewhere = database.appendingPathExtension("elsewhere")
            lab.page.sayDropped(dropped)
            try FileManager.default.moveItem(at: database, to: elsewhere)
            XCTAssertTrue(lab.page.undo.takeBack())
            await until("it is said") { lab.texts.contains(ContactStoreError.replaced.sentence) }
            try FileManager.default.moveItem(at: elsewhere, to: database)
            XCTAssertTrue(lab.page.undo.takeBack())
            var edits: [Edit] = []
            while edits.isEmpty {
                try await Task.sleep(for: .milliseconds(5))
                edits = try await queue.edits()
            }
            XCTAssertEqual(edits.map(\.contact), [ContactID(3)])
        }
    }

    func testWhereYouMetMayHaveArrivedWhateverIsDropped() {
        withDropped { lab, queue, dropped in
            lab.page.sayDropped(dropped)
            await until("it is said") { lab.texts.contains("Change discarded") }
            let met = ValueChange(group: .meeting, deltas: [.metWhere: Delta(before: nil, after: .text("Paris"))])
            let stored = try await queue.store([PlannedChange(.values(met))], of: ContactID(3))
            let id = try XCTUnwrap(stored.first).edit
            try await queue.change { book in
                book.update(id) { ($0.state, $0.attempts, $0.progress.outcome) = (.refused, 1, .lost) }
            }
            let tried = try await queue.drop(id)
            lab.page.sayDropped(try XCTUnwrap(tried))
            await until("it is said") {
                lab.texts.contains("Change discarded. The server may have where you met already.")
            }
        }
    }

    /// With a change of a contact that somebody has just dropped.
    private func withDropped(
        in folder: TemporaryFolder? = nil,
        _ body: @escaping @MainActor (DetailLab, EditQueue, RemovedEdits) async throws -> Void
    ) {
        onDisplay(limit: .seconds(60)) {
            let lab = try await DetailLab(DemoAccount(.init(contacts: 5, rateLimit: nil), in: folder))
            try await lab.demo.synchronise()
            lab.page.session = lab.demo.session
            let queue = try XCTUnwrap(lab.demo.session.edits)
            let stored = try await queue.store([PlannedChange(.values(Self.food))], of: ContactID(3))
            let dropped = try await queue.drop(try XCTUnwrap(stored.first).edit)
            try await body(lab, queue, XCTUnwrap(dropped))
            await lab.end()
        }
    }
}
