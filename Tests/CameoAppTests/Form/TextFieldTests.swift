import Contacts
import GLib
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp

/// The fields for texts of several lines.
final class TextFieldTests: XCTestCase {
    func testAPressOnItsNameFocusesAFieldThatGrowsFromOneLine() {
        withOpenForm { lab in
            let view = try XCTUnwrap(lab.editor.page.view)
            for key in [ContactKey.description, .food, .metStory] {
                let row = try XCTUnwrap(view.inputs.first { $0.owns(.value(key)) }?.rows.first)
                let parts = try XCTUnwrap(row.visibleTree.first { $0.hasClass("text-row") })
                let (name, text) = (try XCTUnwrap(parts.label(key.name)), try XCTUnwrap(parts.children.last))
                view.focus(.value(.firstName))
                parts.press(on: name)
                XCTAssertEqual(view.focusedField, .value(key))
                TextRow(borrowing: row.pointer).text = "one"
                await until("it has one line") { text.height > 0 && text.height < 2 * name.height }
                let line = text.height
                TextRow(borrowing: row.pointer).text = "one\ntwo\nthree"
                await until("it has three") { text.height > 2 * line }
            }
        }
    }
}
