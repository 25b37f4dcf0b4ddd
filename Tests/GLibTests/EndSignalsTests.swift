import Foundation
import Testing

/// Work before the end by a signal delays the end for a moment at most. The tests run processes that really end so.
struct EndSignalsTests {
    /// In milliseconds: longer than any test takes.
    private static let forever = 600_000

    @Test(arguments: [SIGTERM, SIGHUP, SIGINT])
    func whatIsToBeDoneIsDoneBefore(number: Int32) throws {
        let probe = try Probe("--farewell", "0", "\(Self.forever)")
        #expect(probe.nextLine() == "ready")
        probe.send(number)
        #expect(probe.nextLine() == "begun")
        #expect(probe.nextLine() == "done")
        #expect(probe.end() == number)
    }

    @Test func whatTakesTooLongIsNotWaitedFor() throws {
        let probe = try Probe("--farewell", "\(Self.forever)", "20")
        #expect(probe.nextLine() == "ready")
        probe.send(SIGTERM)
        #expect(probe.nextLine() == "begun")
        #expect(probe.nextLine() == nil)
        #expect(probe.end() == SIGTERM)
    }

    @Test func theSecondSignalEndsItAtOnce() throws {
        let probe = try Probe("--farewell", "\(Self.forever)", "\(Self.forever)")
        #expect(probe.nextLine() == "ready")
        probe.send(SIGTERM)
        #expect(probe.nextLine() == "begun")
        probe.send(SIGTERM)
        #expect(probe.nextLine() == nil)
        #expect(probe.end() == SIGTERM)
    }

    @Test func whatIsIgnoredStaysIgnored() throws {
        let probe = try Probe("--ignoring-hangups", "--farewell", "0", "\(Self.forever)")
        #expect(probe.nextLine() == "ready")
        probe.send(SIGHUP)
        probe.send(SIGTERM)
        #expect(probe.nextLine() == "begun")
        #expect(probe.end() == SIGTERM)
    }
}

/// A process that waits for signals.
private struct Probe {
    private let process = Process()
    private let output: FileHandle

    init(_ arguments: String...) throws {
        let pipe = Pipe()
        output = pipe.fileHandleForReading
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(component: "crash-probe")
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        try process.run()
    }

    func send(_ number: Int32) {
        kill(process.processIdentifier, number)
    }

    /// The process's next line; nil once the process has ended.
    func nextLine() -> String? {
        var line = Data()
        while let byte = try? output.read(upToCount: 1), !byte.isEmpty, byte != Data("\n".utf8) { line += byte }
        return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
    }

    /// The signal that has ended it.
    func end() -> Int32? {
        process.waitUntilExit()
        return process.terminationReason == .uncaughtSignal ? process.terminationStatus : nil
    }
}
