import CGtk
import GLib
import Gtk
import TestSupport
import XCTest

/// Children in lines.
final class WrapBoxTests: XCTestCase {
    func testChildrenGoOnInTheNextLine() {
        onDisplay {
            let box = WrapBox()
            let children = [100, 120, 250, 60].map { width in
                let child = Box(.horizontal)
                child.setMinimumSize(width: width, height: 20)
                return child
            }
            for child in children { box.append(child) }
            let window = TestWindow(box, width: 300)
            XCTAssertEqual(children.map { place($0, in: box).y }, [0, 0, 26, 52])
            // Each line is in the middle.
            XCTAssertEqual(children.map { place($0, in: box).x }, [37, 143, 25, 120])
            XCTAssertEqual(children.map(\.width), [100, 120, 250, 60])
            box.removeAll()
            XCTAssertTrue(box.children.isEmpty)
            window.close()
        }
    }

    func testTheFirstOfALineThatExpandsTakesWhatIsLeftOfIt() {
        onDisplay {
            let box = WrapBox()
            let children = [(100, false), (120, true), (250, false), (60, true)].map { width, expands in
                let child = Box(.horizontal)
                child.setMinimumSize(width: width, height: 20)
                child.expandsHorizontally = expands
                box.append(child)
                return child
            }
            let window = TestWindow(box, width: 300)
            XCTAssertEqual(children.map { place($0, in: box).x }, [0, 106, 25, 0])
            XCTAssertEqual(children.map(\.width), [100, 194, 250, 300])
            window.close()
        }
    }

    func testItIsForNoWidthLowerThanForNoneInParticular() {
        onDisplay {
            let box = WrapBox()
            let label = Label(String(repeating: "long ", count: 20))
            label.wraps()
            label.setMinimumWidth(characters: 14)
            label.setMaximumWidth(characters: 14)
            label.expandsHorizontally = true
            let text = TextColumn()
            text.expandsHorizontally = true
            text.append(label)
            box.append(text)
            box.append(Button("Continue"))
            let window = TestWindow(box, width: 300)
            let least = leastHeight(of: box, for: -1)
            XCTAssertGreaterThan(least, 0)
            for width in stride(from: Int32(300), through: 2000, by: 100) {
                XCTAssertGreaterThanOrEqual(leastHeight(of: box, for: width), least, "\(width) wide")
            }
            window.close()
        }
    }

    func testALongTextIsNoWiderThanTheBox() {
        onDisplay {
            let box = WrapBox()
            let label = Label(String(repeating: "long ", count: 200))
            label.ellipsizes()
            box.append(label)
            box.append(Label("short"))
            let window = TestWindow(box, width: 300)
            XCTAssertEqual(label.width, 300)
            XCTAssertEqual(place(label, in: box).x, 0)
            window.close()
        }
    }
}

@MainActor
private func leastHeight(of widget: Widget, for width: Int32) -> Int32 {
    var minimum: Int32 = 0
    gtk_widget_measure(widget.cast(), GTK_ORIENTATION_VERTICAL, width, &minimum, nil, nil, nil)
    return minimum
}

@MainActor
private func place(_ child: Widget, in box: Widget) -> (x: Int, y: Int) {
    var bounds = graphene_rect_t()
    XCTAssertNotEqual(gtk_widget_compute_bounds(child.cast(), box.cast(), &bounds), 0)
    return (Int(bounds.origin.x), Int(bounds.origin.y))
}
