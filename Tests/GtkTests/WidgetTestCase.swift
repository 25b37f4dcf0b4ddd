import CGtk
import GLib
import Gtk
import XCTest

/// A test with a display, on the process's main thread, where GTK must be.
class WidgetTestCase: XCTestCase {
    /// Runs the body on the main actor with GTK ready.
    func onDisplay(_ body: @MainActor () throws -> Void) rethrows {
        try MainActor.assumeIsolated {
            MainLoop.attachMainActor()
            XCTAssertTrue(Desktop.connect(), "tests with widgets need a display: run them through scripts/test")
            try body()
        }
    }
}

/// Whether a GObject is still alive, without keeping it so.
@MainActor
final class Lifetime {
    private final class Flag {
        var isAlive = true
    }

    private let flag = Flag()

    init(of object: Object) {
        let data = Unmanaged.passRetained(flag).toOpaque()
        g_object_weak_ref(
            object.cast(),
            { data, _ in
                guard let data else { return }
                Unmanaged<Flag>.fromOpaque(data).takeRetainedValue().isAlive = false
            }, data)
    }

    var isAlive: Bool { flag.isAlive }
}

/// Iterates the main loop until the condition holds.
@MainActor
func waitUntil(
    _ what: String, within limit: Duration = .seconds(10), file: StaticString = #filePath, line: UInt = #line,
    _ condition: () -> Bool
) {
    XCTAssertTrue(MainLoop.run(atMost: limit, until: condition), "not in time: \(what)", file: file, line: line)
}
