import Foundation
import Testing

/// Inputs that a fuzzer once made up, among them all that ever broke a promise. No promise is broken now. A crash is a
/// failure.
@Suite(.serialized) struct FuzzTests {
    @Test(arguments: FuzzTarget.allCases)
    func whatAFuzzerMadeUpBreaksNothing(target: FuzzTarget) throws {
        let folder = try #require(Bundle.module.url(forResource: "Corpus", withExtension: nil))
            .appending(component: target.rawValue)
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        #expect(files.count >= 5)
        for file in files { target.run(try Data(contentsOf: file)) }
    }

    @Test(arguments: FuzzTarget.allCases)
    func theseAreChangedAtRandom(target: FuzzTarget) throws {
        let folder = try #require(Bundle.module.url(forResource: "Corpus", withExtension: nil))
            .appending(component: target.rawValue)
        var state: UInt64 = 1
        func random(below limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        let rounds = ProcessInfo.processInfo.environment["CAMEO_TESTS"] == "usual" ? 5 : 20
        for file in files.sorted(by: { $0.path < $1.path }).prefix(60) {
            var bytes = try Data(contentsOf: file)
            guard !bytes.isEmpty else { continue }
            for _ in 0..<rounds {
                bytes[random(below: bytes.count)] ^= UInt8(1 << random(below: 8))
                target.run(bytes)
            }
        }
    }
}
