import CGtk
import GLib
import TestSupport
import XCTest

@testable import Gtk

final class ToastTests: XCTestCase {
    /// Those in which the ones before go.
    private static let frames = 25
    /// That of what libadwaita 1.2 knows of a toast.
    private static let blockSize = 56

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

    func testOneMayTakeThePlaceOfTheOtherBeforeThatHasCome() {
        onDisplay(limit: .seconds(30)) {
            let toasts = ToastOverlay(Box(.vertical))
            let window = TestWindow(toasts, width: 400, height: 300)
            var clicked: [String] = []
            var last: Toast?
            for text in ["first", "second", "third", "fourth"] {
                let former = last
                last = toasts.show(text, button: "Undo") { clicked.append(text) }
                former?.dismiss()
                await until("it is there") { toasts.texts.contains(text) }
                for _ in 0..<3 { await toasts.nextFrame(within: .seconds(1)) }
            }
            last?.dismiss()
            last?.emit("button-clicked")
            XCTAssertEqual(clicked, [], "what is about to go has no button any more")
            // What libadwaita freed and still used would be found to be something else.
            var blocks: [UnsafeMutableRawPointer] = []
            defer { for block in blocks { block.deallocate() } }
            for _ in 0..<Self.frames {
                await toasts.nextFrame(within: .milliseconds(20))
                for _ in 0..<100 {
                    let block = UnsafeMutableRawPointer.allocate(byteCount: Self.blockSize, alignment: 8)
                    block.initializeMemory(as: UInt8.self, repeating: 0x7F, count: Self.blockSize)
                    blocks.append(block)
                }
            }
            await until("the last one is gone") { toasts.shownToast == nil }
            window.close()
        }
    }
}
