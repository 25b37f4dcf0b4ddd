import Gtk
import TestSupport
import XCTest

/// The drawing of a view of a texture.
final class TextureViewTests: XCTestCase {
    func testAFadeIsClippedToItsPicture() throws {
        try onDisplay {
            try XCTSkipIf(Application.reducesMotion, "the desktop has no animations")
            let view = TextureView(size: 20)
            let window = TestWindow(view, width: 200, height: 200)
            let colours: [UInt32] = [0xFF00_00FF, 0xFFFF_0000]
            let pictures = colours.map { Picture(width: 20, height: 20, pixels: Array(repeating: $0, count: 400)) }
            view.show(pictures[0])
            XCTAssertNil(view.drawnClipWidth)
            view.show(pictures[1], fading: true)
            XCTAssertEqual(view.drawnTextures.count, 2)
            XCTAssertEqual(view.drawnClipWidth, min(view.width, view.height))
            waitUntil("the fade is over") { view.drawnTextures.count == 1 }
            XCTAssertNil(view.drawnClipWidth)
            window.close()
        }
    }
}
