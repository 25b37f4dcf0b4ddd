import Foundation

/// How long a person waits from the start of the program to the first contacts, compared with the least that a program
/// with a list can be.
@MainActor
enum Start {
    private static let runs = 7
    private static let programs = ["cameo", "cameo-bare-list"]

    static func measure(_ account: StoredAccount) throws {
        let times = try secondsToFirstItem(account)
        let (own, bare) = (times[0], times[1])
        let name = "contacts.first_row.\(account.contacts)"
        report(name, own.passed, "s")
        report("\(name).bare_list", bare.passed, "s")
        report("\(name).vs_bare_list", own.passed / bare.passed, "ratio")
        report("\(name).cpu", own.computed, "s")
        report("\(name).cpu.bare_list", bare.computed, "s")
    }

    /// The medians of each program from the creation of its process to its first list item on the accessibility bus: the time
    /// passed, and the CPU time of all its threads. The programs start in turns.
    private static func secondsToFirstItem(_ account: StoredAccount) throws -> [(passed: Double, computed: Double)] {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments =
            ["Tests/Desktop/first_item.py", "\(runs)"] + programs.map { Programs.folder.appending(component: $0).path }
        process.environment = account.home.environment
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let lines = text.split(separator: "\n").map { $0.split(separator: " ").compactMap { Double($0) } }
        guard process.terminationStatus == 0, lines.map(\.count) == [2, 2] else {
            throw Unmeasurable("the starts were not measured:\n\(text)")
        }
        return lines.map { ($0[0], $0[1]) }
    }
}
