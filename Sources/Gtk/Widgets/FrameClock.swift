import CGtk
import GLib

extension Widget {
    /// Calls back once, when the next frame of the window has been drawn; never while the widget is in no window.
    public final func afterNextFrame(_ handler: @escaping @MainActor () -> Void) {
        guard let clock = gtk_widget_get_frame_clock(widget) else { return }
        let frames = Object(borrowing: UnsafeMutableRawPointer(clock))
        let connection = Connection()
        // The closure keeps the clock until the frame, which ends the connection and the closure with it.
        connection.handler = frames.on("after-paint") { _ in
            if let handler = connection.handler { frames.disconnect(handler) }
            handler()
        }
        gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_PAINT)
    }
}

@MainActor
private final class Connection {
    var handler: SignalHandler?
}
