import Contacts
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp

/// When a saved form closes, the page and the row show no former value, even for a moment.
final class SavedFormTests: XCTestCase {
    func testPageAndRowShowAnEditBeforeItsFormGoes() {
        withMainWindow { window, demo in
            try await demo.synchronise()
            window.show(demo.session, at: nil)
            await until("the contacts are there") { window.texts.contains("40 contacts") }
            let first = try XCTUnwrap(window.sidebar.contacts.model.items.first?.entry)
            window.show(contactID: first.id)
            await until("the contact is shown") { window.detail.detail.shownName == first.name }
            await until("its row is drawn") { window.sidebar.root.texts.contains(first.name) }
            window.detail.beginEditing()
            let editor = window.detail.editor
            await until("the form is open") { editor.isOpen }
            editor.page.view?.model.edit(.value(.nickname)) { $0[text: .nickname] = "Zed the First" }
            XCTAssertFalse(window.sidebar.root.texts.contains { $0.contains("Zed the First") })
            var seen: (page: [String], list: [String])?
            let onForm = window.detail.onForm
            window.detail.onForm = { isOpen in
                if !isOpen { seen = (window.detail.root.texts, window.sidebar.root.texts) }
                onForm?(isOpen)
            }
            let isSaved = await editor.save()
            XCTAssertTrue(isSaved)
            XCTAssertEqual(seen?.page.contains { $0.contains("Zed the First") }, true)
            XCTAssertEqual(seen?.list.contains { $0.contains("Zed the First") }, true)
            XCTAssertFalse(window.split.isFolded)
            await until("the toast lies over the page") { window.detail.ownToasts.shownToast != nil }
            XCTAssertNil(window.toasts.shownToast, "nothing lies over the tabs of the list")
        }
    }
}
