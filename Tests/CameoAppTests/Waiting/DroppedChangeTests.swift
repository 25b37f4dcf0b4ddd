import DemoServer
import Foundation
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp
@testable import Contacts

/// An undo brings a discarded change back, or says why not.
final class DroppedChangeTests: XCTestCase {
    func testItComesBack() {
        withDropped { lab, outbox, dropped in
            lab.page.changes.sayDropped(dropped)
            await until("it is said") { lab.texts.contains("Change discarded") }
            XCTAssertTrue(lab.page.changes.undo.takeBack())
            try await outbox.wait { $0.map(\.contact) == [ContactID(3)] }
        }
    }

    func testAnOvertakenOneSaysSo() {
        withDropped { lab, outbox, dropped in
            lab.page.changes.sayDropped(dropped)
            try await outbox.set(.food, to: "Meat", of: 3)
            XCTAssertTrue(lab.page.changes.undo.takeBack())
            await until("it is said") {
                lab.texts.contains("Can’t undo: a later change has taken the place of this one.")
            }
        }
    }

    func testAnUndoThatCannotBeStoredIsOfferedAgain() {
        let folder = TemporaryFolder()
        withDropped(in: folder) { lab, outbox, dropped in
            let account = lab.demo.session.account.id
            let database = try XCTUnwrap(lab.demo.directories?.contacts(of: account))
            let elsewhere = database.appendingPathExtension("elsewhere")
            lab.page.changes.sayDropped(dropped)
            try FileManager.default.moveItem(at: database, to: elsewhere)
            XCTAssertTrue(lab.page.changes.undo.takeBack())
            await until("it is said") { lab.texts.contains(ContactStoreError.replaced.sentence) }
            try FileManager.default.moveItem(at: elsewhere, to: database)
            XCTAssertTrue(lab.page.changes.undo.takeBack())
            try await outbox.wait { $0.map(\.contact) == [ContactID(3)] }
        }
    }

    /// With a change of a contact that was just discarded.
    private func withDropped(
        in folder: TemporaryFolder? = nil,
        _ body: @escaping @MainActor (DetailLab, Outbox, Receipt) async throws -> Void
    ) {
        onDisplay(limit: .seconds(60)) {
            let lab = try await DetailLab(DemoAccount(.init(contacts: 5, rateLimit: nil), in: folder))
            try await lab.demo.synchronise()
            lab.page.session = lab.demo.session
            let outbox = try XCTUnwrap(lab.demo.session.outbox)
            let stored = try await outbox.set(.food, to: "Vegan", of: 3)
            let dropped = try await outbox.drop(try XCTUnwrap(stored.changes.first))
            try await body(lab, outbox, XCTUnwrap(dropped))
            await lab.end()
        }
    }
}
