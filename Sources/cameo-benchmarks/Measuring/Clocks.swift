import Foundation
import Glibc

/// Clocks that only count the time in which something was computed, so that other processes hardly disturb them.
enum CPUClock {
    case thread, process

    /// Seconds since a moment that never changes.
    var now: Double {
        var time = timespec()
        clock_gettime(self == .thread ? CLOCK_THREAD_CPUTIME_ID : CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Seconds that `body` computes.
    func time(_ body: () throws -> Void) rethrows -> Double {
        let start = now
        try body()
        return now - start
    }
}

/// The memory of this process, in bytes.
enum ProcessMemory {
    static var resident: Int { status("VmRSS") }

    /// The most that was resident since the start, or since `forgetPeak()`.
    static var peak: Int { status("VmHWM") }

    static func forgetPeak() throws {
        try Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
    }

    private static func status(_ field: String) -> Int {
        // Without /proc there is nothing to measure, and 0 says so.
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("\(field):") }
        let kibibytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }
        return (kibibytes ?? 0) << 10
    }
}
