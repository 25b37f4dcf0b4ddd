import Contacts
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp

/// Whether somebody has died is one field with the day.
final class DeathInputTests: XCTestCase {
    func testNewsLeaveTheSwitchThatHasTheFocus() {
        withOpenForm { lab in
            let view = try XCTUnwrap(lab.editor.page.view)
            let input = try XCTUnwrap(view.inputs.lazy.compactMap { $0 as? DeathInput }.first)
            XCTAssertEqual(lab.model?.form.hasDied, false)
            XCTAssertTrue(input.focusRow())
            XCTAssertEqual(view.focusedField, .value(.death))
            // Another window of the same program changes it.
            let queue = try XCTUnwrap(lab.demo.session.edits)
            let died = ValueChange(group: .person, deltas: [.death: Delta(before: nil, after: .death(nil))])
            _ = try await queue.store([PlannedChange(.values(died))], of: ContactID(1))
            await lab.editor.takeNews()
            XCTAssertEqual(lab.model?.form.hasDied, false)
            XCTAssertEqual(lab.model?.form.news, [.value(.death)])
        }
    }
}
