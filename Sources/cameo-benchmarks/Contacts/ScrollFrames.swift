import ArgumentParser
import CGtk
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
    /// The frames after a start, while pictures come from the disk.
    private static let firstFrames = 200

    @Flag(help: "Only puts the pictures into the disk cache.")
    var fillsDisk = false

    func run() throws {
        MainActor.assumeIsolated { runInApplication { try await measure() } }
    }

    @MainActor
    private func measure() async throws {
        // The list shows its first rows before it has read the others.
        try await wait("the list") { (ScrolledList.ofApplication?.count ?? 0) >= Self.rows }
        guard let own = ScrolledList.ofApplication else { throw Unmeasurable("there is no list") }
        guard !fillsDisk else { return try await showAll(own) }
        let ownWindow = Widget(borrowing: UnsafeMutableRawPointer(gtk_widget_get_root(own.widget.cast())))
        let names = (0..<own.count).map { "Somebody With a Name \($0)" }
        let bareWindow = TestWindow(BareList.make(names: names), width: 960, height: 680)
        try await wait("the bare list") { bareWindow.list != nil }
        guard let bare = bareWindow.list else { throw Unmeasurable("there is no bare list") }
        try await wait("rows to scroll through") { min(own.end, bare.end) + own.pageHeight >= distance }

        gtk_window_present(ownWindow.cast())
        let cold = try await scroll(own)
        try await showAll(own)
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
        let first = cold.cpu(ofFirst: Self.firstFrames)
        report("contacts.frame.cpu.first.vs_bare_list", first / bareFrames.cpu(ofFirst: Self.firstFrames), "ratio")
        report("contacts.frame.cpu", ownFrames.cpu, "ms")
        report("contacts.frame.cpu.first", first, "ms")
        report("contacts.frame.cpu.bare_list", bareFrames.cpu, "ms")
    }

    /// Scrolls page by page, slowly enough for all pictures to come.
    @MainActor
    private func showAll(_ list: ScrolledList) async throws {
        for position in stride(from: 0, through: distance, by: list.pageHeight) {
            list.position = position
            try await Task.sleep(for: .milliseconds(250))
        }
    }

    @MainActor
    private var distance: Double { Double(Self.rows) * 66 }

    /// Scrolls there and back at a steady pace, from frame to frame.
    @MainActor
    private func scroll(_ list: ScrolledList) async throws -> Frames {
        list.position = 0
        try await Task.sleep(for: .milliseconds(500))
        let (distance, step) = (distance, Self.pixelsPerFrame)
        return try await measureFrames(Int(2 * distance / step), of: list.widget) { number in
            let gone = Double(number + 1) * step
            list.position = gone <= distance ? gone : max(2 * distance - gone, 0)
        }
    }
}
