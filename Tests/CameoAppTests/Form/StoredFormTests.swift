import Contacts
import DemoServer
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp

/// A slow disk stores a form. A person's actions meanwhile happen once the form is stored.
final class StoredFormTests: XCTestCase {
    func testAnotherFormOpensAfterIt() {
        whileStoring("Zenobia") { window, saving in
            window.beginNew()
            let keys = try XCTUnwrap(window.detail.editor.keys)
            XCTAssertTrue(keys.isHolding, "what is typed is for the form to come")
            let isSaved = await saving.value
            XCTAssertTrue(isSaved)
            await until("the next form is open") { window.detail.editor.page.view?.focusedField != nil }
            XCTAssertEqual(window.detail.editor.page.view?.model.form[text: .firstName], "")
            window.detail.editor.cancel()
            await until("the one before is in the list") { window.texts.contains("Zenobia") }
        }
    }

    func testWhoComesBehindAFormLeavesItTheFocus() {
        withMainWindow { window, demo in
            try await demo.synchronise()
            window.show(demo.session, at: nil)
            await until("the contacts are there") { window.texts.contains("40 contacts") }
            let id = try XCTUnwrap(window.sidebar.contacts.model.items.first).id
            window.show(contactID: id)
            await until("the contact shows") { !window.detail.detail.shownName.isEmpty }
            // The detail wants the focus, as after saving a contact that is still to come.
            window.detail.wantsFocus = true
            window.beginNew()
            await until("the form has the focus") { window.detail.editor.page.view?.focusedField != nil }
            let stored = try await demo.session.store.storedContact(id: id)
            window.detail.changed(to: stored, id: id, server: demo.session.server)
            await window.detail.preparation.settled()
            XCTAssertNotNil(window.detail.editor.page.view?.focusedField)
            window.detail.editor.cancel()
        }
    }

    func testAnotherContactShowsAfterIt() {
        whileStoring("Zenobia") { window, saving in
            let other = try XCTUnwrap(window.sidebar.contacts.model.items.first).id
            window.show(contactID: other)
            _ = await saving.value
            await until("the other one shows") { window.detail.detail.contactID == other }
            XCTAssertEqual(window.detail.editor.keys?.isHolding, false)
        }
    }

    func testTheWindowMayCloseAfterIt() {
        whileStoring("Zenobia") { window, saving in
            let mayLeave = await window.mayLeave()
            XCTAssertTrue(mayLeave)
            _ = await saving.value
            XCTAssertFalse(window.detail.editor.isOpen)
        }
    }

    func testWithTheLastWishNoneOfThoseBeforeIsLeft() {
        whileStoring("Zenobia") { window, saving in
            window.beginNew()
            // As Escape does.
            window.detail.editor.cancel()
            _ = await saving.value
            await until("the contact shows") { window.detail.detail.shownName == "Zenobia" }
            XCTAssertNil(window.detail.editor.beginning)
            XCTAssertFalse(window.detail.editor.isOpen)
        }
    }

    func testWhatStaysIsNotLeft() {
        whileStoring("") { window, saving in
            window.beginNew()
            let mayLeave = await window.mayLeave()
            let isSaved = await saving.value
            XCTAssertEqual([mayLeave, isSaved], [false, false])
            XCTAssertEqual(window.detail.editor.page.view?.model.form[text: .job], "Pilot")
            XCTAssertEqual(window.detail.editor.keys?.isHolding, false)
            window.detail.editor.close(.closed)
        }
    }

    /// Begins to store a new contact with a job; one without a name is not stored.
    private func whileStoring(
        _ name: String, _ body: @escaping @MainActor (MainWindow, Task<Bool, Never>) async throws -> Void
    ) {
        withMainWindow { window, demo in
            try await demo.synchronise()
            demo.server.stop()
            window.show(demo.session, at: nil)
            await until("the contacts are there") { window.texts.contains("40 contacts") }
            window.beginNew()
            let editor = window.detail.editor
            await until("the form is open") { editor.isOpen }
            editor.page.view?.model.edit(.value(.firstName)) { $0[text: .firstName] = name }
            editor.page.view?.model.edit(.value(.job)) { $0[text: .job] = "Pilot" }
            // Before all fields are there it waits for them, and then for the disk.
            let saving = Task.immediate { await editor.save() }
            XCTAssertTrue(editor.saving)
            try await body(window, saving)
        }
    }
}
