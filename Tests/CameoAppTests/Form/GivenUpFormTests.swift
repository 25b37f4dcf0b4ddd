import Contacts
import DemoServer
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp

/// A form that is still being read opens only where the person stays.
final class GivenUpFormTests: XCTestCase {
    func testItDoesNotOpenOverAnotherContact() {
        withContact { lab in
            lab.page.beginEditing()
            XCTAssertNotNil(lab.page.editor.beginning)
            var ends: [Bool] = []
            lab.page.onForm = { ends.append($0) }
            lab.page.show(contactID: 2, of: lab.demo.session)
            XCTAssertEqual(ends, [false])
            try await Self.expectNoForm(on: lab, showing: 2)
        }
    }

    func testItDoesNotOpenOverWhatWaits() {
        withContact { lab in
            lab.page.beginEditing()
            lab.page.leaveForm { lab.page.unsent.show(of: lab.demo.session) }
            XCTAssertTrue(lab.page.unsent.isShown)
            try await Self.expectNoForm(on: lab, showing: 1)
            XCTAssertTrue(lab.page.unsent.isShown)
        }
    }

    func testThatOfANewContactOpensWhoeverTheListSelectsMeanwhile() {
        withContact { lab in
            lab.page.beginNew(in: lab.demo.session)
            lab.page.show(contactID: 2, of: lab.demo.session)
            await until("a form is open") { lab.page.editor.isOpen }
            XCTAssertNil(lab.page.editor.contact)
            lab.page.editor.cancel()
        }
    }

    func testOfTwoTheLastOpens() {
        withContact { lab in
            lab.page.beginEditing()
            lab.page.show(contactID: 2, of: lab.demo.session)
            lab.page.beginEditing()
            await until("a form is open") { lab.page.editor.isOpen }
            XCTAssertEqual(lab.page.editor.contact, ContactID(2))
            lab.page.editor.cancel()
        }
    }

    func testKeysAreHeldFromTheChoiceToTheFormUnlessThatIsGivenUp() {
        withContacts { window, entries in
            let keys = try XCTUnwrap(window.detail.editor.keys)
            window.sidebar.rowMenu.onEdit?(entries[0].id)
            XCTAssertFalse(window.detail.editor.isOpen)
            XCTAssertNil(window.detail.editor.beginning, "the contact is shown first")
            XCTAssertTrue(keys.isHolding)
            await until("the form has the focus") { window.detail.editor.page.view?.focusedField != nil }
            XCTAssertEqual(window.detail.editor.contact, ContactID(Int64(entries[0].id)))
            XCTAssertFalse(keys.isHolding)
            window.detail.editor.cancel()
            window.sidebar.rowMenu.onEdit?(entries[1].id)
            XCTAssertTrue(keys.isHolding)
            window.show(contactID: entries[2].id)
            XCTAssertFalse(keys.isHolding)
            window.detail.beginEditing()
            XCTAssertTrue(keys.isHolding)
            window.detail.showNothing()
            XCTAssertFalse(keys.isHolding)
        }
    }

    /// Goes on until a form that was asked for would be open.
    @MainActor
    private static func expectNoForm(on lab: DetailLab, showing id: Int) async throws {
        await until("the contact shows") { lab.page.detail.contactID == id }
        let occasion = FormOccasion(contact: ContactID(Int64(id)))
        let outbox = try XCTUnwrap(lab.demo.session.outbox)
        for _ in 0..<5 {
            _ = try await FormStart.load(occasion, for: FormID(), in: lab.demo.session.store, outbox)
        }
        XCTAssertFalse(lab.page.editor.isOpen)
        XCTAssertNil(lab.page.editor.page.view)
        XCTAssertNil(lab.page.editor.beginning)
    }

    private func withContact(_ body: @escaping @MainActor (DetailLab) async throws -> Void) {
        onDisplay(limit: .seconds(60)) {
            let lab = try await DetailLab()
            lab.demo.server.stop()
            try await lab.store(1, name: "Ada Lovelace")
            try await lab.store(2, name: "Bob Byron")
            lab.page.show(contactID: 1, of: lab.demo.session)
            await until("the contact is shown") { lab.page.detail.contactID == 1 }
            try await body(lab)
            await lab.end()
        }
    }
}
