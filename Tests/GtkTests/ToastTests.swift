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
    /// Between the text of a toast and its first button, by libadwaita, and a bit more.
    private static let gap: Float = 14

    func testALongSentenceIsNotCut() throws {
        try onDisplay {
            let (window, toasts) = Self.makeWindow(width: 360, height: 300)
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

    func testBelowTheTextOfANarrowOneItsButtonsAreOnOneLine() throws {
        try onDisplay {
            let (window, toasts) = Self.makeWindow(width: 240, height: 400)
            let sentence = "Ada Lovelace deleted for good, with photos and relationships"
            toasts.show(sentence, button: "Undo")
            waitUntil("it is there") { toasts.shownToast != nil }
            let toast = try XCTUnwrap(toasts.shownToast)
            let text = try XCTUnwrap(toast.visibleTree.first { $0.texts == [sentence] && $0.children.isEmpty })
            let buttons = toast.children.filter(\.isButton)
            XCTAssertEqual(buttons.count, 2)
            waitUntil("they have their places") { buttons.allSatisfy { $0.height > 0 } }
            let (undo, close) = (Self.bounds(of: buttons[0], in: toast), Self.bounds(of: buttons[1], in: toast))
            let middles = [undo, close].map { $0.origin.y + $0.size.height / 2 }
            XCTAssertEqual(middles[0], middles[1], accuracy: 2)
            XCTAssertLessThanOrEqual(undo.origin.x + undo.size.width, close.origin.x)
            let shown = Self.bounds(of: text, in: toast)
            XCTAssertLessThanOrEqual(shown.origin.y + shown.size.height, undo.origin.y)
            XCTAssertEqual(shown.origin.x, undo.origin.x, accuracy: 1)
            let below = Float(toast.height) - undo.origin.y - undo.size.height
            XCTAssertLessThan(below, shown.size.height / 4, "no line is missing")
            let layout = try XCTUnwrap(gtk_label_get_layout(text.opaque))
            XCTAssertEqual(pango_layout_is_ellipsized(layout), 0)
            window.close()
        }
    }

    @MainActor
    private static func makeWindow(width: Int, height: Int) -> (TestWindow, ToastOverlay) {
        let page = Box(.vertical)
        page.expandsVertically = true
        let toasts = ToastOverlay(page)
        return (TestWindow(toasts, width: width, height: height), toasts)
    }

    func testTheTextHasNoMoreLinesThanThereIsRoomFor() throws {
        try onDisplay {
            for width in stride(from: 340, through: 420, by: 20) {
                let page = Box(.vertical)
                page.expandsVertically = true
                let toasts = ToastOverlay(page)
                let window = TestWindow(toasts, width: width, height: 300)
                let sentence = "Ada Lovelace deleted for good, with photos and relationships"
                toasts.show(sentence, button: "Undo")
                waitUntil("it is there") { toasts.shownToast != nil }
                let toast = try XCTUnwrap(toasts.shownToast)
                let text = try XCTUnwrap(toast.visibleTree.first { $0.texts == [sentence] && $0.children.isEmpty })
                let undo = try XCTUnwrap(toast.children.first { $0.isButton })
                waitUntil("they have their places") { text.height > 0 && undo.height > 0 }
                let (shown, button) = (Self.bounds(of: text, in: toast), Self.bounds(of: undo, in: toast))
                let layout = try XCTUnwrap(gtk_label_get_layout(text.opaque))
                let lines = pango_layout_get_line_count(layout)
                let copy = try XCTUnwrap(pango_layout_copy(layout))
                defer { g_object_unref(UnsafeMutableRawPointer(copy)) }
                XCTAssertGreaterThan(button.origin.x, shown.origin.x, "the button is beside the text")
                let room = button.origin.x - shown.origin.x - Self.gap
                pango_layout_set_width(copy, Int32(room) * PANGO_SCALE)
                XCTAssertEqual(lines, pango_layout_get_line_count(copy), "in \(width) pixels")
                window.close()
            }
        }
    }

    @MainActor
    private static func bounds(of widget: Widget, in toast: Widget) -> graphene_rect_t {
        var bounds = graphene_rect_t()
        XCTAssertNotEqual(gtk_widget_compute_bounds(widget.widget, toast.widget, &bounds), 0)
        return bounds
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

    func testASentenceTakesThePlaceOfTheShownToastWhichComesBack() {
        onDisplay(limit: .seconds(30)) {
            let toasts = ToastOverlay(Box(.vertical))
            let window = TestWindow(toasts, width: 400, height: 300)
            let undo = toasts.show("Saved", button: "Undo")
            await until("the toast with a button is there") { toasts.shownToast != nil }
            var isOver = false
            undo.onDismissed { isOver = true }
            let sentences = (1...5).map { "Copied \($0)" }
            let shown = sentences.map { toasts.show($0) }
            await until("the last sentence is there") { toasts.shownToast?.texts.contains("Copied 5") == true }
            XCTAssertFalse(isOver)
            shown.last?.dismiss()
            await until("the toast with a button is back") { toasts.shownToast?.texts.contains("Saved") == true }
            await until("no sentence is left") { sentences.allSatisfy { !toasts.texts.contains($0) } }
            toasts.show("Sent")
            await until("the sentence is there") { toasts.shownToast?.texts.contains("Sent") == true }
            undo.dismiss()
            await until("only the sentence is left") { !toasts.texts.contains("Saved") }
            XCTAssertEqual(toasts.shownToast?.texts.contains("Sent"), true)
            window.close()
        }
    }

    func testAToastComesAfterItsOverlayWasInNoWindow() {
        onDisplay(limit: .seconds(30)) {
            let (box, toasts) = (Box(.vertical), ToastOverlay(Box(.vertical)))
            box.append(toasts)
            let window = TestWindow(box, width: 400, height: 300)
            let first = toasts.show("first", button: "Undo")
            await until("the first toast is there") { toasts.shownToast != nil }
            var isOver = false
            first.onDismissed { isOver = true }
            first.dismiss()
            box.remove(toasts)
            await until("the first toast is over") { isOver }
            box.append(toasts)
            toasts.show("second")
            await until("the second toast is there") { toasts.shownToast?.texts.contains("second") == true }
            window.close()
        }
    }

    func testAClickOnOneThatIsComingCountsAndTakesItAwayOnceItHasCome() {
        onDisplay(limit: .seconds(30)) {
            let toasts = ToastOverlay(Box(.vertical))
            let window = TestWindow(toasts, width: 400, height: 300)
            var clicks = 0
            // Nobody needs to keep it.
            toasts.show("Deleted", button: "Undo") { clicks += 1 }
            await until("it is there") { toasts.shownToast != nil }
            let shown = try XCTUnwrap(toasts.shownToast)
            let buttons = shown.visibleTree.filter(\.isButton)
            XCTAssertEqual(buttons.count, 2)
            await until("they have their places") { buttons.allSatisfy { $0.width > 0 } }
            for button in buttons { shown.press(on: button) }
            XCTAssertEqual(clicks, 1)
            for _ in 0..<3 { await toasts.nextFrame(within: .seconds(1)) }
            XCTAssertNotNil(toasts.shownToast, "it is still coming")
            await until("it is gone") { toasts.shownToast == nil }
            XCTAssertEqual(clicks, 1)
            window.close()
        }
    }
}

private extension Widget {
    var isButton: Bool { g_type_check_instance_is_a(cast(), gtk_button_get_type()) != 0 }
}
