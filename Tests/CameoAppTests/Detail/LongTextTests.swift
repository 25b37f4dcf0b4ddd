import Foundation
import Gtk
import Model
import Monica
import TestSupport
import XCTest

@testable import CameoApp

/// The window goes on answering for each text, of any length and content.
final class LongTextTests: XCTestCase {
    private static let maxBlock = Duration.milliseconds(50) * sanitizerSlowdown
    private static let maxLabel = Duration.milliseconds(20) * sanitizerSlowdown

    /// Each repeated to 20 KB.
    private static let pieces = [
        "letters": "x", "prose": "some words of a note, ", "addresses": "https://example.org/path/to?query=1&x=y",
        "emoji": "👨‍👩‍👧‍👦", "emoji apart": "👩🏽‍🚀 ", "Devanagari": "क्षत्रिय", "Devanagari prose": "नमस्ते दुनिया ",
        "combining marks": "e\u{301}\u{302}\u{303}", "one letter": "\u{301}", "lines": "a\n", "empty lines": "\n\n",
        "Arabic": "مرحبا", "flags": "🇫🇷", "ideographs": "漢字仮名", "spaces": " ", "mixed": "aа中👍",
    ]

    func testNoContactBlocksTheWindow() throws {
        try onDisplay {
            let lab = try LongTextLab()
            for (name, piece) in Self.pieces {
                let text = String(repeating: piece, count: 20_000 / piece.utf8.count)
                let detail = try LongTextLab.detail([.notes: Array(repeating: ["body": text], count: 10)])
                let longest = lab.longestTurn(showing: detail)
                print("longest turn, \(name): \(longest)")
                XCTAssertLessThan(longest, Self.maxBlock, name)
            }
            lab.close()
        }
    }

    func testAContactThatIsFullOfProseDoesNotBlockTheWindow() throws {
        try onDisplay {
            let lab = try LongTextLab()
            let text = String(repeating: "some words of a note, ", count: 900)
            // All of a contact that may be as large.
            let line = String(repeating: "some words of a line, ", count: 90)
            let keys: [ContactSection: [String: Any]] = [
                .notes: ["body": text], .activities: ["summary": text, "description": text], .calls: ["content": text],
                .reminders: ["title": text, "description": text], .tasks: ["title": text, "description": text],
                .gifts: ["name": text, "comment": text], .debts: ["amount": "$1", "reason": text],
            ]
            let detail = try LongTextLab.detail(
                keys.mapValues { Array(repeating: $0, count: 12) },
                contact: [
                    "description": text, "complete_name": text, "nickname": text,
                    "tags": Array(repeating: ["name": line], count: 100),
                    "information": ["food_preferences": text, "career": ["job": text, "company": text]],
                    "contactFields": Array(
                        repeating: [
                            "content": line, "labels": [["label": line]], "contact_field_type": ["name": line],
                        ],
                        count: 30),
                    "addresses": Array(repeating: ["street": line, "city": line, "name": line], count: 30),
                ])
            let longest = lab.longestTurn(showing: detail)
            print("longest turn, all sections: \(longest)")
            XCTAssertLessThan(longest, Self.maxBlock)
            lab.close()
        }
    }

    func testAllOfALongTextComesWithoutBlockingTheWindow() throws {
        try onDisplay {
            let lab = try LongTextLab()
            for (name, piece) in Self.pieces where !piece.allSatisfy(\.isWhitespace) {
                let text = String(repeating: piece, count: 20_000 / piece.utf8.count)
                // A text of one letter with endless marks never shows more.
                guard name != "one letter" else { continue }
                _ = lab.longestTurn(showing: try LongTextLab.detail([.notes: [["body": text]]]))
                let click = busyTime { XCTAssertTrue(lab.view.root.click("Show the Whole Text"), name) }
                let longest = max(click, lab.longestTurn())
                print("longest turn, all of \(name): \(longest)")
                XCTAssertLessThan(longest, Self.maxBlock, name)
                XCTAssertTrue(lab.view.root.click("Show Less"), name)
            }
            lab.close()
        }
    }

    func testOneLabelTakesLittleTime() throws {
        try onDisplay {
            let lab = try LongTextLab()
            for (name, piece) in Self.pieces {
                let text = String(repeating: piece, count: 20_000 / piece.utf8.count)
                for part in [TextPart.excerpt(of: text).part] + TextPart.parts(of: text).prefix(2) {
                    let label = Label()
                    label.wraps()
                    label.setMinimumWidth(characters: DetailView.narrowestText)
                    let time = busyTime {
                        label.text = part.text
                        lab.box.append(label)
                        _ = label.naturalHeight(forWidth: 400)
                    }
                    let longest = max(time, lab.longestTurn())
                    XCTAssertLessThan(longest, Self.maxLabel, name)
                    lab.box.remove(label)
                }
            }
            lab.close()
        }
    }

    func testRowsOfTheListTakeLittleTime() throws {
        try onDisplay {
            let lab = try LongTextLab()
            for (name, piece) in Self.pieces {
                let text = String(repeating: piece, count: 20_000 / piece.utf8.count)
                let rows = (0..<12).map { _ in ContactRow(pictures: AvatarPictures()) }
                let entry = try XCTUnwrap(
                    try contactEntries(of: [["id": 1, "complete_name": text, "nickname": "y" + text]]).first)
                let time = busyTime {
                    for row in rows {
                        row.bind(entry)
                        row.fill()
                        lab.box.append(row.root)
                    }
                }
                let longest = max(time, lab.longestTurn())
                print("longest turn, rows of \(name): \(longest)")
                XCTAssertLessThan(longest, Self.maxBlock, name)
                lab.box.removeAll()
            }
            lab.close()
        }
    }
}

/// A detail view on the screen.
@MainActor
private final class LongTextLab {
    let view = DetailView(pictures: AvatarPictures())
    let box = Box(.vertical)
    private let window: TestWindow

    init() throws {
        let column = Box(.vertical)
        let scroll = ScrolledWindow(box)
        scroll.scrollsVerticallyOnly()
        scroll.setMinimumSize(height: 300)
        column.append(view.root)
        column.append(scroll)
        window = TestWindow(column, width: 600)
        // The fonts come from the disk at their first use.
        let all = "x 👨‍👩‍👧‍👦 🇫🇷 👩🏽‍🚀 क्षत्रिय مرحبا 漢字仮名 а 👍 e\u{301}\u{302}\u{303}"
        _ = longestTurn(
            showing: try Self.detail([.notes: [["body": all]]], contact: ["complete_name": all, "nickname": all]))
    }

    static func detail(_ sections: [ContactSection: [[String: Any]]], contact: [String: Any] = [:]) throws
        -> ContactDetail
    {
        ContactDetail(
            try Contact(json: JSONSerialization.data(withJSONObject: contact.merging(["id": 1]) { $1 })),
            sections: ContactSections(json: try sections.mapValues { try JSONSerialization.data(withJSONObject: $0) }),
            server: try .monica())
    }

    /// The longest that the window does not answer while a contact comes on the screen.
    func longestTurn(showing detail: ContactDetail) -> Duration {
        view.clear()
        _ = longestTurn()
        let first = busyTime { view.show(detail) }
        return max(first, longestTurn())
    }

    /// The longest that the window does not answer until all is drawn.
    func longestTurn() -> Duration {
        var frames = 0
        @MainActor func count() {
            frames += 1
            if frames < 3 { box.afterNextFrame { count() } }
        }
        box.afterNextFrame { count() }
        return TestSupport.longestTurn(until: "it is drawn") { frames >= 3 && !view.isFilling }
    }

    func close() {
        window.close()
    }
}
