import CGtk
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

    func testACutOfAPastedTextIsSaidUntilTheTextChanges() {
        withOpenForm { lab in
            let view = try XCTUnwrap(lab.editor.page.view)
            let row = try XCTUnwrap(view.inputs.first { $0.owns(.value(.food)) }?.rows.first)
            let text = try XCTUnwrap(row.first(ofType: "GtkTextView"))
            let sentence = "Too long: the rest was left out"
            view.focus(.value(.food))
            // As a paste does.
            gtk_text_buffer_set_text(
                gtk_text_view_get_buffer(text.cast()), String(repeating: "m", count: 10_000), -1)
            XCTAssertEqual(lab.model?.form[text: .food], TextRow(borrowing: row.pointer).text)
            XCTAssertTrue(lab.texts.contains(sentence))
            view.focus(.value(.firstName))
            XCTAssertTrue(view.check())
            XCTAssertTrue(lab.texts.contains(sentence))
            TextRow(borrowing: row.pointer).text = "Shorter"
            XCTAssertFalse(lab.texts.contains(sentence))
        }
    }
}
