import CGtk
import GLib

extension Widget {
    /// Calls back once after the next frame of the window is drawn. Returns false, and never calls back, while the widget is in
    /// no window.
    @discardableResult
    public final func afterNextFrame(_ handler: @escaping @MainActor () -> Void) -> Bool {
        afterNext("after-paint", GDK_FRAME_CLOCK_PHASE_PAINT, handler)
    }

    /// Calls back once, after the next layout of the window and before it is drawn. Changes in the handler are laid out again
    /// for the same frame. Returns false, and never calls back, while the widget is in no window.
    @discardableResult
    public final func afterNextLayout(_ handler: @escaping @MainActor () -> Void) -> Bool {
        afterNext("layout", GDK_FRAME_CLOCK_PHASE_LAYOUT, handler)
    }

    /// Waits until the next frame of the window is drawn, at most for the limit: a hidden window draws none.
    public final func nextFrame(within limit: Duration) async {
        await withCheckedContinuation { continuation in
            let waiting = Waiting(continuation)
            afterNextFrame { waiting.end() }
            Task {
                try? await Task.sleep(for: limit)
                waiting.end()
            }
        }
    }

    private func afterNext(
        _ signal: String, _ phase: GdkFrameClockPhase, _ handler: @escaping @MainActor () -> Void
    ) -> Bool {
        guard let clock = gtk_widget_get_frame_clock(widget) else { return false }
        let frames = Object(borrowing: UnsafeMutableRawPointer(clock))
        let once = Once()
        // The closure keeps the clock until the frame. The frame ends the connection and releases the closure.
        once.handler = frames.on(signal) { _ in
            if let handler = once.handler { frames.disconnect(handler) }
            handler()
        }
        gdk_frame_clock_request_phase(clock, phase)
        return true
    }
}

@MainActor
private final class Once {
    var handler: SignalHandler?
}

@MainActor
private final class Waiting {
    private var continuation: CheckedContinuation<Void, Never>?

    init(_ continuation: CheckedContinuation<Void, Never>) {
        self.continuation = continuation
    }

    func end() {
        continuation?.resume()
        continuation = nil
    }
}
