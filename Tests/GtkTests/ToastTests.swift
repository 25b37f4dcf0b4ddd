import CGtk
import GLib
import TestSupport
import XCTest

@testable import Gtk

final class ToastTests: XCTestCase {
    func testALongSentenceIsNotCut() throws {
        try onDisplay {
            let page = Box(.vertical)
            page.expandsVertically = true
            let toasts = ToastOverlay(page)
            let window = TestWindow(toasts, width: 360, height: 300)
            let sentence = "Logged out. Everything was removed from this computer, <b>and</b> nothing is left of it."
            toasts.show(sentence, button: "Details")
            waitUntil("it is there") { toasts.texts.contains(sentence) }
            let widget = try XCTUnwrap(toasts.visibleTree.first { $0.texts == [sentence] && $0.children.isEmpty })
            waitUntil("it has its place") { widget.height > 0 }
            let label = try XCTUnwrap(gtk_label_get_layout(widget.opaque))
            XCTAssertEqual(pango_layout_is_ellipsized(label), 0)
            XCTAssertGreaterThan(pango_layout_get_line_count(label), 1)
            XCTAssertLessThanOrEqual(widget.width, 360)
            window.close()
        }
    }
}
