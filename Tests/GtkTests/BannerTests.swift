import Gtk
import TestSupport
import XCTest

/// The line that says what is the matter.
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
            let sentence = "Showing saved contacts. This network may want you to sign in first. Open a web page."
            let longest = longestTurnShowing(sentence + " " + sentence.reversed())
            print("longest turn, a sentence: \(longest)")
            XCTAssertLessThan(longest, .milliseconds(12) * sanitizerSlowdown)
            window.close()
        }
    }
}
