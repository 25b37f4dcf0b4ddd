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

    func testTheDeadHaveNoAgeOfToday() {
        withOpenForm { lab in
            let view = try XCTUnwrap(lab.editor.page.view)
            lab.model?.edit(.value(.birthday)) {
                let day = ContactDay.date(year: 1930, month: 12, day: 10)
                $0.birthday = DateEntry(day, asksForAge: true, thisYear: $0.thisYear)
            }
            view.showAll()
            await until("the age shows") { lab.texts.contains { $0.contains("years old") } }
            lab.model?.edit(.value(.death)) { $0.hasDied = true }
            await until("it does not") { !lab.texts.contains { $0.contains("years old") } }
            XCTAssertTrue(lab.texts.contains { $0.contains("1930") })
        }
    }
}
