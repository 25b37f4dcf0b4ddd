import Contacts
import DemoServer
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp

/// Who types somebody anew whom there is already goes on to them, and loses nothing without a question.
final class OpenedDuplicateTests: XCTestCase {
    func testAClickAsksWhatBecomesOfTypingAndThenOpensTheOther() {
        withDuplicate { window, there in
            for answer in ["keep", "discard"] {
                try Self.click(on: there, in: window)
                await until("it asks") { Self.question(about: there) != nil }
                XCTAssertNotEqual(window.detail.contactID, there.id)
                Self.question(about: there)?.answer(with: answer)
                await until("the question is gone") { Self.question(about: there) == nil }
                guard answer == "keep" else { continue }
                XCTAssertEqual(window.detail.editor.page.view?.model.form[text: .firstName], there.firstName)
                XCTAssertNil(window.detail.editor.contact)
            }
            await until("the other is shown") { window.detail.detail.contactID == there.id }
            XCTAssertFalse(window.detail.editor.isOpen)
            let edits = try await window.session?.edits?.edits()
            XCTAssertEqual(edits?.count, 0)
        }
    }

    func testWhatIsTypedCanBeSavedFirst() {
        withDuplicate { window, there in
            try Self.click(on: there, in: window)
            await until("it asks") { Self.question(about: there) != nil }
            Self.question(about: there)?.answer(with: "save")
            await until("the other is shown") { window.detail.detail.contactID == there.id }
            XCTAssertFalse(window.detail.editor.isOpen)
            let edits = try await window.session?.edits?.edits()
            XCTAssertEqual(edits?.map(\.change.kind), ["create"])
        }
    }

    @MainActor
    private static func question(about contact: ContactSummary) -> Widget? {
        TopLevels.question("Save Changes to \(contact.displayName)?")
    }

    @MainActor
    private static func click(on contact: ContactSummary, in window: MainWindow) throws {
        let row = try XCTUnwrap(row(of: contact, in: window))
        row.emit("activated")
    }

    @MainActor
    private static func row(of contact: ContactSummary, in window: MainWindow) -> Widget? {
        let rows = window.detail.editor.page.view?.root.listRows
        return rows?.first { $0.texts.contains(contact.displayName) && $0.texts.contains("Same name") }
    }

    /// The form of a new contact with the name of one that there is.
    private func withDuplicate(_ body: @escaping @MainActor (MainWindow, ContactSummary) async throws -> Void) {
        withContacts { window, _ in
            let all = try await window.session?.store.summaries()
            let there = try XCTUnwrap(all?.first { $0.lastName != nil })
            window.beginNew()
            await until("the form is open") { window.detail.editor.page.view != nil }
            let view = try XCTUnwrap(window.detail.editor.page.view)
            await view.filled()
            for (key, name) in [(ContactKey.firstName, there.firstName), (.lastName, there.lastName)] {
                view.model.edit(.value(key)) { $0[text: key] = name ?? "" }
            }
            view.onEdit?()
            await until("the other is offered") { Self.row(of: there, in: window) != nil }
            try await body(window, there)
            window.detail.editor.close(.closed)
        }
    }
}
