import CGtk
import GLib
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

    func testThePictureAndTheSignsStandAroundTheLines() {
        onDisplay {
            let picture = TextureView(size: 30)
            let signs = [TextureView(size: 10), TextureView(size: 16)]
            let lines = TwoLines(after: picture, spacing: 12)
            lines.expandsHorizontally = true
            lines.insert(signs[1], after: nil)
            lines.insert(signs[0], after: nil)
            let window = TestWindow(lines, width: 400, height: 100)
            waitUntil("it has its place") { lines.width > 300 }
            let width = lines.width
            XCTAssertEqual(([picture] + signs).map { Self.left(of: $0, in: lines) }, [0, width - 38, width - 16])
            XCTAssertEqual(lines.textPlace, 42..<width - 50)
            lines.setShown(signs[0], false)
            waitUntil("the lines have its room") { lines.textPlace == 42..<width - 28 }
            XCTAssertEqual(([picture] + signs).map(\.isMapped), [true, false, true])
            gtk_widget_set_direction(lines.widget, GTK_TEXT_DIR_RTL)
            waitUntil("all is mirrored") { lines.textPlace == 28..<width - 42 }
            XCTAssertEqual([picture, signs[1]].map { Self.left(of: $0, in: lines) }, [width - 30, 0])
            lines.setShown(signs[0], true)
            waitUntil("the sign is back") { lines.textPlace == 50..<width - 42 }
            XCTAssertEqual(Self.left(of: signs[0], in: lines), 28)
            window.close()
        }
    }

    func testAHighPictureMakesTheLinesHigher() {
        onDisplay {
            let height = TwoLines().naturalHeight(forWidth: 200)
            let heights = [20, 150].map {
                TwoLines(after: TextureView(size: $0), spacing: 12).naturalHeight(forWidth: 200)
            }
            XCTAssertEqual(heights, [height, 150])
        }
    }

    func testTheLinesCanBeDimmedAsAWhole() {
        onDisplay {
            let lines = TwoLines()
            let window = TestWindow(lines, width: 400, height: 100)
            waitUntil("it has its place") { lines.width > 0 }
            for opacity in [0.5, 1] {
                lines.show(.init("Ada"), .init("Countess"), secondOpacity: 0.5, opacity: opacity)
                XCTAssertEqual(Self.drawsOpacity(lines), opacity < 1)
            }
            window.close()
        }
    }

    @MainActor
    private static func left(of child: Widget, in parent: Widget) -> Int {
        var bounds = graphene_rect_t()
        XCTAssertNotEqual(gtk_widget_compute_bounds(child.widget, parent.widget, &bounds), 0)
        return Int(bounds.origin.x)
    }

    /// Whether a frame draws the widget translucent as a whole.
    @MainActor
    private static func drawsOpacity(_ widget: Widget) -> Bool {
        guard let snapshot = gtk_snapshot_new() else { return false }
        let widgetClass = UnsafeMutableRawPointer(widget.cast(to: GTypeInstance.self).pointee.g_class)
            .assumingMemoryBound(to: GtkWidgetClass.self)
        widgetClass.pointee.snapshot(widget.cast(), snapshot)
        guard let node = gtk_snapshot_free_to_node(snapshot) else { return false }
        defer { gsk_render_node_unref(node) }
        return gsk_render_node_get_node_type(node) == GSK_OPACITY_NODE
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
