import Foundation
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp

/// The user's journal in a window of its own.
final class JournalWindowTests: XCTestCase {
    func testNoJournalBlocksTheWindow() {
        let entries = ["word ", "a\n", "\u{301}", "\u{202E}", "**[x](https://example.org/y)** "].flatMap { piece in
            (1...20).map { number in
                let text = String(repeating: piece, count: 90_000 / piece.utf8.count)
                return JournalEntry(id: number, title: text, text: text, writtenAt: .now)
            }
        }
        onDisplay {
            var window: JournalWindow?
            let (pictures, below) = (AvatarPictures(), Label(""))
            let parent = TestWindow(below, width: 400, height: 300)
            Task {
                let section = await JournalWindow.section(of: entries)
                let made = JournalWindow(section, pictures: pictures)
                made.window.present(over: below)
                window = made
            }
            let longest = longestTurn(until: "the journal shows") { window?.window.isVisible == true }
            print("longest turn of the main loop: \(longest)")
            XCTAssertLessThan(longest, .milliseconds(50) * sanitizerSlowdown)
            window?.window.close()
            window = nil
            parent.close()
        }
    }
}
