import Foundation
import Testing

@testable import Platform

struct UnfinishedFilesTests {
    @Test func whatAProcessThatIsGoneBeganIsRemovedAndNothingElse() throws {
        let url = FileManager.default.temporaryDirectory.appending(component: "cameo-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: url) }
        let top = TopFolder(url)
        _ = try top.make()
        // No process has so high a number (proc(5), pid_max).
        let gone = ".new-2147483646-3"
        let kept = [".new-\(getpid())-1", ".new-1-1", ".new-x-1", ".new-2147483646", "letter.txt"]
        for name in [gone] + kept { try Data().write(to: url.appending(component: name)) }
        top.removeUnfinished()
        let names = try FileManager.default.contentsOfDirectory(atPath: url.path)
        #expect(Set(names).isSuperset(of: kept))
        #expect(!names.contains(gone))
    }
}
