import CGtk
import Foundation
import TestSupport
import XCTest

@testable import Gtk

final class CropViewTests: XCTestCase {
    func testEachStepCanBeTakenBack() {
        onDisplay(limit: .seconds(20)) {
            let view = CropView()
            XCTAssertFalse(view.perform(.zoomIn), "there is no picture")
            guard let data = Sample.quarters(600, 400).pngData() else { return XCTFail("no picture") }
            view.show(try await ChosenPicture.open(data))
            var seen = [view.crop]
            for command in [PictureCommand.zoomIn, .move(x: 0.1, y: 0), .turn(clockwise: true), .whole] {
                XCTAssertTrue(view.perform(command))
                XCTAssertNotEqual(view.crop, seen.last)
                seen.append(view.crop)
            }
            // All that a slider passes on its way is one step.
            for zoom in [1.2, 1.4, 1.6] { view.zoom(to: zoom) }
            for former in seen.reversed() {
                XCTAssertTrue(view.canUndo)
                view.undo()
                XCTAssertEqual(view.crop, former)
            }
            XCTAssertFalse(view.canUndo)
        }
    }

    /// An arrow shows the way of the square over the picture, in either direction of text.
    func testEachKeyHasItsStep() {
        onDisplay(limit: .seconds(20)) {
            let steps: [Step] = [
                (GDK_KEY_Left, false, 167.2, 80, 1.25, 0), (GDK_KEY_Right, false, 192.8, 80, 1.25, 0),
                (GDK_KEY_Up, false, 180, 67.2, 1.25, 0), (GDK_KEY_Down, false, 180, 92.8, 1.25, 0),
                (GDK_KEY_Left, true, 116, 80, 1.25, 0), (GDK_KEY_Right, true, 244, 80, 1.25, 0),
                (GDK_KEY_Up, true, 180, 16, 1.25, 0), (GDK_KEY_Down, true, 180, 144, 1.25, 0),
                (GDK_KEY_KP_Left, false, 167.2, 80, 1.25, 0), (GDK_KEY_KP_Down, true, 180, 144, 1.25, 0),
                (GDK_KEY_plus, true, 244, 144, 1.5625, 0), (GDK_KEY_equal, false, 244, 144, 1.5625, 0),
                (GDK_KEY_minus, false, 100, 0, 1, 0), (GDK_KEY_0, false, 100, 0, 1, 0),
                (GDK_KEY_r, false, 80, 180, 1.25, 1), (GDK_KEY_R, true, 80, 180, 1.25, 3),
            ]
            let view = CropView()
            XCTAssertFalse(view.press(Self.key(GDK_KEY_Left)), "there is no picture")
            guard let data = Sample.quarters(1_000, 800).pngData() else { return XCTFail("no picture") }
            let picture = try await ChosenPicture.open(data)
            for direction in [GTK_TEXT_DIR_LTR, GTK_TEXT_DIR_RTL] {
                gtk_widget_set_direction(view.root.widget, direction)
                for step in steps {
                    view.show(picture)
                    // A square of 640 px in the middle.
                    view.perform(.zoomIn)
                    XCTAssertTrue(view.press(Self.key(step.key, isShifted: step.isShifted)), "\(step)")
                    let crop = try XCTUnwrap(view.crop)
                    XCTAssertEqual(crop.left, step.left, accuracy: 1e-6, "\(step)")
                    XCTAssertEqual(crop.top, step.top, accuracy: 1e-6, "\(step)")
                    XCTAssertEqual(crop.zoom, step.zoom, accuracy: 1e-6, "\(step)")
                    XCTAssertEqual(crop.turns, step.turns, "\(step)")
                }
            }
            for key in [GDK_KEY_a, GDK_KEY_Tab, GDK_KEY_Escape] { XCTAssertFalse(view.press(Self.key(key))) }
        }
    }

    /// A key, and the square after it.
    private typealias Step = (key: Int32, isShifted: Bool, left: Double, top: Double, zoom: Double, turns: Int)

    @MainActor
    private static func key(_ value: Int32, isShifted: Bool = false) -> Key {
        Key(value: UInt32(value), modifiers: isShifted ? GDK_SHIFT_MASK.rawValue : 0, latin: UInt32(value))
    }
}
