import Foundation
import Model
import Network
import Testing

@testable import Avatars

@MainActor
struct RebindTests {
    /// Rows of a list that are bound to other contacts all the time, while answers come in any order.
    @Test func manyRebindsShowNobodyElsesPicture() async throws {
        var random = SplitMix(state: 42)
        let fixture = try Fixture(configuration: AvatarCacheConfiguration(memoryCacheLimit: 60))
        let contacts = 200
        var rows: [Row] = (0..<12).map { _ in Row() }
        let isUsual = ProcessInfo.processInfo.environment["CAMEO_TESTS"] == "usual"
        let count = isUsual ? 20_000 : 100_000
        var binds = 0
        var shown = 0
        while binds < count {
            for _ in 0..<50 {
                let index = Int.random(in: 0..<rows.count, using: &random)
                let id = Int.random(in: 0..<contacts, using: &random)
                // Now and then a contact has a new picture.
                let version = Int.random(in: 0..<50, using: &random) == 0 ? 1 : 0
                rows[index].show(fixture, id: id, version: version)
                binds += 1
                if rows[index].state?.current.image != nil { shown += 1 }
            }
            await Task.yield()
            while let open = fixture.transport.open.randomElement(using: &random), Bool.random(using: &random) {
                let answer: FakeTransport.Answer =
                    Int.random(in: 0..<20, using: &random) == 0
                    ? .failure(.timedOut) : .face(open.lastPathComponent)
                fixture.transport.answer(open.absoluteString, answer)
                await Task.yield()
            }
            for row in rows { row.check() }
            if binds % 5_000 == 0 { fixture.store.networkReturned() }
            guard binds % 1_000 == 0 else { continue }
            // However busy the machine is, rows that stand still get their pictures.
            await eventually {
                for open in fixture.transport.open {
                    fixture.transport.answer(open.absoluteString, .face(open.lastPathComponent))
                }
                return rows.allSatisfy(\.isSettled)
            }
        }
        #expect(shown > count / 100)
        #expect(fixture.store.memory.count <= 60)
        #expect(rows.allSatisfy { $0.wrong == 0 })
        rows = []
        await eventually { fixture.store.flights.isEmpty && fixture.store.states.isEmpty }
    }
}

private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }
}

@MainActor
private final class Row {
    private(set) var state: AvatarState<Face>?
    private var observation: AvatarObservation?
    /// The number of times that another contact's picture was seen.
    private(set) var wrong = 0
    private var contact = -1

    func show(_ fixture: Fixture, id: Int, version: Int) {
        state?.release()
        contact = id
        let state = fixture.state(id, "https://pictures.example/\(id)-\(version)")
        self.state = state
        observation = state.observe { [weak self] in self?.check($0) }
        state.want()
        check()
    }

    /// Whether nothing more is to come.
    var isSettled: Bool { state?.current.image != nil || state?.current.error != nil }

    func check() {
        if let state { check(state.current) }
    }

    private func check(_ current: ImageLoadState<Face>) {
        guard let face = current.image else { return }
        if !face.name.hasPrefix("\(contact)-") { wrong += 1 }
    }

    isolated deinit {
        state?.release()
    }
}
