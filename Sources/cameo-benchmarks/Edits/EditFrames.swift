import ArgumentParser
import CGtk
import GLib
import Gtk

/// When the window shows an edit that was just stored, and how long that holds the main thread. The program runs here, whole
/// and unchanged, and sends the edits to its server.
struct EditFrames: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "edit-frames", shouldDisplay: false)

    private static let rounds = 10
    /// Milliseconds within which the list's order follows an edit.
    private static let maxOrder = 200.0
    /// Milliseconds that the main thread computes at once for an edit: half of a frame's time.
    private static let maxTurn = 8.0
    /// By then an edit is everywhere, and sent.
    private static let aftermath = Duration.seconds(1)

    @Option(help: "How many contacts are stored.")
    var contacts = 100_000

    func run() throws {
        MainActor.assumeIsolated { runInApplication { try await measure() } }
    }

    @MainActor
    private func measure() async throws {
        let window = try await EditedWindow(contacts: contacts)
        let turns = try MainLoopTurns(window.window)
        var stays = EditTimes()
        var moves = EditTimes()
        for round in 0..<Self.rounds {
            // Near the beginning of the list, where it stays, and in its middle.
            let position = round.isMultiple(of: 2) ? 2 + round : contacts / 2 + round
            try await stays.add(edit(window, turns, at: position, line: 1, appending: "a"))
            try await moves.add(edit(window, turns, at: position, line: 0, appending: "", before: "Zz \(round) "))
        }
        report("edits.saved.p50", (stays.saved + moves.saved).median, "ms")
        report("edits.saved.max", (stays.saved + moves.saved).max() ?? 0, "ms")
        report("edits.detail.max", (stays.detail + moves.detail).max() ?? 0, "frames")
        report("edits.row.max", stays.row.max() ?? 0, "frames")
        // Only the median and the CPU time have limits: other load of the machine affects the other figures.
        var limits = Limits()
        limits.report("edits.order.p50", moves.order.median, "ms", atMost: Self.maxOrder)
        report("edits.order.max", moves.order.max() ?? 0, "ms")
        let edited = [stays, moves].flatMap(\.longest)
        report("edits.main_thread.max", edited.map(\.turn.passed).max() ?? 0, "ms")
        limits.report("edits.main_thread.cpu", edited.map(\.turn.computed).max() ?? 0, "ms", atMost: Self.maxTurn)
        report("edits.frame.cpu", edited.map(\.frame.computed).max() ?? 0, "ms")
        try await measureUnedited(window, turns)
        try limits.check()
    }

    /// The same with forms in which nothing is typed, and while nothing happens at all.
    @MainActor
    private func measureUnedited(_ window: EditedWindow, _ turns: MainLoopTurns) async throws {
        var opened: [EditTimes.Longest] = []
        var unedited: [EditTimes.Longest] = []
        for round in 0..<Self.rounds {
            _ = try await window.select(2 + round)
            try await window.rest()
            turns.forget()
            _ = try await window.openForm()
            try await Task.sleep(for: .milliseconds(300))
            opened.append((turns.longest, turns.maxFrame))
            turns.forget()
            try window.cancel()
            try await Task.sleep(for: Self.aftermath)
            unedited.append((turns.longest, turns.maxFrame))
        }
        report("edits.main_thread.max.opened", opened.map(\.turn.passed).max() ?? 0, "ms")
        report("edits.main_thread.cpu.opened", opened.map(\.turn.computed).max() ?? 0, "ms")
        report("edits.frame.cpu.opened", opened.map(\.frame.computed).max() ?? 0, "ms")
        report("edits.main_thread.max.unedited", unedited.map(\.turn.passed).max() ?? 0, "ms")
        report("edits.main_thread.cpu.unedited", unedited.map(\.turn.computed).max() ?? 0, "ms")
        report("edits.frame.cpu.unedited", unedited.map(\.frame.computed).max() ?? 0, "ms")
        try await window.rest()
        turns.forget()
        try await Task.sleep(for: Self.aftermath * Self.rounds)
        report("edits.main_thread.max.idle", turns.longest.passed, "ms")
        report("edits.main_thread.cpu.idle", turns.longest.computed, "ms")
    }

    @MainActor
    private func edit(
        _ window: EditedWindow, _ turns: MainLoopTurns, at position: Int, line: Int, appending end: String,
        before beginning: String = ""
    ) async throws -> EditWatch {
        let row = try await window.select(position)
        try await window.rest()
        let entry = try await window.openForm()[line]
        let typed = beginning + String(cString: gtk_editable_get_text(entry.opaque)) + end
        gtk_editable_set_text(entry.opaque, typed)
        try await Task.sleep(for: .milliseconds(300))
        let watch = try EditWatch(window, row)
        turns.onTurn = { watch.look() }
        turns.forget()
        watch.begin()
        window.save()
        try await wait("the edit", atMost: .seconds(15)) { watch.isOver(moves: line == 0) }
        try await Task.sleep(for: Self.aftermath)
        watch.longest = (turns.longest, turns.maxFrame)
        watch.end()
        turns.onTurn = nil
        return watch
    }
}

/// Of some edits.
private struct EditTimes {
    typealias Longest = (turn: MainLoopTurns.Longest, frame: MainLoopTurns.Longest)

    /// From Done until the form closes, in milliseconds.
    var saved: [Double] = []
    /// In which frame from then on the page shows it.
    var detail: [Double] = []
    /// In which frame from then on the row shows it.
    var row: [Double] = []
    /// From then on until the row stands elsewhere, in milliseconds.
    var order: [Double] = []
    var longest: [Longest] = []

    @MainActor
    mutating func add(_ watch: EditWatch) {
        saved.append(watch.saved ?? 0)
        detail.append(Double(watch.detailFrame ?? 0))
        row.append(Double(watch.rowFrame ?? 0))
        order.append(watch.order ?? 0)
        if let one = watch.longest { longest.append(one) }
    }
}

/// Looks at the window after each turn and each frame from Done on.
@MainActor
private final class EditWatch {
    private(set) var saved: Double?
    private(set) var order: Double?
    private(set) var detailFrame: Int?
    private(set) var rowFrame: Int?
    var longest: EditTimes.Longest?

    private let window: EditedWindow
    private let row: TwoLines
    private let former: (name: String, row: String, position: Int?)
    private let frames: Object
    private var handler: SignalHandler?
    private var start = ContinuousClock.now
    private var closed: ContinuousClock.Instant?
    private var framesSinceClosed = 0

    init(_ window: EditedWindow, _ row: TwoLines) throws {
        guard let clock = gtk_widget_get_frame_clock(window.window.cast()) else {
            throw Unmeasurable("the window is on no screen")
        }
        self.window = window
        self.row = row
        former = (window.shownName, row.text, window.selectedPosition)
        frames = Object(borrowing: UnsafeMutableRawPointer(clock))
    }

    func begin() {
        start = .now
        handler = frames.on("after-paint") { [weak self] _ in self?.frameDrawn() }
    }

    func end() {
        if let handler { frames.disconnect(handler) }
    }

    func isOver(moves: Bool) -> Bool {
        detailFrame != nil && rowFrame != nil && (!moves || order != nil)
    }

    func look() {
        let now = ContinuousClock.now
        if closed == nil, !window.isFormOpen {
            closed = now
            saved = (now - start).seconds * 1_000
        }
        if let closed, order == nil, hasMoved { order = (now - closed).seconds * 1_000 }
    }

    private var hasMoved: Bool {
        guard let position = window.selectedPosition else { return false }
        return position != former.position
    }

    private func frameDrawn() {
        look()
        guard closed != nil else { return }
        framesSinceClosed += 1
        if detailFrame == nil, window.shownName != former.name { detailFrame = framesSinceClosed }
        if rowFrame == nil, row.text != former.row || hasMoved { rowFrame = framesSinceClosed }
    }
}
