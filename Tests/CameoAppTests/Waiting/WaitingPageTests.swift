import Contacts
import DemoServer
import DemoServerFaults
import Foundation
import GLib
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp

/// What waits is listed, and says what can be done about it.
final class WaitingPageTests: XCTestCase {
    func testReadOnlyOffersNothingThatIsSent() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await EditorLab()
            await lab.open()
            lab.type("Zed", for: .nickname)
            _ = await lab.editor.save()
            let changes = try await lab.demo.session.edits?.waiting() ?? []
            XCTAssertEqual(changes.count, 1)
            let page = WaitingPage()
            let window = TestWindow(page.root, width: 600, height: 600)
            page.show(changes, of: lab.demo.session.edits)
            XCTAssertNotNil(page.root.button("_Send"))
            page.isReadOnly = true
            XCTAssertNil(page.root.button("_Send"))
            await until("it is said why") {
                page.root.texts.contains("Read-Only is on: nothing on the server is changed.")
            }
            page.isReadOnly = false
            XCTAssertNotNil(page.root.button("_Send"))
            window.close()
            await lab.end()
        }
    }

    func testWhatMayBeUnderWayIsDroppedOnce() {
        onDisplay(limit: .seconds(60)) {
            let demo = try await DemoAccount(.init(contacts: 5, rateLimit: nil))
            let queue = try XCTUnwrap(demo.session.edits)
            try await demo.synchronise()
            demo.server.inject(.hangUp, at: "/api/contacts/*", method: "PUT")
            let food = ValueChange(group: .food, deltas: [.food: Delta(before: nil, after: .text("Vegan"))])
            try await queue.store([PlannedChange(.values(food))], of: ContactID(3))
            demo.session.send()
            var changes: [WaitingChange] = []
            while changes.first?.issue != .lost { changes = try await queue.waiting() }
            let page = WaitingPage()
            let window = TestWindow(page.root, width: 600, height: 600)
            page.show(changes, of: queue)
            ExpanderRow(borrowing: try XCTUnwrap(page.root.listRows.first).pointer).isExpanded = true
            await until("its buttons are there") { page.root.button("_Drop Change") != nil }
            XCTAssertTrue(page.root.clickButton("_Drop Change"))
            while changes.first?.isTakenBack != true { changes = try await queue.waiting() }
            page.show(changes, of: queue)
            await until("it is said") {
                page.root.texts.contains("To be undone once Cameo knows whether it arrived")
            }
            XCTAssertNil(page.root.button("_Drop Change"))
            window.close()
            await demo.end()
        }
    }

    func testWhatWaitsIsMarkedWhereItStands() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await DetailLab(contacts: 5)
            let (session, queue) = (lab.demo.session, try XCTUnwrap(lab.demo.session.edits))
            try await lab.demo.synchronise()
            lab.page.marks.follow(queue)
            lab.page.show(contactID: 3, of: session)
            await until("the contact shows") { lab.page.stack.visiblePage == "contact" }
            XCTAssertEqual(Self.marks(on: lab.page), 0)
            let food = ValueChange(group: .food, deltas: [.food: Delta(before: nil, after: .text("Vegan"))])
            let mail = PartValue.field(FieldValue(type: RemoteID("1"), content: "zoe@example.org"))
            let part = PartChange(kind: .field, part: PartID(-1), before: nil, after: mail)
            try await queue.store(
                [PlannedChange(.values(food)), PlannedChange(.part(part)), PlannedChange(.addTags(["climbing"]))],
                of: ContactID(3))
            await until("both rows and the tags are marked") { Self.marks(on: lab.page) == 3 }
            for edit in try await queue.edits() { _ = try await queue.drop(edit.id) }
            await until("nothing is marked") { Self.marks(on: lab.page) == 0 }
            await lab.end()
        }
    }

    func testUndoOfADeletionThatIsFinalSaysSo() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await DetailLab(contacts: 5)
            let queue = try XCTUnwrap(lab.demo.session.edits)
            try await lab.demo.synchronise()
            try await queue.delete(ContactID(3), remote: RemoteID("3"), after: 20)
            lab.page.sayDeleted(ContactID(3), "Zoë", queue)
            try await queue.finishDeletion(of: ContactID(3))
            XCTAssertTrue(lab.page.undo.takeBack())
            await until("it is said") {
                lab.texts.contains("It is too late: Zoë is being deleted on the server.")
            }
            await lab.end()
        }
    }

    @MainActor
    private static func marks(on page: DetailPage) -> Int {
        page.root.visibleTree.count { $0.tooltip?.hasSuffix("Waiting to be sent") == true }
    }
}
