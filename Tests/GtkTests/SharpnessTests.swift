import CGtk
import Foundation
import GLib
import TestSupport
import XCTest

@testable import Gtk

/// A real window shows exactly the texture's pixels, with each renderer and at each scale.
final class SharpnessTests: XCTestCase {
    /// The decode of a photo, with the finest patterns that there are.
    private static func checkerboard() -> Picture {
        Sample.picture(110, 110) { x, y in (x + y).isMultiple(of: 2) ? 0xFF00_0000 : 0xFFFF_FFFF }
    }

    /// Colours and hard edges, as in a photo.
    private static func photo(_ side: Int) -> Picture {
        Sample.picture(side, side) { x, y in
            let wave = UInt32((sin(Double(x * x + y * y) / 90) + 1) * 127)
            return 0xFF00_0000 | wave << 16 | UInt32(x * 255 / side) << 8 | (x / 5 + y / 7).isMultiple(of: 2).bits
        }
    }

    func testThePixelsOnTheScreenAreThoseOfTheTexture() throws {
        try Screen.requireScreenshots()
        try onDisplay {
            // The scale changes while this window is there and no other: GTK 4.8 does not draw all of a window anew.
            let label = Label("scale")
            let window = TestWindow(label, width: 50, height: 50)
            for scale in [1, 2] {
                try ScreenScale.set(scale, of: label) {
                    for renderer in ["cairo", "opengl"] {
                        for size in [50, 120] { Self.check(renderer: renderer, scale: scale, size: size) }
                    }
                }
            }
            window.close()
        }
    }

    func testADecodeThatIsNotResampledWouldShowOtherPixels() throws {
        try Screen.requireScreenshots()
        onDisplay {
            Screen.setRenderer("opengl")
            defer { Screen.setRenderer(nil) }
            let view = TextureView(size: 50)
            view.show(Self.checkerboard())
            let window = TestWindow(view, width: 100, height: 100)
            let texture = Self.checkerboard().resampled(to: 50)
            var seen: Picture?
            waitUntil("something is drawn") {
                seen = try? window.screenshot().part(x: 25, y: 25, side: 50)
                return seen?.isOneColour == false
            }
            XCTAssertGreaterThan(seen?.difference(to: texture).largest ?? 0, 10)
            window.close()
        }
    }

    @MainActor
    private static func check(renderer: String, scale: Int, size: Int) {
        Screen.setRenderer(renderer)
        defer { Screen.setRenderer(nil) }
        for source in [checkerboard(), photo(size * 2)] {
            let texture = source.resampled(to: size * scale)
            let view = TextureView(size: size)
            view.show(texture)
            // Away from the corner, at an odd place.
            view.setMargins(top: 13, start: 7)
            view.horizontalAlignment = .start
            view.verticalAlignment = .start
            let window = TestWindow(view, width: 200, height: 200)
            XCTAssertEqual(window.isDrawnByGL, renderer == "opengl")
            waitUntil("\(renderer) at scale \(scale) draws \(size) pixels as they are") {
                // Without a graphics card, a frame of OpenGL is lost now and then.
                gtk_widget_queue_draw(view.cast())
                guard let screen = try? window.screenshot() else { return false }
                let shown = screen.part(x: 7 * scale, y: 13 * scale, side: size * scale)
                return shown.difference(to: texture).largest <= 1
            }
            window.close()
        }
    }
}

private extension Bool {
    var bits: UInt32 { self ? 0xE0 : 0x20 }
}

/// The pixels that are really on the screen, and the renderer that draws them.
@MainActor
private enum Screen {
    nonisolated static func requireScreenshots() throws {
        try XCTSkipUnless(
            FileManager.default.isExecutableFile(atPath: "/usr/bin/import"), "ImageMagick is not installed")
    }

    /// Overrides GSK_RENDERER, which is read once, for windows that are made from now on.
    static func setRenderer(_ name: String?) {
        guard let display = gdk_display_get_default() else { return }
        let object = UnsafeMutableRawPointer(display).assumingMemoryBound(to: GObject.self)
        g_object_set_data_full(object, "gsk-renderer", name.map { g_strdup($0) }, g_free)
    }
}

private extension TestWindow {
    /// The window's contents, without the decorations of the window manager.
    func screenshot() throws -> Picture {
        let file = FileManager.default.temporaryDirectory.appending(path: "cameo-screen-\(UUID()).png")
        defer { try? FileManager.default.removeItem(at: file) }
        let process = try Process.run(
            URL(filePath: "/usr/bin/import"), arguments: ["-window", "\(xWindow)", file.path])
        process.waitUntilExit()
        return try References.read(file)
    }
}

private extension Picture {
    var isOneColour: Bool { withPixels { Set($0).count == 1 } }

    func part(x: Int, y: Int, side: Int) -> Picture {
        withPixels { pixels in
            Picture(
                width: side, height: side,
                pixels: (0..<side * side).map { pixels[(y + $0 / side) * width + x + $0 % side] | 0xFF00_0000 })
        }
    }
}
