import CGtk
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

    func testTabPassesOverNotesInAList() {
        onDisplay {
            let (before, after) = (Button("before"), Button("after"))
            let entries = (1...2).map { EntryRow(title: "\($0)") }
            let notes = (1...4).map { _ in NoteRow() }
            let (list, box) = (BoxedList(label: "list"), Box(.vertical))
            for row in [notes[0], entries[0], notes[1], notes[2], entries[1], notes[3]] { list.append(row) }
            for child in [before, list, after] { box.append(child) }
            let window = TestWindow(box)
            let order: [Widget] = [before, entries[0], entries[1], after]
            before.grabFocus()
            for next in order.dropFirst() {
                XCTAssertTrue(box.focusFirst())
                XCTAssertTrue(next.containsFocus)
            }
            for next in order.reversed().dropFirst() {
                XCTAssertTrue(gtk_widget_child_focus(box.cast(), GTK_DIR_TAB_BACKWARD) != 0)
                XCTAssertTrue(next.containsFocus)
            }
            let button = Button("Use")
            notes[1].add(button)
            entries[0].grabFocus()
            XCTAssertTrue(box.focusFirst())
            XCTAssertTrue(button.hasFocus)
            XCTAssertTrue(box.focusFirst())
            XCTAssertTrue(entries[1].containsFocus)
            window.close()
        }
    }

    func testTabStopsInARowOnlyWhereSomethingCanBeDone() {
        onDisplay {
            let (before, after) = (Button("before"), Button("after"))
            let rows = (1...4).map { ActionRow(title: "\($0)") }
            rows[1].onActivated {}
            let button = Button("inside")
            rows[2].addSuffix(button)
            let (list, box) = (BoxedList(label: "list"), Box(.vertical))
            for row in rows { list.append(row) }
            for child in [before, list, after] { box.append(child) }
            let window = TestWindow(box)
            let order: [Widget] = [before, rows[1], button, after]
            before.grabFocus()
            for next in order.dropFirst() {
                XCTAssertTrue(box.focusFirst())
                XCTAssertTrue(next.hasFocus)
            }
            for next in order.reversed().dropFirst() {
                XCTAssertTrue(gtk_widget_child_focus(box.cast(), GTK_DIR_TAB_BACKWARD) != 0)
                XCTAssertTrue(next.hasFocus)
            }
            XCTAssertFalse(rows[0].grabFocus())
            XCTAssertTrue(rows[2].grabFocus())
            XCTAssertTrue(button.hasFocus, "what is in it")
            window.close()
        }
    }

    func testWhatIsTallerThanThePageStaysWhereItFillsThat() {
        onDisplay {
            let (tall, box) = (Button("tall"), Box(.vertical))
            tall.setMinimumSize(height: 2_000)
            for child in [Button("before"), tall, Button("after")] { box.append(child) }
            let scroll = ScrolledWindow(box)
            let window = TestWindow(scroll, height: 400)
            waitUntil("it can be scrolled") { scroll.contentHeight > 2_000 }
            tall.grabFocus()
            let end = scroll.contentHeight - scroll.pageHeight
            let places = [(500.0, 500.0...500), (1_200, 1_200...1_200), (0, 1...60), (end, end - 60...end - 1)]
            for (position, expected) in places {
                scroll.position = position
                scroll.scrollToFocus()
                XCTAssertTrue(expected.contains(scroll.position), "\(position) \(scroll.position)")
            }
            window.close()
        }
    }

    func testAMnemonicOfAChoiceOpensNoList() {
        onDisplay {
            let row = ComboRow(title: "_Kind", texts: ["one", "two"])
            let list = BoxedList(label: "list")
            list.append(row)
            let window = TestWindow(list)
            XCTAssertTrue(gtk_widget_mnemonic_activate(row.cast(), 0) != 0)
            XCTAssertTrue(row.hasFocus)
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
