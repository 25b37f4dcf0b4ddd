import CGtk
import Foundation
import GLib
import Gtk

/// The times of drawn frames, in milliseconds.
struct Frames {
    /// From the end of one frame to the end of the next.
    var intervals: [Double] = []
    /// Of the whole process, for each frame.
    var cpuTimes: [Double] = []

    var p99: Double { intervals.percentile(0.99) }
    var longest: Double { intervals.max() ?? 0 }
    /// The mean for a frame.
    var cpu: Double { cpu(ofFirst: cpuTimes.count) }

    /// The mean for one of the first frames.
    func cpu(ofFirst count: Int) -> Double {
        let times = cpuTimes.prefix(count)
        return times.reduce(0, +) / Double(max(times.count, 1))
    }

    mutating func add(_ other: Frames) {
        intervals += other.intervals
        cpuTimes += other.cpuTimes
    }
}

/// Measures frames of the window around a widget. Each is drawn after a step, which gets its number.
@MainActor
func measureFrames(_ count: Int, of widget: Widget, _ step: @escaping (Int) -> Void) async throws -> Frames {
    guard let clock = gtk_widget_get_frame_clock(widget.cast()) else {
        throw Unmeasurable("the widget is on no screen")
    }
    let frames = Object(borrowing: UnsafeMutableRawPointer(clock))
    let run = FrameRun(count)
    let stepping = frames.on("update") { _ in step(run.next()) }
    let drawn = frames.on("after-paint") { _ in run.frameDrawn() }
    gdk_frame_clock_begin_updating(clock)
    // A check every few milliseconds would be measured too.
    await withCheckedContinuation { continuation in
        run.onEnd = {
            // The main actor has its turn after the frames: frames without a pause would never let it go on.
            gdk_frame_clock_end_updating(clock)
            frames.disconnect(stepping)
            continuation.resume()
        }
    }
    frames.disconnect(drawn)
    return run.frames
}

@MainActor
private final class FrameRun {
    private(set) var frames = Frames()
    /// Called once, after the last frame.
    var onEnd: (() -> Void)?
    private let count: Int
    private var number = 0
    private var last: (time: ContinuousClock.Instant, cpu: Double)?

    init(_ count: Int) {
        self.count = count
    }

    func next() -> Int {
        number += 1
        return number - 1
    }

    func frameDrawn() {
        let now = (time: ContinuousClock.now, cpu: CPUClock.process.now)
        defer { last = now }
        guard number < count else {
            onEnd?()
            onEnd = nil
            return
        }
        guard let last else { return }
        frames.intervals.append((now.time - last.time).seconds * 1_000)
        frames.cpuTimes.append((now.cpu - last.cpu) * 1_000)
    }
}
