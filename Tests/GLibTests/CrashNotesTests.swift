import Foundation
import Testing

@testable import GLib

/// The next process leaves out work that ended a process twice. The tests run processes that really end so.
@Suite struct CrashNotesTests {
    private let folder: URL
    private var file: URL { folder.appending(component: "notes") }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(component: "cameo-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// A process's end, and its output.
    private struct End: Equatable {
        let signal: Int32?
        let printed: String
    }

    @discardableResult
    private func run(_ lines: String...) throws -> End {
        let probe = Process()
        probe.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(component: "crash-probe")
        probe.arguments = [file.path]
        // Sanitizers would take these signals for their own reports.
        let unhandled = "handle_segv=0:handle_sigbus=0"
        probe.environment = [
            "SWIFT_BACKTRACE": "enable=no", "ASAN_OPTIONS": unhandled + ":detect_leaks=0", "TSAN_OPTIONS": unhandled,
        ]
        let (input, output) = (Pipe(), Pipe())
        probe.standardInput = input
        probe.standardOutput = output
        probe.standardError = FileHandle.nullDevice
        try probe.run()
        try input.fileHandleForWriting.write(contentsOf: Data((lines.joined(separator: "\n") + "\n").utf8))
        try input.fileHandleForWriting.close()
        let printed = try output.fileHandleForReading.readToEnd() ?? Data()
        probe.waitUntilExit()
        return End(
            signal: probe.terminationReason == .uncaughtSignal ? probe.terminationStatus : nil,
            printed: String(decoding: printed, as: UTF8.self).trimmingCharacters(in: .newlines))
    }

    private func isGuilty(_ name: String) throws -> Bool {
        let end = try run("guilty \(name)")
        try #require(["true", "false"].contains(end.printed))
        return end.printed == "true"
    }

    @Test(arguments: [
        ("trap", [SIGILL, SIGTRAP]), ("null", [SIGSEGV]), ("abort", [SIGABRT]), ("recursion", [SIGSEGV]),
        ("\(SIGBUS)", [SIGBUS]), ("\(SIGTRAP)", [SIGTRAP]),
    ])
    func whatEndedTheProgramTwiceIsLeftOut(way: String, signals: [Int32]) throws {
        for count in 1...2 {
            #expect(try !isGuilty("picture"), "after \(count - 1)")
            let end = try run("do text", "die \(way) picture")
            #expect(signals.contains(end.signal ?? 0), "the process ends as it would have: \(end)")
        }
        #expect(try isGuilty("picture"))
        #expect(try !isGuilty("other-picture"))
        #expect(try !isGuilty("text"))
    }

    @Test func aKillCountsNothing() throws {
        for _ in 1...3 { #expect(try run("die \(SIGKILL) picture").signal == SIGKILL) }
        #expect(try !isGuilty("picture"))
    }

    @Test func whatOthersWorkOnMeanwhileIsNotGuilty() throws {
        for _ in 1...2 { #expect(try run("hold page", "die-in-thread trap picture").signal != nil) }
        #expect(try isGuilty("picture"))
        #expect(try !isGuilty("page"))
    }

    @Test func ofSeveralOnOneThreadTheLastIsGuilty() throws {
        for _ in 1...2 { try run("hold page", "do title", "die trap row") }
        #expect(try isGuilty("row"))
        #expect(try !isGuilty("page"))
        #expect(try !isGuilty("title"))
    }

    @Test func aNoteThatIsHeldCountsUntilItIsReleased() throws {
        for _ in 1...2 { try run("hold page", "do row", "end trap") }
        for _ in 1...2 { try run("hold other", "release", "end trap") }
        #expect(try isGuilty("page"))
        #expect(try !isGuilty("other"))
    }

    @Test func theOldestGiveWayToNewerOnes() throws {
        for _ in 1...2 { try run("die abort first") }
        #expect(try isGuilty("first"))
        let notes = try #require(CrashNotes(file))
        for number in 0..<199 { count(number, in: notes) }
        #expect(notes.page.keys(countedAtLeast: 1).count == 200)
        count(199, in: notes)
        #expect(notes.page.keys(countedAtLeast: 1).count == 200)
        #expect(notes.page.keys(countedAtLeast: 2).isEmpty)
    }

    /// As the handler does.
    private func count(_ number: Int, in notes: CrashNotes) {
        notes.subject { $0.add(number) }.noting {
            CrashPage.count(in: notes.page.words, thread: CrashSignals.thread)
        }
    }

    @Test func onlyTheUserCanReadThemAndNoNameIsInThem() throws {
        for _ in 1...2 { try run("die abort Georgia") }
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let bytes = try Data(contentsOf: file)
        #expect(bytes.count == 4096)
        #expect(bytes.range(of: Data("Georgia".utf8)) == nil)
    }

    @Test func damagedNotesAreBegunAnew() throws {
        for content in [Data(), Data(count: 10), Data(repeating: 0xFF, count: 4096), Data(repeating: 1, count: 9_000)] {
            try content.write(to: file)
            #expect(try !isGuilty("picture"))
            #expect(try Data(contentsOf: file).count == 4096)
        }
        for _ in 1...2 { try run("die abort picture") }
        #expect(try isGuilty("picture"))
    }

    @Test func withoutAFileOfItsOwnNothingIsNoted() throws {
        #expect(CrashNotes(folder) == nil)
        #expect(CrashNotes(folder.appending(components: "missing", "notes")) == nil)
        try FileManager.default.createSymbolicLink(at: file, withDestinationURL: folder.appending(component: "other"))
        #expect(CrashNotes(file) == nil)
        try FileManager.default.removeItem(at: file)
        let notes = CrashNotes(file)
        #expect(notes != nil)
        #expect(try run("do text").printed == "no notes")
        withExtendedLifetime(notes) {}
    }

    @Test func moreWorkThanThereIsRoomForIsDoneWithoutNotes() throws {
        let notes = try #require(CrashNotes(file))
        let held = (0..<40).map { number in notes.subject { $0.add(number) }.note() }
        #expect(notes.subject { $0.add("text") }.noting { 7 } == 7)
        withExtendedLifetime(held) {}
    }

    @Test func digestsTellThingsApart() throws {
        let notes = try #require(CrashNotes(file))
        let texts: [String?] = [nil, "", "a", "b", "ab", "aaaaaaaa", "aaaaaaaaa", "\0", "\0\0"]
        let subjects = texts.map { text in notes.subject { $0.add(text) } }
        for (index, subject) in subjects.enumerated() {
            #expect(subjects.firstIndex(of: subject) == index)
        }
        #expect(
            notes.subject {
                $0.add("a"); $0.add("bc")
            }
                != notes.subject {
                    $0.add("ab"); $0.add("c")
                })
        #expect(notes.subject { $0.add("a") } == notes.subject { $0.add(Data("a".utf8)) })
    }
}
