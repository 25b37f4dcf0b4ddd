import CGtk
import GLib
import Gtk
import TestSupport
import XCTest

/// The line that names a problem.
final class BannerTests: XCTestCase {
    func testALongSentenceBesideOtherThingsDoesNotBlockTheWindow() {
        onDisplay {
            let banner = Banner()
            let sidebar = Box(.vertical)
            sidebar.setMinimumSize(width: 320)
            sidebar.expandsHorizontally = false
            sidebar.append(banner.root)
            let window = TestWindow(SplitView(sidebar: sidebar, content: Box(.vertical)), width: 900)
            @MainActor func longestTurnShowing(_ sentence: String) -> Duration {
                var frames = 0
                @MainActor func count() {
                    frames += 1
                    if frames < 8 { sidebar.afterNextFrame { count() } }
                }
                let first = busyTime { banner.show(sentence, button: "Try Again") }
                sidebar.afterNextFrame { count() }
                return max(first, longestTurn(until: "it is drawn") { frames >= 8 })
            }
            // Fonts come from the disk at their first use.
            _ = longestTurnShowing("The server’s response is no…")
            let sentence = "Showing saved contacts. This network may want you to log in first. Open a web page."
            let longest = longestTurnShowing(String(repeating: sentence + " ", count: 8))
            print("longest turn, a sentence: \(longest)")
            XCTAssertLessThan(longest, .milliseconds(50) * sanitizerSlowdown)
            window.close()
        }
    }

    func testALongSentenceMakesTheWindowNoHigher() {
        onDisplay {
            let banner = Banner()
            let sidebar = Box(.vertical)
            sidebar.append(banner.root)
            let split = SplitView(sidebar: sidebar, content: Box(.vertical))
            let window = TestWindow(split, width: 400, height: 300)
            let height = split.height
            let sentence = "Can’t reach the server. Last updated today, 2:25 AM."
            banner.show(sentence + " " + sentence, button: "Try Again")
            waitUntil("the sentence is shown whole") { banner.root.height > 30 }
            let end = ContinuousClock.now + .milliseconds(400)
            waitUntil("it has opened") { ContinuousClock.now > end }
            XCTAssertEqual(split.height, height)
            window.close()
        }
    }

    func testAButtonThatGoesWithTheFocusSaysSo() throws {
        try onDisplay {
            let banner = Banner()
            let page = Box(.vertical)
            page.append(Button("Elsewhere"))
            page.append(banner.root)
            let window = TestWindow(page)
            var count = 0
            banner.onFocusLost = { count += 1 }
            banner.show("Unsaved changes from 10:32", button: "Continue", other: "Discard")
            waitUntil("it has opened") { banner.root.height > 30 }
            try XCTUnwrap(banner.root.button("Discard")).grabFocus()
            banner.show("Unsaved changes from 10:30", button: "Continue", other: "Discard")
            XCTAssertEqual(count, 0, "it stays")
            banner.show("Unsaved changes from 10:30", button: "Continue")
            XCTAssertEqual(count, 1)
            page.children.first?.grabFocus()
            banner.show(nil)
            XCTAssertEqual(count, 1, "it was elsewhere")
            banner.show("Offline", button: "Try Again")
            try XCTUnwrap(banner.root.button("Try Again")).grabFocus()
            banner.show(nil)
            XCTAssertEqual(count, 2)
            window.close()
        }
    }

    func testButtonsThatLeaveNoRoomForTheSentenceGoBelowIt() throws {
        try onDisplay {
            let sentence = "Unsaved changes from 10:32"
            for (width, isBeside) in [(900, true), (300, false)] {
                let banner = Banner()
                let page = Box(.vertical)
                page.append(banner.root)
                let window = TestWindow(page, width: width)
                banner.show(sentence, button: "Continue", other: "Discard")
                waitUntil("it has opened") { banner.root.height > 30 }
                let text = bounds(of: try XCTUnwrap(banner.root.label(sentence)), in: page)
                let buttons = try ["Continue", "Discard"].map {
                    bounds(of: try XCTUnwrap(banner.root.button($0)), in: page)
                }
                for button in buttons {
                    XCTAssertEqual(button.minX >= text.maxX, isBeside)
                    XCTAssertEqual(button.minY >= text.maxY, !isBeside)
                }
                // At the end of their line.
                XCTAssertEqual(buttons[1].maxX, CGFloat(width - 12))
                if !isBeside { XCTAssertEqual(text.width, CGFloat(width - 24)) }
                window.close()
            }
        }
    }
}

@MainActor
private func bounds(of child: Widget, in box: Widget) -> CGRect {
    var bounds = graphene_rect_t()
    XCTAssertNotEqual(gtk_widget_compute_bounds(child.cast(), box.cast(), &bounds), 0)
    return CGRect(
        x: CGFloat(bounds.origin.x), y: CGFloat(bounds.origin.y), width: CGFloat(bounds.size.width),
        height: CGFloat(bounds.size.height))
}
