import Gtk
import TestSupport
import XCTest

/// Names that screen readers get once no further names come.
final class LateNamesTests: XCTestCase {
    func testOnlyTheLastOfManyLateNamesIsTold() {
        onDisplay {
            let label = Label("text")
            let window = TestWindow(label)
            for name in ["Ada", "Bob"] {
                label.setAccessibleLabelLate(name)
                XCTAssertTrue(label.awaitsAccessibleLabel)
                XCTAssertFalse(label.hasAccessibleLabel(name))
            }
            waitUntil("the name is told") { label.hasAccessibleLabel("Bob") }
            XCTAssertFalse(label.awaitsAccessibleLabel)
            label.setAccessibleLabelLate("Cyd")
            waitUntil("the next name is told too") { label.hasAccessibleLabel("Cyd") }
            window.close()
        }
    }

    func testANameThatIsSetAtOnceTakesThePlaceOfALateOne() {
        onDisplay {
            let (label, other, box) = (Label("text"), Label("other"), Box(.vertical))
            for child in [label, other] { box.append(child) }
            let window = TestWindow(box)
            label.setAccessibleLabelLate("Ada")
            other.setAccessibleLabelLate("Eve")
            label.setAccessibleLabel("Bob")
            XCTAssertFalse(label.awaitsAccessibleLabel)
            waitUntil("the late names are told") { other.hasAccessibleLabel("Eve") }
            XCTAssertTrue(label.hasAccessibleLabel("Bob"))
            window.close()
        }
    }

    func testAWidgetThatNeverShowedIsNamedAtOnce() {
        onDisplay {
            let label = Label("text")
            label.setAccessibleLabelLate("Ada")
            XCTAssertTrue(label.hasAccessibleLabel("Ada"))
        }
    }

    func testManyLateNamesAreToldInSeveralTurns() {
        onDisplay {
            let box = Box(.vertical)
            let labels = (0..<90).map { _ in Label("text") }
            for label in labels { box.append(label) }
            let window = TestWindow(box)
            for (number, label) in labels.enumerated() { label.setAccessibleLabelLate("name \(number)") }
            var told = Set<Int>()
            waitUntil("all are told") {
                told.insert(labels.count { !$0.awaitsAccessibleLabel })
                return labels.allSatisfy { !$0.awaitsAccessibleLabel }
            }
            XCTAssertTrue(labels[89].hasAccessibleLabel("name 89"))
            XCTAssertGreaterThan(told.count, 2, "\(told.sorted())")
            window.close()
        }
    }
}
