import CGtk
import TestSupport
import XCTest

@testable import Gtk

final class WindowContentTests: XCTestCase {
    func testIsAsWideAtItsLeastHeightAsAtAnyOther() {
        onDisplay {
            let text = Label("A sentence that wraps, and that needs more lines the less wide it is.")
            text.wraps()
            let filling = Box(.vertical)
            filling.append(text)
            let content = WindowContent(filling)
            let least = width(of: content, atHeight: -1)
            let height = Int32(20)
            XCTAssertGreaterThan(width(of: filling, atHeight: height).minimum, least.minimum, "the box asks its text")
            XCTAssertEqual(width(of: content, atHeight: height).minimum, least.minimum)
            XCTAssertEqual(width(of: content, atHeight: height).natural, least.natural)
        }
    }

    func testGivesAllItsRoomToWhatIsInIt() {
        onDisplay {
            let text = Label("text")
            let window = TestWindow(WindowContent(text), width: 300, height: 200)
            XCTAssertEqual(text.width, 300)
            XCTAssertEqual(text.height, 200)
            window.close()
        }
    }
}

@MainActor
private func width(of widget: Widget, atHeight height: Int32) -> (minimum: Int32, natural: Int32) {
    var (minimum, natural): (Int32, Int32) = (0, 0)
    gtk_widget_measure(widget.widget, GTK_ORIENTATION_HORIZONTAL, height, &minimum, &natural, nil, nil)
    return (minimum, natural)
}
