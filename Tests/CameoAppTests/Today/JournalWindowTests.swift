import Foundation
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp

/// The user's journal in a window of its own.
final class JournalWindowTests: XCTestCase {
    func testEarlierEntriesAreOnTheServer() {
        onDisplay(limit: .seconds(60)) {
            let page = try XCTUnwrap(URL(string: "https://monica.example.org/journal"))
            let entries = (1...JournalEntry.maxCount).map {
                JournalEntry(id: $0, title: "Day \($0)", text: "Rain", writtenAt: .now)
            }
            let whole = await JournalWindow.section(of: entries, page: page)
            XCTAssertEqual(whole.ends, [])
            let below = Label("")
            let parent = TestWindow(below, width: 400, height: 300)
            let section = await JournalWindow.section(of: entries, isWhole: false, page: page)
            var journal: JournalWindow? = JournalWindow(section, pictures: AvatarPictures())
            var opened: [String] = []
            journal?.onOpen = { opened.append($0) }
            journal?.window.present(over: below)
            let end = "Earlier entries on the server"
            await until("it says so") { journal?.window.texts.contains(end) == true }
            journal?.window.listRows.first { $0.hasAccessibleLabel(end) }?.emit("activate")
            XCTAssertEqual(opened, [page.absoluteString])
            journal?.window.close()
            journal = nil
            parent.close()
        }
    }

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
