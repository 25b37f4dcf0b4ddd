import Gtk
import TestSupport
import XCTest

final class LabelTests: XCTestCase {
    func testALineThatRunsAgainstTheLabelIsSetApart() {
        onDisplay {
            let label = Label()
            label.setLines(.init(text: "עדה לאבלייס"), .init(text: "Mathematician"), secondOpacity: 0.5)
            XCTAssertEqual(label.text, "\u{200E}\u{2068}עדה לאבלייס\u{2069}\nMathematician")
            label.setLines(.init(text: "Ada"), .init(text: "مهندسة"), secondOpacity: 0.5)
            XCTAssertEqual(label.text, "Ada\n\u{200E}\u{2068}مهندسة")
        }
    }

    func testLinesThatRunAsTheLabelStayAsTheyAre() {
        onDisplay {
            let label = Label()
            label.setLines(.init(text: "Ada Lovelace"), .init(text: "+44 20 1815"), secondOpacity: 0.5)
            XCTAssertEqual(label.text, "Ada Lovelace\n+44 20 1815")
            label.setLines(.init(text: "Ada (עדה)"), .init(text: ""), secondOpacity: 0.5)
            XCTAssertEqual(label.text, "Ada (עדה)")
        }
    }
}
