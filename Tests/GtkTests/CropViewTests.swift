import CGtk
import Foundation
import GLib
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

    /// A touchpad scrolls by pixels on Wayland, and a mouse by steps of its wheel.
    func testEachUnitOfScrollingCountsInSteps() {
        onDisplay {
            XCTAssertEqual(GDK_SCROLL_UNIT_WHEEL.steps(of: -1), -1)
            XCTAssertEqual(GDK_SCROLL_UNIT_SURFACE.steps(of: 30), 1.5)
        }
    }

    /// The drag claims the first finger, and a second one still zooms.
    func testADragGoesWithThePinch() {
        onDisplay {
            for view in [CropView().root, PhotoView().root] {
                let drags = view.controllers(of: gtk_gesture_drag_get_type(), in: GTK_PHASE_BUBBLE)
                let pinches = view.controllers(of: gtk_gesture_zoom_get_type(), in: GTK_PHASE_BUBBLE)
                guard let drag = drags.first, let pinch = pinches.first else { return XCTFail("no gestures") }
                XCTAssertNotEqual(gtk_gesture_is_grouped_with(drag.opaque, pinch.opaque), 0)
            }
        }
    }

    /// The square in the frame and in a preview is the square that becomes the photo, however the picture is turned.
    func testTheFrameShowsTheChosenSquare() {
        onDisplay(limit: .seconds(30)) {
            let view = CropView()
            view.root.expandsHorizontally = true
            let preview = view.makePreview(size: 120)
            let box = Box(.horizontal)
            for child in [view.root, preview] { box.append(child) }
            let window = TestWindow(box, width: 500, height: 300)
            // Each place has a colour of its own.
            let gradient = Sample.picture(400, 260) { x, y in
                0xFF00_0040 | UInt32(x * 255 / 399) << 16 | UInt32(y * 255 / 259) << 8
            }
            let picture = try await ChosenPicture.open(try XCTUnwrap(gradient.pngData()))
            view.show(picture)
            for command in [PictureCommand.zoomIn, .zoomIn, .move(x: -0.3, y: 0.2)] { view.perform(command) }
            let side = min(view.root.width, view.root.height) - 48
            let (left, top) = ((view.root.width - side) / 2, (view.root.height - side) / 2)
            for turns in 0...3 {
                let crop = try XCTUnwrap(view.crop)
                XCTAssertEqual(crop.turns, turns)
                let square = try await picture.cropped(to: crop, atMost: 1_024)
                let expected = square.middles(left: 0, top: 0, side: square.width)
                let frame = try view.root.drawn().middles(left: left, top: top, side: side)
                let disc = try preview.drawn().middles(left: 0, top: 0, side: 120)
                for (place, channels) in expected.enumerated() {
                    for (channel, value) in channels.enumerated() {
                        XCTAssertEqual(frame[place][channel], value, accuracy: 3, "frame, \(turns) turns, \(place)")
                        XCTAssertEqual(disc[place][channel], value, accuracy: 3, "preview, \(turns) turns, \(place)")
                    }
                }
                view.perform(.turn(clockwise: true))
            }
            window.close()
        }
    }

    /// A key, and the square after it.
    private typealias Step = (key: Int32, isShifted: Bool, left: Double, top: Double, zoom: Double, turns: Int)

    @MainActor
    private static func key(_ value: Int32, isShifted: Bool = false) -> Key {
        Key(value: UInt32(value), modifiers: isShifted ? GDK_SHIFT_MASK.rawValue : 0, latin: UInt32(value))
    }
}

extension Widget {
    /// A frame of the widget without its children, drawn by Cairo.
    fileprivate func drawn() throws -> Picture {
        let snapshot = try XCTUnwrap(gtk_snapshot_new())
        // GTK itself calls this function for each frame.
        let widgetClass = UnsafeMutableRawPointer(cast(to: GTypeInstance.self).pointee.g_class)
            .assumingMemoryBound(to: GtkWidgetClass.self)
        widgetClass.pointee.snapshot(cast(), snapshot)
        let node = try XCTUnwrap(gtk_snapshot_free_to_node(snapshot))
        defer { gsk_render_node_unref(node) }
        let canvas = Canvas(width: width, height: height)
        gsk_render_node_draw(node, canvas.context)
        return canvas.picture()
    }
}

extension Picture {
    /// The mean red, green and blue in the quarters of a square, from the top left in the order of reading. Only pixels in the
    /// disc of the square count.
    fileprivate func middles(left: Int, top: Int, side: Int) -> [[Double]] {
        var means: [[Double]] = []
        for (x, y) in [(0.25, 0.25), (0.55, 0.25), (0.25, 0.55), (0.55, 0.55)] {
            let (firstColumn, firstRow) = (left + Int(x * Double(side)), top + Int(y * Double(side)))
            let edge = side / 5
            var sums = [0.0, 0.0, 0.0]
            for row in firstRow..<firstRow + edge {
                for column in firstColumn..<firstColumn + edge {
                    let pixel = pixel(column, row)
                    sums[0] += Double(pixel >> 16 & 0xFF)
                    sums[1] += Double(pixel >> 8 & 0xFF)
                    sums[2] += Double(pixel & 0xFF)
                }
            }
            means.append(sums.map { $0 / Double(edge * edge) })
        }
        return means
    }
}
