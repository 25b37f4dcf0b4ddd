import CGtk
import Foundation
import GLib
public import Gtk
import XCTest

/// Runs the body on the main actor, which is on the process's main thread, with GTK ready.
public func onDisplay(_ body: @MainActor () throws -> Void) rethrows {
    try MainActor.assumeIsolated {
        makeComplaintsFatal()
        connectToDisplay()
        MainLoop.attachMainActor()
        try body()
    }
}

/// As `onMainLoop`, with GTK ready.
public func onDisplay(
    limit: Duration, file: StaticString = #filePath, line: UInt = #line,
    _ body: @escaping @MainActor () async throws -> Void
) {
    onDisplay {}
    onMainLoop(limit: limit, file: file, line: line, body)
}

@MainActor
private func connectToDisplay() {
    // Widgets then keep the texts for assistive technologies, and tell no technology.
    setenv("GTK_A11Y", "test", 1)
    XCTAssertTrue(Desktop.connect(), "tests with widgets need a display: run them through scripts/test")
}

/// A small window of no application.
@MainActor
public final class TestWindow {
    private var window: UnsafeMutablePointer<GtkWidget>?

    /// `width` and `height` in application pixels.
    public init(_ content: Widget, width: Int = 300, height: Int = 800) {
        window = gtk_window_new()
        window?.withMemoryRebound(to: GtkWindow.self, capacity: 1) {
            gtk_window_set_default_size($0, Int32(width), Int32(height))
            gtk_window_set_decorated($0, 0)
            gtk_window_set_child($0, content.cast())
            gtk_window_present($0)
        }
        waitUntil("the window is on the screen") { content.isMapped && content.width > 0 }
    }

    /// Whether OpenGL draws the window, and not Cairo.
    public var isDrawnByGL: Bool {
        guard let window, let renderer = gtk_native_get_renderer(OpaquePointer(window)) else { return false }
        return Object(borrowing: UnsafeMutableRawPointer(renderer)).typeName.contains("GL")
    }

    /// The window's number on an X11 display.
    public var xWindow: UInt {
        guard let window, let surface = gtk_native_get_surface(OpaquePointer(window)),
            let function = dlsym(nil, "gdk_x11_surface_get_xid")
        else { return 0 }
        typealias Number = @convention(c) (OpaquePointer) -> UInt
        return unsafeBitCast(function, to: Number.self)(surface)
    }

    public func close() {
        window?.withMemoryRebound(to: GtkWindow.self, capacity: 1) { gtk_window_destroy($0) }
        window = nil
    }
}
