import CGtk
import Contacts
import DemoServer
import DemoServerFaults
import GLib
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp

/// Refused values stay in sight.
final class RefusedChangeTests: XCTestCase {
    func testItDoesNotGoOnSayingSavedAndItsValueStaysWithAWarning() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await DetailLab(contacts: 5)
            let (session, outbox) = (lab.demo.session, try XCTUnwrap(lab.demo.session.outbox))
            try await lab.demo.synchronise()
            lab.page.marks.follow(outbox)
            lab.page.show(contactID: 3, of: session)
            await until("the contact shows") { lab.page.stack.visiblePage == "contact" }
            lab.demo.server.inject(.status(422), at: "/api/contacts/*", method: "PUT")
            lab.page.changes.saySaved(try await outbox.set(.food, to: "Vegan", of: 3))
            await until("it is said") { lab.texts.contains("Saved") }
            await until("it shows") { lab.texts.contains("Vegan") }
            session.send()
            await until("the refusal is said", atMost: .seconds(20)) {
                lab.texts.contains { $0.hasPrefix("The server refused") }
            }
            XCTAssertFalse(lab.page.changes.undo.isShown)
            await until("Saved is gone") { !lab.texts.contains("Saved") }
            await until("the warning is beside it") {
                lab.page.root.visibleTree.contains { $0.tooltip == "Needs your decision" }
            }
            XCTAssertTrue(lab.texts.contains("Vegan"))
            let stored = try await session.store.contact(id: 3)
            XCTAssertEqual(stored?.foodPreferences, "Vegan")
            // The form goes on with it.
            XCTAssertTrue(lab.page.beginEditing())
            await until("the form is open") { lab.page.editor.page.view != nil }
            XCTAssertEqual(lab.page.editor.page.view?.model.form[text: .food], "Vegan")
            lab.page.abandonForm()
            await lab.end()
        }
    }

    func testTabStopsOnceAtATextOfThePage() {
        onDisplay(limit: .seconds(60)) {
            let lab = try await DetailLab(contacts: 5)
            // It would say that there is no such contact.
            lab.demo.server.stop()
            try await lab.store(
                700, name: "Zoë", ["description": "Likes tea", "information": ["food_preferences": "Vegan"]])
            lab.page.show(contactID: 700, of: lab.demo.session)
            await until("the contact shows") { lab.texts.contains("Likes tea") && lab.texts.contains("Vegan") }
            lab.page.focusName()
            var stops: [[String]] = []
            while stops.count < 12, gtk_widget_child_focus(lab.page.root.cast(), GTK_DIR_TAB_FORWARD) != 0 {
                stops.append(lab.page.root.focusedWidget?.texts ?? [])
            }
            for text in ["Likes tea", "Vegan"] {
                XCTAssertEqual(stops.count { $0.contains(text) }, 1, "\(stops)")
            }
            await lab.end()
        }
    }
}
