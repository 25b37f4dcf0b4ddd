import Foundation
import Glibc
import Testing

@testable import Platform

@Suite(.serialized) struct CoreDumpTests {
    private func limit(of process: String) throws -> [String] {
        let limits = try String(contentsOfFile: "/proc/\(process)/limits", encoding: .utf8)
        let line = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") })
        return line.dropFirst("Max core file size".count).split(separator: " ").map(String.init)
    }

    @Test func noneIsLeftByThisProcessAndAsBeforeByOthers() throws {
        let before = try limit(of: "self")
        CoreDumps.prevent()
        let soft = try limit(of: "self")[0]
        #expect(soft == (before[1] == "0" ? "0" : "1"))
        #expect(try limit(of: "self")[1] == before[1], "the hard limit stays, so that others can have theirs")
        let child = try Process.run(URL(filePath: "/usr/bin/sleep"), arguments: ["60"])
        // A thread of Dispatch hands down its mask. With this mask, nothing but SIGKILL ends the child.
        defer {
            kill(child.processIdentifier, SIGKILL)
            child.waitUntilExit()
        }
        #expect(try limit(of: "\(child.processIdentifier)")[0] == soft)
        CoreDumps.allow(in: child.processIdentifier)
        #expect(try limit(of: "\(child.processIdentifier)") == before)
        CoreDumps.allow(in: getpid())
        #expect(try limit(of: "self") == before)
    }
}
