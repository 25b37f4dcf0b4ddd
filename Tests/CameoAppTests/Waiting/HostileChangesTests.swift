import Foundation
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp
@testable import Contacts

/// Changes with texts of any length and content hold up neither their page nor the choice in a conflict.
final class HostileChangesTests: XCTestCase {
    /// Beyond the longest turn of the same changes in few words. An unoptimised build takes 300 to 500 ms, mostly in Pango.
    private static let maxMore = Duration.milliseconds(900) * sanitizerSlowdown

    func testNoTextHoldsUpThePageOrTheChoice() {
        onDisplay {
            let lab = HostileChangesLab()
            for (name, piece) in FormBoundTests.pieces {
                let text = String(repeating: piece, count: 100_000 / piece.unicodeScalars.count)
                let longest = lab.longestTurn(of: text)
                print("longest turn, changes of \(name): \(longest)")
                XCTAssertLessThan(longest, lab.usual + Self.maxMore, name)
            }
            lab.close()
        }
    }
}

/// The page of changes, and then the choice in conflicts.
@MainActor
private final class HostileChangesLab {
    private let box = Box(.vertical)
    private let window: TestWindow
    private(set) var usual = Duration.zero

    init() {
        window = TestWindow(box, width: 600, height: 800)
        // The fonts come from the disk at their first use.
        _ = longestTurn(of: "x 👨‍👩‍👧‍👦 🇫🇷 क्षत्रिय مرحبا 漢字仮名 а 👍 e\u{301}\u{302}\u{303} ffi")
        usual = longestTurn(of: "some words")
    }

    func longestTurn(of text: String) -> Duration {
        let changes = Self.changes(of: text)
        let (page, view) = (WaitingPage(), ConflictView(countries: FormLab.english))
        var turns = [
            busyTime {
                box.append(page.root)
                page.show(changes, of: nil)
            }
        ]
        turns.append(
            TestSupport.longestTurn(until: "the rows are made") { page.list.made.count == changes.count })
        for row in page.list.made {
            turns.append(busyTime { row.root.isExpanded = true })
            turns.append(longestTurnUntilDrawn())
        }
        box.remove(page.root)
        turns.append(
            busyTime {
                box.append(view.root)
                view.show(changes.filter(\.isConflicting))
            })
        turns.append(longestTurnUntilDrawn())
        box.remove(view.root)
        return turns.max() ?? .zero
    }

    /// Changes of each kind, all of the same text.
    private static func changes(of text: String) -> [WaitingChange] {
        let value = WaitingLab.text(text)
        let part = SlotValue.part(FormLab.field(text, labels: [text]))
        let half = String(String.UnicodeScalarView(text.unicodeScalars.prefix(10_000)))
        let unseen = SlotState(.value(.job), value)
        let tag = String(String.UnicodeScalarView(text.unicodeScalars.prefix(1_000)))
        var field = WaitingLab.change(.part(.field, PartID(1)), from: part, to: part)
        field.fieldType = FieldTypeChoice(id: FormLab.mail, title: text, kind: .other)
        return [
            WaitingLab.change(.value(.food), from: value, to: value, called: text), field,
            WaitingLab.conflict(.company, mine: text, theirs: half + "x"),
            WaitingLab.change(.value(.nickname), to: value, .problem(.refused(sentences: [text]))),
            WaitingLab.change(.value(.lastName), to: value, .problem(.sideEffects(values: [unseen]))),
            WaitingLab.change(.tag(tag), to: .on),
            WaitingLab.change(.existence, from: .on, to: nil, .problem(.conflict(values: [unseen]))),
        ]
    }

    private func longestTurnUntilDrawn() -> Duration {
        var frames = 0
        @MainActor func count() {
            frames += 1
            if frames < 3 { box.afterNextFrame { count() } }
        }
        box.afterNextFrame { count() }
        return TestSupport.longestTurn(until: "it is drawn") { frames >= 3 }
    }

    func close() {
        window.close()
    }
}
