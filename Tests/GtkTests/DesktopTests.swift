import GLib
import Gtk
import TestSupport
import XCTest

/// A window's handlers for desktop signals end with the window, although the desktop stays.
final class DesktopTests: XCTestCase {
    func testAStyleHandlerGoesWithItsConnection() {
        onDisplay {
            weak var listener: Listener?
            var connection: Connection?
            do {
                let made = Listener()
                listener = made
                connection = Desktop.onStyleChange { made.count += 1 }
            }
            DesktopStyle.setDark(true)
            XCTAssertEqual(listener?.count, 1)
            connection = nil
            XCTAssertNil(connection)
            XCTAssertNil(listener, "the closure stays at the style manager")
            DesktopStyle.setDark(false)
        }
    }

    func testAConnectionThatWasEndedIsSilent() {
        onDisplay {
            let listener = Listener()
            let connection = Desktop.onStyleChange { listener.count += 1 }
            connection?.end()
            DesktopStyle.setDark(true)
            DesktopStyle.setDark(false)
            XCTAssertEqual(listener.count, 0)
            connection?.end()
        }
    }

    func testALinkThatNothingOpensIsAnError() {
        onDisplay(limit: .seconds(20)) {
            do throws(GLibError) {
                try await Desktop.open("x-cameo-nobody:1", over: nil)
                XCTFail("something opened it")
            } catch {
                XCTAssertEqual(error.domain, "g-io-error-quark")
            }
        }
    }
}

@MainActor
private final class Listener {
    var count = 0
}
