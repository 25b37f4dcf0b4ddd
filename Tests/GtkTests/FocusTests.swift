import GLib
import Gtk
import TestSupport
import XCTest

/// The focus goes where a person looks for it.
final class FocusTests: XCTestCase {
    func testItLeavesAContainerWithoutGoingThroughIt() {
        onDisplay {
            let (before, after) = (Button("before"), Button("after"))
            let inside = (1...3).map { Button("\($0)") }
            let (container, box) = (Box(.vertical), Box(.vertical))
            inside.forEach(container.append)
            for child in [before, container, after] { box.append(child) }
            let window = TestWindow(box)
            inside[0].grabFocus()
            XCTAssertTrue(container.containsFocus)
            container.moveFocusOut(forward: true)
            XCTAssertTrue(after.hasFocus)
            after.moveFocusOut(forward: true)
            XCTAssertTrue(before.hasFocus, "from the last to the first")
            inside[1].grabFocus()
            container.moveFocusOut(forward: false)
            XCTAssertTrue(before.hasFocus)
            before.moveFocusOut(forward: false)
            XCTAssertTrue(after.hasFocus, "from the first to the last")
            window.close()
        }
    }

    func testShowingTheContentLeavesTheFocusInTheSidebar() {
        onDisplay {
            let (row, button) = (Button("row"), Button("button"))
            let split = SplitView(sidebar: row, content: button)
            let window = TestWindow(split, width: 800)
            XCTAssertFalse(split.isFolded)
            row.grabFocus()
            split.showsContent = true
            XCTAssertTrue(row.hasFocus)
            let children = split.children.map(\.pointer)
            XCTAssertEqual(
                children.filter { [row.pointer, button.pointer].contains($0) }, [row.pointer, button.pointer])
            window.close()
        }
    }
}
