import ArgumentParser
import CGtk
import Foundation
import GLib
import Gtk

/// Measures whether a key waits for the disk or the network. The server does not answer. Another process holds the write lock
/// of the database, also when the draft is to be stored. The whole, unchanged program runs here.
struct FormTyping: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "form-typing", shouldDisplay: false)

    private static let keys = 40
    private static let rounds = 3
    private static let pause = Duration.milliseconds(50)
    /// Longer than a form's pause before it stores its draft.
    private static let rest = Duration.milliseconds(2_500)

    @Option(help: "How many contacts are stored.")
    var contacts = 100_000
    @Option(help: "The database.")
    var database: String

    func run() throws {
        MainActor.assumeIsolated { runInApplication { try await measure() } }
    }

    @MainActor
    private func measure() async throws {
        let window = try await EditedWindow(contacts: contacts)
        let turns = try MainLoopTurns(window.window)
        _ = try await window.select(3)
        try await window.rest()
        let entry = try await window.openForm()[0]
        try await Task.sleep(for: .seconds(1))
        let free = try await type(into: entry, turns)
        let lock = try HeldLock(on: database)
        let held = try await type(into: entry, turns)
        lock.release()
        report("edits.key.p50", free.times.median, "ms")
        report("edits.key.max", free.times.max() ?? 0, "ms")
        report("edits.key.main_thread.max", free.longest.passed, "ms")
        report("edits.key.held.p50", held.times.median, "ms")
        report("edits.key.held.max", held.times.max() ?? 0, "ms")
        report("edits.key.held.main_thread.max", held.longest.passed, "ms")
        report("edits.key.held.vs_free", held.times.median / free.times.median, "ratio")
    }

    /// Milliseconds for each key.
    @MainActor
    private func type(
        into entry: Widget, _ turns: MainLoopTurns
    ) async throws -> (times: [Double], longest: MainLoopTurns.Longest) {
        var times: [Double] = []
        turns.forget()
        for _ in 0..<Self.rounds {
            for key in 0..<Self.keys {
                let start = ContinuousClock.now
                var place: Int32 = -1
                gtk_editable_insert_text(entry.opaque, key.isMultiple(of: 2) ? "a" : "b", 1, &place)
                times.append((ContinuousClock.now - start).seconds * 1_000)
                try await Task.sleep(for: Self.pause)
            }
            // The draft is kept, or waits for the lock while the next keys come.
            try await Task.sleep(for: Self.rest)
        }
        return (times, turns.longest)
    }
}

/// The lock of a database in the hands of another process, as long as this object is kept.
@MainActor
private final class HeldLock {
    private let process = Process()
    private let input = Pipe()

    init(on database: String) throws {
        let output = Pipe()
        let script = """
            import sqlite3, sys
            database = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=30)
            database.execute("BEGIN IMMEDIATE")
            print("held", flush=True)
            sys.stdin.read()
            """
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = ["-c", script, database]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        guard !output.fileHandleForReading.availableData.isEmpty else {
            throw Unmeasurable("the database could not be held")
        }
    }

    func release() {
        // It ends with its input.
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}
