import Contacts
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp

/// A person's death and its day are one field.
final class DeathInputTests: XCTestCase {
    func testNewsLeaveTheSwitchThatHasTheFocus() {
        withOpenForm { lab in
            let view = try XCTUnwrap(lab.editor.page.view)
            let input = try XCTUnwrap(view.inputs.lazy.compactMap { $0 as? DeathInput }.first)
            XCTAssertEqual(lab.model?.form.hasDied, false)
            XCTAssertTrue(input.focusRow())
            XCTAssertEqual(view.focusedField, .value(.death))
            // Another window of the same program changes it.
            try await lab.demo.session.outbox?.set([(.value(.death), .value(.death(nil)))], of: 1)
            await lab.editor.takeNews()
            XCTAssertEqual(lab.model?.form.hasDied, false)
            XCTAssertEqual(lab.model?.form.news, [.value(.death)])
        }
    }
}
