import Foundation
import Synchronization
import Testing

@testable import Gtk

@Suite struct PixelGateTests {
    private struct Held {
        var now = 0
        var most = 0
    }

    /// Runs work of each of these sizes, each on a thread of its own, and returns the most that was held at once.
    private func most(_ sizes: [Int], limit: Int) -> Int {
        let gate = PixelGate(limit: limit)
        let held = Shared(Held())
        let threads = sizes.map { size in
            Thread {
                gate.hold(size) {
                    held.value.withLock {
                        $0.now += size
                        $0.most = max($0.most, $0.now)
                    }
                    usleep(500)
                    held.value.withLock { $0.now -= size }
                }
            }
        }
        for thread in threads { thread.start() }
        while !threads.allSatisfy(\.isFinished) { usleep(1_000) }
        #expect(held.value.withLock { $0.now } == 0)
        return held.value.withLock { $0.most }
    }

    @Test func noMoreIsHeldThanTheLimit() {
        #expect(most((1...60).map { $0 % 13 + 1 }, limit: 20) <= 20)
    }

    @Test func whatFitsIsHeldTogether() {
        let gate = PixelGate(limit: 10)
        gate.hold(4) { gate.hold(4) { gate.hold(2) {} } }
    }

    @Test func oneBeyondTheLimitGoesAlone() {
        #expect(most([30, 5, 30, 5], limit: 10) == 30)
    }
}

/// A value that threads share.
private final class Shared<Value: Sendable>: Sendable {
    let value: Mutex<Value>

    init(_ value: Value) {
        self.value = Mutex(value)
    }
}
