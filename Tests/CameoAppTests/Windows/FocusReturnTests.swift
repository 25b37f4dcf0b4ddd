import CGtk
import GLib
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp
@testable import Contacts

/// The focus after a person leaves a form, and the place to which the focus returns.
final class FocusReturnTests: XCTestCase {
    func testAFormThatIsLeftByTheListLeavesTheFocusThere() {
        withContact { window, entries in
            window.detail.focusName()
            try await Self.edit(in: window)
            XCTAssertTrue(window.detail.editor.page.root.containsFocus)
            XCTAssertTrue(window.sidebar.focusList())
            window.show(contactID: entries[1].id)
            XCTAssertFalse(window.detail.editor.isOpen)
            await until("the other is shown") { window.detail.detail.contactID == entries[1].id }
            XCTAssertTrue(window.sidebar.root.containsFocus)
        }
    }

    func testAFormThatIsSavedGivesTheFocusBackToTheList() {
        withContact { window, _ in
            XCTAssertTrue(window.sidebar.focusList())
            let view = try await Self.edit(in: window)
            view.model.edit(.value(.nickname)) { $0[text: .nickname] = "Zed" }
            let isSaved = await window.detail.editor.save()
            XCTAssertTrue(isSaved)
            XCTAssertTrue(window.sidebar.root.containsFocus)
        }
    }

    func testAFormThatIsSavedGivesTheFocusBackToThePage() {
        withContact { window, _ in
            window.detail.focusName()
            let view = try await Self.edit(in: window)
            view.model.edit(.value(.nickname)) { $0[text: .nickname] = "Zed" }
            let isSaved = await window.detail.editor.save()
            XCTAssertTrue(isSaved)
            XCTAssertTrue(window.detail.detail.root.containsFocus)
        }
    }

    func testAFormAfterASlowSaveTakesInput() {
        withContact { window, _ in
            let editor = window.detail.editor
            let view = try await Self.edit(in: window)
            view.model.edit(.value(.nickname)) { $0[text: .nickname] = "Zed" }
            editor.onStored = { _ in
                // The time after which a form is dimmed ends without a turn of the main actor.
                usleep(400_000)
            }
            let isSaved = await editor.save()
            XCTAssertTrue(isSaved)
            await window.detail.root.nextFrame(within: .seconds(1))
            let again = try await Self.edit(in: window)
            XCTAssertNotEqual(gtk_widget_is_sensitive(again.root.cast()), 0)
        }
    }

    func testARowThatIsClickedWhileAFormIsStoredKeepsTheFocus() {
        withContact { window, entries in
            let editor = window.detail.editor
            window.detail.focusName()
            let view = try await Self.edit(in: window)
            view.model.edit(.value(.nickname)) { $0[text: .nickname] = "Zed" }
            let onStored = editor.onStored
            editor.onStored = { contact in
                XCTAssertTrue(editor.page.isBusy)
                // As a click does.
                XCTAssertTrue(window.sidebar.focusList())
                window.show(contactID: entries[1].id)
                await onStored?(contact)
            }
            let isSaved = await editor.save()
            XCTAssertTrue(isSaved)
            await until("the other is shown") { window.detail.detail.contactID == entries[1].id }
            XCTAssertTrue(window.sidebar.root.containsFocus)
        }
    }

    func testAfterTheListOneGoesOnWhereOneWasInAForm() {
        withContact { window, _ in
            let view = try await Self.edit(in: window)
            await view.filled()
            for field in [FormField.value(.nickname), .value(.gender)] {
                view.focus(field)
                window.focusNextPane(forward: true)
                XCTAssertTrue(window.sidebar.root.containsFocus)
                window.focusNextPane(forward: true)
                XCTAssertEqual(view.focusedField, field)
            }
            window.detail.editor.cancel()
            window.focusNextPane(forward: true)
            _ = try await Self.edit(in: window)
            window.focusNextPane(forward: false)
            window.focusNextPane(forward: true)
            XCTAssertEqual(window.detail.editor.page.view?.focusedField, .value(.firstName))
        }
    }

    func testAfterTheListOneGoesOnWhereOneWasInWhatWaits() {
        withContact { window, entries in
            for entry in entries.prefix(3) {
                try await window.session?.outbox?.set(.food, to: "Vegan", of: Int64(entry.id))
            }
            await until("they are known") { window.pictures.marks.changes.count == 3 }
            window.showWaiting()
            let page = try XCTUnwrap(window.detail.unsent.page)
            await until("the rows are made") { page.list.made.count == 3 }
            let rows = page.list.made.map(\.root)
            XCTAssertTrue(rows[0].containsFocus)
            rows[1].focusFirst()
            window.focusNextPane(forward: true)
            window.focusNextPane(forward: true)
            XCTAssertTrue(rows[1].containsFocus)
        }
    }

    func testWhatWaitsGivesTheFocusBackToWhatLedToIt() {
        withContact { window, entries in
            try await Self.addChange(of: entries[0], in: window)
            let line = window.sidebar.waiting
            let menuButton = window.sidebar.menuButton
            for (opener, open) in [
                (line.root, { line.onOpen?() }), (menuButton, { window.window.activate("waiting-changes") }),
                (window.detail.contactBanner.banner.root, { window.detail.contactBanner.banner.onButtonClicked?() }),
            ] as [(Widget, () -> Void)] {
                open()
                XCTAssertTrue(window.detail.unsent.isShown)
                XCTAssertTrue(window.detail.root.containsFocus)
                window.goBack()
                XCTAssertFalse(window.detail.unsent.isShown)
                XCTAssertTrue(opener.containsFocus)
            }
        }
    }

    func testWhatWaitsNoMoreGivesTheFocusToTheList() {
        withContact { window, entries in
            try await Self.addChange(of: entries[0], in: window)
            window.sidebar.waiting.onOpen?()
            try await Self.dropAll(in: window)
            await until("the page is closed") { !window.detail.unsent.isShown }
            XCTAssertTrue(window.sidebar.list.containsFocus)
        }
    }

    func testAToastOverTheListGivesTheFocusToTheList() {
        withContact { window, _ in
            // As in a narrow window that shows the list.
            window.detail.root.isVisible = false
            let changes = window.detail.changes
            for giveFocus in [changes.onFocusLost, changes.onChangesFocusLost] {
                window.sidebar.search.focus()
                giveFocus?()
                await until("the list has the focus") { window.sidebar.list.containsFocus }
            }
        }
    }

    func testWhoIsElsewhereWhenNothingWaitsAnyMoreStaysThere() {
        withContact { window, entries in
            try await Self.addChange(of: entries[0], in: window)
            window.sidebar.waiting.onOpen?()
            window.sidebar.search.focus()
            try await Self.dropAll(in: window)
            await until("the page is closed") { !window.detail.unsent.isShown }
            XCTAssertTrue(window.sidebar.search.root.containsFocus)
        }
    }

    /// A change that needs a decision.
    @MainActor
    private static func addChange(of entry: ContactEntry, in window: MainWindow) async throws {
        let outbox = try XCTUnwrap(window.session?.outbox)
        try await outbox.set(.nickname, to: "Zed", of: Int64(entry.id))
        try await outbox.change { transaction in
            guard var contact = try transaction.contact(ContactID(Int64(entry.id))) else { return }
            contact.rows[.value(.nickname)]?.problem = .refused(sentences: [])
            try transaction.keep(contact)
        }
        await until("it is told") {
            window.sidebar.waiting.root.isMapped && window.detail.contactBanner.banner.text != nil
        }
    }

    @MainActor
    private static func dropAll(in window: MainWindow) async throws {
        let outbox = try XCTUnwrap(window.session?.outbox)
        for change in try await outbox.waiting() { _ = try await outbox.drop(change.id) }
    }

    @discardableResult
    @MainActor
    private static func edit(in window: MainWindow) async throws -> FormView {
        window.detail.beginEditing()
        await until("the form is open") { window.detail.editor.page.view?.focusedField != nil }
        return try XCTUnwrap(window.detail.editor.page.view)
    }

    /// With the first contact shown, and all that there are.
    private func withContact(_ body: @escaping @MainActor (MainWindow, [ContactEntry]) async throws -> Void) {
        withContacts { window, entries in
            window.show(contactID: entries[0].id)
            await until("the contact is shown") { window.detail.detail.contactID == entries[0].id }
            try await body(window, entries)
        }
    }
}
