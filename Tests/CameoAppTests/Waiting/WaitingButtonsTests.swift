import DemoServer
import Foundation
import GLib
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp
@testable import Contacts

/// Each change says what can be done about it, and nothing else.
final class WaitingButtonsTests: XCTestCase {
    func testWhatWaitsIsSentChangedOrDropped() {
        withChange { demo, change in
            let buttons = try await Self.buttons(of: change, demo)
            XCTAssertEqual(buttons, ["Edit", "Discard"], "one button above sends all")
        }
    }

    func testADeletionWhoseToastShowsIsOnlyDropped() {
        withChange { demo, _ in
            let queue = try XCTUnwrap(demo.session.edits)
            try await queue.delete(ContactID(4), remote: nil, after: 60)
            let waiting = try await queue.waiting()
            let deletion = try XCTUnwrap(waiting.first { $0.edit.isDeletion })
            let buttons = try await Self.buttons(of: deletion, demo)
            XCTAssertEqual(buttons, ["Discard"])
        }
    }

    func testWhatCouldOnlyBeRefusedAgainIsNotSent() {
        withChange { demo, change in
            for (issue, isSent) in [(EditIssue.partGone, false), (.refused([]), true)] {
                var edit = change.edit
                (edit.state, edit.issue) = (.refused, issue)
                let buttons = try await Self.buttons(of: WaitingChange(edit: edit, fields: []), demo)
                XCTAssertEqual(buttons, (isSent ? ["Try Again"] : []) + ["Edit", "Discard"])
            }
        }
    }

    func testWhatWaitsIsChangedInTheFormOfItsContact() {
        withMainWindow { window, demo in
            try await demo.synchronise()
            demo.server.stop()
            let queue = try XCTUnwrap(demo.session.edits)
            try await queue.store([PlannedChange(.values(Self.food))], of: ContactID(3))
            window.show(demo.session, at: nil)
            await until("it is told") { !window.pictures.marks.changes.isEmpty }
            window.showWaiting()
            let page = try XCTUnwrap(window.detail.waiting)
            ExpanderRow(borrowing: try XCTUnwrap(page.root.listRows.first).pointer).isExpanded = true
            await until("its buttons are there") { page.root.button("_Edit") != nil }
            XCTAssertTrue(page.root.clickButton("_Edit"))
            await until("the form is open") { window.detail.editor.page.view != nil }
            XCTAssertEqual(window.detail.editor.contact, ContactID(3))
            let view = try XCTUnwrap(window.detail.editor.page.view)
            await view.filled()
            XCTAssertEqual(view.model.form[text: .food], "Vegan")
            await until("its field has the focus") { view.focusedField == .value(.food) }
        }
    }

    private static let food = ValueChange(group: .food, deltas: [.food: Delta(before: nil, after: .text("Vegan"))])

    /// What the buttons in a row of the page say, beside "Send" for all.
    @MainActor
    private static func buttons(of change: WaitingChange, _ demo: DemoAccount) async throws -> [String] {
        let page = WaitingPage()
        let window = TestWindow(page.root, width: 600, height: 600)
        page.show([change], of: demo.session.edits)
        let row = try XCTUnwrap(page.root.listRows.first)
        ExpanderRow(borrowing: row.pointer).isExpanded = true
        await until("its buttons are there") { row.button("_Discard")?.isMapped == true }
        let known = ["_Send", "_Try Again", "_Edit", "Create _Again", "_Choose…", "_Discard"]
        let shown = known.filter { row.button($0) != nil }.map { $0.replacing("_", with: "") }
        let isSent = change.state == .waiting && !change.edit.isHeld
        XCTAssertEqual(page.header.button("_Send") != nil, isSent)
        window.close()
        return shown
    }

    private func withChange(_ body: @escaping @MainActor (DemoAccount, WaitingChange) async throws -> Void) {
        onDisplay(limit: .seconds(60)) {
            let demo = try await DemoAccount(.init(contacts: 5, rateLimit: nil))
            try await demo.synchronise()
            let queue = try XCTUnwrap(demo.session.edits)
            try await queue.store([PlannedChange(.values(Self.food))], of: ContactID(3))
            let changes = try await queue.waiting()
            try await body(demo, try XCTUnwrap(changes.first))
            await demo.end()
        }
    }
}
