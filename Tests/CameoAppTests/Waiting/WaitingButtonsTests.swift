import DemoServer
import Foundation
import GLib
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp
@testable import Contacts

/// A change offers the decisions of its state, and no other.
final class WaitingButtonsTests: XCTestCase {
    func testEachStateHasItsButtons() {
        onDisplay(limit: .seconds(60)) {
            let day = SlotState(.value(.birthday), nil)
            let theirs = SlotState(.value(.food), WaitingLab.text("Meat"))
            let note = SlotValue.part(.note(NoteValue(body: "Fond of tea")))
            let theirNote = SlotState(.part(.note, PartID(1)), .part(.note(NoteValue(body: "Fond of figs"))))
            let refused = WaitingChange.State.problem(.refused(sentences: []))
            let cases: [(WaitingChange, [String])] = [
                (WaitingLab.change(), ["Edit", "Discard"]),
                (WaitingLab.change(.existence, to: nil, .held), ["Discard"]),
                (WaitingLab.change(.existence, to: nil, .inDoubt), []),
                (WaitingLab.change(.me, to: .value(.contact(.local(ContactID(3))))), ["Discard"]),
                (WaitingLab.change(to: nil, refused), ["Try Again", "Edit", "Discard"]),
                (WaitingLab.change(.part(.note, PartID(1)), to: note, refused), ["Try Again", "Edit", "Discard"]),
                (WaitingLab.change(.part(.note, PartID(1)), from: note, to: nil, refused), ["Try Again", "Discard"]),
                (
                    WaitingLab.change(.part(.note, PartID(1)), to: note, .problem(.conflict(values: [theirNote]))),
                    ["Choose…", "Discard"]
                ),
                (WaitingLab.change(to: nil, .problem(.gone)), ["Create Again", "Discard"]),
                (WaitingLab.change(to: nil, .problem(.conflict(values: [theirs]))), ["Edit", "Choose…", "Discard"]),
                (
                    WaitingLab.change(to: nil, .problem(.sideEffects(values: [day]))),
                    ["Edit", "Change Anyway", "Discard"]
                ),
                (WaitingLab.change(to: nil, .notice(found: nil)), ["Done"]),
                (try XCTUnwrap(WaitingLab.tag(to: "pals", contacts: 2).lines.first), ["Discard"]),
            ]
            for (change, expected) in cases {
                let (page, window) = await WaitingLab.page([change])
                let row = try XCTUnwrap(page.list.made.first).root
                row.isExpanded = true
                await until("its buttons are there") { Self.buttons(in: row) == expected }
                XCTAssertEqual(page.header.button("_Send") != nil, [.waiting, .inDoubt].contains(change.state))
                page.access = .readOnly
                XCTAssertNil(page.root.button("_Edit"))
                window.close()
            }
        }
    }

    func testAChangeOfTheUserNamesTheContact() {
        onDisplay {
            let me = SlotValue.value(.contact(.local(ContactID(3))))
            for (base, wanted) in [(nil, me), (me, nil)] as [(SlotValue?, SlotValue?)] {
                var change = WaitingLab.change(.me, from: base, to: wanted, of: 0, called: "")
                change.people = [.local(ContactID(3)): "Ada"]
                XCTAssertEqual(change.subject, "Ada")
            }
            XCTAssertEqual(WaitingLab.change(called: "").subject, "No name")
        }
    }

    func testAWaitingChangeIsChangedInTheFormOfItsContact() {
        withMainWindow { window, demo in
            try await demo.synchronise()
            demo.server.stop()
            try await demo.session.outbox?.set(.food, to: "Vegan", of: 3)
            window.show(demo.session, at: nil)
            await until("it is told") { !window.pictures.marks.changes.isEmpty }
            window.showWaiting()
            let page = try XCTUnwrap(window.detail.unsent.page)
            try XCTUnwrap(page.list.made.first).root.isExpanded = true
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

    /// First another contact is on the page, then the contact of the entry.
    func testAWaitingEntryIsChangedInItsEditor() {
        withMainWindow { window, demo in
            try await demo.synchronise()
            demo.server.stop()
            let outbox = try XCTUnwrap(demo.session.outbox)
            _ = try await outbox.add(.note(NoteValue(body: "Fond of tea")), to: [ContactID(3)])
            window.show(demo.session, at: nil)
            window.show(contactID: 5)
            for (before, after) in [("Fond of tea", "Fond of cake"), ("Fond of cake", "Fond of figs")] {
                let note = SlotValue.part(.note(NoteValue(body: before)))
                await until("it is told") { window.pictures.marks.changes.map(\.wanted) == [note] }
                window.showWaiting()
                let page = try XCTUnwrap(window.detail.unsent.page)
                try XCTUnwrap(page.list.made.first).root.isExpanded = true
                await until("its buttons are there") { page.root.button("_Edit") != nil }
                XCTAssertTrue(page.root.clickButton("_Edit"))
                await until("the editor is open") { window.detail.entries.open?.editor.containsFocus == true }
                XCTAssertFalse(window.detail.unsent.isShown)
                let open = try XCTUnwrap(window.detail.entries.open)
                XCTAssertEqual(open.contact, ContactID(3))
                XCTAssertEqual(open.editor.draft[.text], before)
                open.editor.type(after)
                XCTAssertTrue(window.detail.root.clickButton("_Save"))
                await until("it shows") { window.detail.entries.open == nil && window.texts.contains(after) }
            }
        }
    }

    @MainActor
    private static func buttons(in row: Widget) -> [String] {
        known.filter { row.button($0) != nil }.map { $0.replacing("_", with: "") }
    }

    private static let known = [
        "_Try Again", "_Edit", "Create _Again", "_Choose…", "Change An_yway", "_Discard", "_Done",
    ]
}
