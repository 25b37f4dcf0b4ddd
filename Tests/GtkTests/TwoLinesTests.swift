import CGtk
import TestSupport
import XCTest

@testable import Gtk

final class TwoLinesTests: XCTestCase {
    func testLinesOfAnyDirectionStartWhereTheInterfaceDoes() {
        onDisplay {
            let lines = TwoLines()
            lines.expandsHorizontally = true
            let window = TestWindow(lines, width: 400, height: 100)
            waitUntil("it has its place") { lines.width > 300 }
            for (first, second) in [("Ada Lovelace", "Countess"), ("עדה לאבלייס", "مهندسة"), ("Ada (עדה)", "")] {
                lines.show(.init(first), .init(second), secondOpacity: 0.5)
                XCTAssertEqual(lines.text, second.isEmpty ? first : "\(first)\n\(second)")
                gtk_widget_set_direction(lines.widget, GTK_TEXT_DIR_LTR)
                XCTAssertEqual(lines.leftGaps, second.isEmpty ? [0] : [0, 0], first)
                gtk_widget_set_direction(lines.widget, GTK_TEXT_DIR_RTL)
                XCTAssertEqual(lines.rightGaps, second.isEmpty ? [0] : [0, 0], first)
            }
            window.close()
        }
    }

    func testItsHeightDoesNotDependOnTheTexts() {
        onDisplay {
            let lines = TwoLines()
            let empty = lines.naturalHeight(forWidth: 200)
            XCTAssertGreaterThan(empty, 24)
            for (first, second) in [("Ada", ""), ("Ada", "Countess"), (String(repeating: "long ", count: 60), "x")] {
                lines.show(.init(first), .init(second), secondOpacity: 0.5)
                XCTAssertEqual(lines.naturalHeight(forWidth: 200), empty)
            }
        }
    }

    func testWhatIsMarkedIsBoldAndUnderlined() throws {
        try onDisplay {
            let (name, second) = ("Émile Zola", "Tag: naïve")
            let (zo, ve) = (try XCTUnwrap(name.range(of: "Zo")), try XCTUnwrap(second.range(of: "ve")))
            let lines = TwoLines()
            lines.show(.init(name, marks: [zo]), .init(second, marks: [ve]), secondOpacity: 0.5)
            // In bytes of both lines, which the line break parts.
            let marks = lines.attributes.filter { $0.contains("weight") || $0.contains("underline") }
            XCTAssertEqual(
                marks, ["7 9 weight bold", "7 9 underline single", "21 23 weight bold", "21 23 underline single"])
            lines.show(.init(name), .init(second), secondOpacity: 0.5)
            XCTAssertFalse(lines.attributes.contains { $0.contains("bold") })
        }
    }

    func testALineThatDoesNotFitIsShortened() {
        onDisplay {
            let lines = TwoLines()
            let window = TestWindow(lines, width: 400, height: 100)
            waitUntil("it has its place") { lines.width > 0 }
            lines.show(.init("Ada"), .init("x"), secondOpacity: 0.5)
            XCTAssertFalse(lines.isShortened)
            lines.show(.init("Ada"), .init(String(repeating: "long ", count: 200)), secondOpacity: 0.5)
            XCTAssertTrue(lines.isShortened)
            XCTAssertEqual(lines.leftGaps.count, 2)
            window.close()
        }
    }
}
