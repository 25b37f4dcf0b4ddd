import ArgumentParser
import CGtk
import Foundation
import GLib
import Gtk

/// How steadily the list scrolls, compared with a bare list in the same process. The program runs here, whole and
/// unchanged.
struct ScrollFrames: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "scroll-frames", shouldDisplay: false)

    /// So many that their pictures stay in memory.
    private static let rows = 900
    /// Three rows in two frames: a quick turn of the wheel.
    private static let pixelsPerFrame = 100.0
    private static let rounds = 3

    func run() throws {
        MainActor.assumeIsolated { runInApplication { try await measure() } }
    }

    @MainActor
    private func measure() async throws {
        // The list shows its first rows before it has read the others.
        try await wait("the list") { (ScrolledList.ofApplication?.count ?? 0) >= Self.rows }
        guard let own = ScrolledList.ofApplication else { throw Unmeasurable("there is no list") }
        let ownWindow = Widget(borrowing: UnsafeMutableRawPointer(gtk_widget_get_root(own.widget.cast())))
        let names = (0..<own.count).map { "Somebody With a Name \($0)" }
        let bareWindow = TestWindow(BareList.make(names: names), width: 960, height: 680)
        try await wait("the bare list") { bareWindow.list != nil }
        guard let bare = bareWindow.list else { throw Unmeasurable("there is no bare list") }
        try await wait("rows to scroll through") { min(own.end, bare.end) + own.pageHeight >= distance }

        gtk_window_present(ownWindow.cast())
        let cold = try await scroll(own)
        for position in stride(from: 0, through: distance, by: own.pageHeight) {
            own.position = position
            try await Task.sleep(for: .milliseconds(250))
        }
        var ownFrames = Frames()
        var bareFrames = Frames()
        for _ in 0..<Self.rounds {
            gtk_window_present(ownWindow.cast())
            ownFrames.add(try await scroll(own))
            bareWindow.present()
            bareFrames.add(try await scroll(bare))
        }
        report("contacts.frame.p99.vs_bare_list", ownFrames.p99 / bareFrames.p99, "ratio")
        report("contacts.frame.p99", ownFrames.p99, "ms")
        report("contacts.frame.p99.bare_list", bareFrames.p99, "ms")
        report("contacts.frame.max", ownFrames.longest, "ms")
        report("contacts.frame.max.bare_list", bareFrames.longest, "ms")
        report("contacts.frame.max.cold", cold.longest, "ms")
        report("contacts.frame.cpu.vs_bare_list", ownFrames.cpu / bareFrames.cpu, "ratio")
        report("contacts.frame.cpu", ownFrames.cpu, "ms")
        report("contacts.frame.cpu.bare_list", bareFrames.cpu, "ms")
    }

    @MainActor
    private var distance: Double { Double(Self.rows) * 66 }

    /// Scrolls there and back at a steady pace, from frame to frame.
    @MainActor
    private func scroll(_ list: ScrolledList) async throws -> Frames {
        list.position = 0
        try await Task.sleep(for: .milliseconds(500))
        guard let clock = gtk_widget_get_frame_clock(list.widget.cast()) else {
            throw Unmeasurable("the list is on no screen")
        }
        let frames = Object(borrowing: UnsafeMutableRawPointer(clock))
        let run = ScrollRun(end: distance, step: Self.pixelsPerFrame)
        let moving = frames.on("update") { _ in list.position = run.next() }
        let drawn = frames.on("after-paint") { _ in run.frameDrawn() }
        gdk_frame_clock_begin_updating(clock)
        // A check every few milliseconds would be measured too.
        await withCheckedContinuation { run.onEnd = $0.resume }
        gdk_frame_clock_end_updating(clock)
        frames.disconnect(moving)
        frames.disconnect(drawn)
        return run.frames
    }
}

/// The times of drawn frames, in milliseconds.
struct Frames {
    /// From the end of one frame to the end of the next.
    var intervals: [Double] = []
    /// Of the whole process, for each frame.
    var cpuTimes: [Double] = []

    var p99: Double { intervals.percentile(0.99) }
    var longest: Double { intervals.max() ?? 0 }
    var cpu: Double { cpuTimes.reduce(0, +) / Double(max(cpuTimes.count, 1)) }

    mutating func add(_ other: Frames) {
        intervals += other.intervals
        cpuTimes += other.cpuTimes
    }
}

/// One way there and back.
@MainActor
private final class ScrollRun {
    private(set) var frames = Frames()
    /// Called once, when it is there and back.
    var onEnd: (() -> Void)?
    private let end: Double
    private let step: Double
    private var gone = 0.0
    private var last: (time: ContinuousClock.Instant, cpu: Double)?

    init(end: Double, step: Double) {
        self.end = end
        self.step = step
    }

    /// The position for the next frame.
    func next() -> Double {
        gone += step
        return gone <= end ? gone : max(2 * end - gone, 0)
    }

    func frameDrawn() {
        let now = (time: ContinuousClock.now, cpu: CPUClock.process.now)
        defer { last = now }
        guard gone < 2 * end else {
            onEnd?()
            onEnd = nil
            return
        }
        guard let last else { return }
        frames.intervals.append((now.time - last.time).seconds * 1_000)
        frames.cpuTimes.append((now.cpu - last.cpu) * 1_000)
    }
}
