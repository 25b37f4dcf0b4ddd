import Foundation

/// The programs that are built beside this one.
enum Programs {
    static var folder: URL {
        URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    }

    /// Runs one of this program's own subcommands in a process of its own, so that its memory is its own too.
    static func measure(_ arguments: [String], home: Home? = nil) throws {
        let process = Process()
        process.executableURL = folder.appending(component: "cameo-benchmarks")
        process.arguments = arguments
        process.environment = home?.environment
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Unmeasurable("\(arguments) ended with status \(process.terminationStatus)")
        }
    }
}

/// A home folder that contains only the files for the program, deleted with this object.
final class Home {
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(component: "home-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        // It is in the folder of the session, which goes as a whole.
        try? FileManager.default.removeItem(at: folder)
    }

    /// This process's environment with other places for files.
    var environment: [String: String] {
        ProcessInfo.processInfo.environment.merging(
            ["XDG_DATA_HOME": folder.appending(component: "data").path, "XDG_CACHE_HOME": cache.path]
        ) { $1 }
    }

    var cache: URL { folder.appending(component: "cache") }

    /// Makes this the home of the present process too.
    func enter() {
        for (name, value) in environment { setenv(name, value, 1) }
    }
}

/// `cameo-demo-server` as a separate process beside the measured program, as a real server runs. It gives photos to the API's
/// token, has no limit of requests, and ends with this object.
final class Server {
    let address: URL
    let token: String
    private let process = Process()

    init(contacts: Int) throws {
        let output = Pipe()
        process.executableURL = Programs.folder.appending(component: "cameo-demo-server")
        process.arguments = ["--contacts", "\(contacts)", "--photos", "bearer", "--rate-limit", "0"]
        process.standardOutput = output
        try process.run()
        var lines: [Substring] = []
        var text = ""
        // The address and the token, a line each.
        while lines.count < 3 {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { throw Unmeasurable("the demo server does not start") }
            text += String(decoding: data, as: UTF8.self)
            lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        }
        guard let address = URL(string: String(lines[0])), lines[1].hasPrefix("token: ") else {
            throw Unmeasurable("the demo server says \(text)")
        }
        self.address = address
        token = String(lines[1].dropFirst("token: ".count))
    }

    /// The process stands still.
    func pause() { kill(process.processIdentifier, SIGSTOP) }

    func resume() { kill(process.processIdentifier, SIGCONT) }

    func end() {
        process.terminate()
        process.waitUntilExit()
    }

    deinit {
        process.terminate()
    }
}
