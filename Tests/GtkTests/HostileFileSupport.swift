import CGtk
import Foundation
import Synchronization

/// The same numbers on each run (SplitMix64), so that a failure can be repeated.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}

/// How many bytes of memory the process took at its peak while `body` ran, more than before.
func peakMemory(_ body: () throws -> Void) throws -> Int {
    // The kernel starts the peak anew.
    try Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
    let before = try processMemory("VmRSS")
    try body()
    return try processMemory("VmHWM") - before
}

private func processMemory(_ name: String) throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
    return (line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0) * 1024
}

/// Collects complaints of GLib and of the libraries on it, until stopped.
final class GLibWarnings: Sendable {
    private static let messages = Mutex<[String]>([])

    init() {
        Self.messages.withLock { $0 = [] }
        g_log_set_default_handler(
            { domain, _, message, _ in
                let text = [domain, message].compactMap { $0.map { String(cString: $0) } }.joined(separator: ": ")
                GLibWarnings.messages.withLock { $0.append(text) }
            }, nil)
    }

    func stop() -> [String] {
        g_log_set_default_handler(g_log_default_handler, nil)
        return Self.messages.withLock { $0 }
    }
}
