import CGtk
import GLib
import Gtk

/// Measures how long each turn of the main loop holds the main thread. Frames count apart: without a graphics card, the time to
/// draw one hardly depends on the change.
@MainActor
final class MainLoopTurns {
    /// The longest of some turns or frames, in milliseconds.
    struct Longest {
        /// Wall-clock time, which includes other processes and waits of the thread.
        var passed = 0.0
        /// The CPU time of the thread.
        var computed = 0.0

        fileprivate mutating func take(_ time: Time) {
            passed = max(passed, time.passed * 1_000)
            computed = max(computed, time.computed * 1_000)
        }
    }

    fileprivate struct Time {
        var passed: Double
        var computed: Double

        static func - (one: Time, other: Time) -> Time {
            Time(passed: one.passed - other.passed, computed: one.computed - other.computed)
        }
    }

    /// Since `forget`.
    private(set) var longest = Longest()
    private(set) var maxFrame = Longest()
    /// Called after each turn, which it is no part of.
    var onTurn: (() -> Void)?

    /// The main loop has but one function to wait with.
    private static var current: MainLoopTurns?
    private static var poll: GPollFunc?
    private let start = ContinuousClock.now
    private var began: Time?
    private var frameBegan: Time?
    private var inFrames = Time(passed: 0, computed: 0)

    /// Watches from now on, and which frames are drawn in a window.
    init(_ window: Widget) throws {
        guard Self.current == nil, let clock = gtk_widget_get_frame_clock(window.cast()) else {
            throw Unmeasurable("there are no frames to watch")
        }
        let frames = Object(borrowing: UnsafeMutableRawPointer(clock))
        frames.on("before-paint") { [weak self] _ in self?.frameBegins() }
        frames.on("after-paint") { [weak self] _ in self?.frameEnds() }
        Self.current = self
        Self.poll = g_main_context_get_poll_func(nil)
        g_main_context_set_poll_func(nil) { descriptors, count, timeout in
            MainLoopTurns.current?.turnEnds()
            let ready = MainLoopTurns.poll?(descriptors, count, timeout) ?? 0
            MainLoopTurns.current?.turnBegins()
            return ready
        }
    }

    func forget() {
        longest = Longest()
        maxFrame = Longest()
        // The turn that calls is none of those to come.
        began = nil
    }

    private var now: Time {
        Time(passed: (ContinuousClock.now - start).seconds, computed: CPUClock.thread.now)
    }

    private func turnBegins() {
        inFrames = Time(passed: 0, computed: 0)
        began = now
    }

    private func turnEnds() {
        if let began { longest.take(now - began - inFrames) }
        began = nil
        onTurn?()
    }

    private func frameBegins() {
        frameBegan = now
    }

    private func frameEnds() {
        guard let frameBegan else { return }
        let frame = now - frameBegan
        inFrames = Time(passed: inFrames.passed + frame.passed, computed: inFrames.computed + frame.computed)
        maxFrame.take(frame)
        self.frameBegan = nil
    }
}
