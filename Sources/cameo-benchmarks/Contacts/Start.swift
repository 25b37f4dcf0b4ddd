import Foundation
import Glibc

/// How long a person waits from the start of the program to the first contacts.
@MainActor
enum Start {
    private static let runs = 7

    static func measure(_ account: StoredAccount) throws {
        // The first run brings programs and libraries into the system's memory.
        _ = try secondsToFirstRow(account)
        let times = try (0..<runs).map { _ in try secondsToFirstRow(account) }
        report("contacts.first_row.\(account.contacts)", times.map(\.passed).median, "s")
        report("contacts.first_row.\(account.contacts).cpu", times.map(\.computed).median, "s")
    }

    /// From before the process is made to after the frame with the first rows: seconds that passed, and seconds that all
    /// threads of the process computed, which other processes hardly change.
    private static func secondsToFirstRow(_ account: StoredAccount) throws -> (passed: Double, computed: Double) {
        let process = Process()
        let errors = Pipe()
        process.executableURL = Programs.folder.appending(component: "cameo")
        process.environment = account.home.environment.merging(["CAMEO_LOG": "info"]) { $1 }
        process.standardError = errors
        let start = ContinuousClock.now
        try process.run()
        defer {
            process.terminate()
            process.waitUntilExit()
        }
        var text = ""
        while !text.contains("the first rows are drawn") {
            let data = errors.fileHandleForReading.availableData
            guard !data.isEmpty else { throw Unmeasurable("cameo shows no contacts:\n\(text)") }
            text += String(decoding: data, as: UTF8.self)
        }
        return ((ContinuousClock.now - start).seconds, computed(by: process.processIdentifier))
    }

    /// In seconds, by proc(5).
    private static func computed(by process: Int32) -> Double {
        // A process that has gone has computed nothing.
        let line = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
        let fields = line.drop { $0 != ")" }.split(separator: " ").dropFirst()
        // Fields 14 and 15 of the line, of which two are gone.
        let ticks = fields.dropFirst(11).prefix(2).compactMap { Double($0) }.reduce(0, +)
        return ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
}
