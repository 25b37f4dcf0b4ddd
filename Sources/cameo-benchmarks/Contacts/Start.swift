import Foundation

/// How long a person waits from the start of the program to the first contacts.
@MainActor
enum Start {
    private static let runs = 7

    static func measure(_ account: StoredAccount) throws {
        // The first run brings programs and libraries into the system's memory.
        _ = try secondsToFirstRow(account)
        let times = try (0..<runs).map { _ in try secondsToFirstRow(account) }
        report("contacts.first_row.\(account.contacts)", times.median, "s")
    }

    /// From before the process is made to after the frame with the first rows.
    private static func secondsToFirstRow(_ account: StoredAccount) throws -> Double {
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
        return (ContinuousClock.now - start).seconds
    }
}
