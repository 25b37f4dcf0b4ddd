import Foundation
import Synchronization
import Testing

/// A clock that goes on when a test says so, and sleeps by it.
final class ManualClock: Sendable {
    private let moment: Mutex<TimeInterval>

    init(_ now: TimeInterval) { moment = Mutex(now) }

    var now: TimeInterval { moment.withLock { $0 } }

    func sleep(until moment: TimeInterval) async throws {
        while now < moment { try await Task.sleep(for: .milliseconds(1)) }
    }

    /// Time passes, as in a sleep of the computer: at once, and all that ends meanwhile ends when it is over.
    func advance(by seconds: TimeInterval) { moment.withLock { $0 += seconds } }

    /// Lets the time pass until something holds.
    func advance(until condition: () async throws -> Bool) async throws {
        let limit = ContinuousClock.now + .seconds(60)
        while try await !condition() {
            try #require(ContinuousClock.now < limit)
            advance(by: 1)
            try await Task.sleep(for: .milliseconds(2))
        }
    }
}
