import Foundation
import Synchronization
import Testing

/// A clock that goes on when a test says so, and sleeps by it.
final class ManualClock: Sendable {
    private struct State {
        var now: TimeInterval
        var lastID = 0
        var sleepers: [Int: (end: TimeInterval, continuation: CheckedContinuation<Void, Never>)] = [:]
        var cancelled: Set<Int> = []
    }

    private let state: Mutex<State>

    init(_ now: TimeInterval) {
        state = Mutex(State(now: now))
    }

    var now: TimeInterval { state.withLock { $0.now } }

    func sleep(until moment: TimeInterval) async throws {
        let id = state.withLock {
            $0.lastID += 1
            return $0.lastID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isAwake = state.withLock { state in
                    guard state.cancelled.remove(id) == nil, state.now < moment else { return true }
                    state.sleepers[id] = (moment, continuation)
                    return false
                }
                if isAwake { continuation.resume() }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                let sleeper = state.sleepers.removeValue(forKey: id)
                if sleeper == nil { state.cancelled.insert(id) }
                return sleeper
            }
            sleeper?.continuation.resume()
        }
        try Task.checkCancellation()
    }

    /// Time passes, as in a sleep of the computer: at once, and all that ends meanwhile ends when it is over.
    func advance(by seconds: TimeInterval) {
        let due = state.withLock { state in
            state.now += seconds
            let due = state.sleepers.filter { $0.value.end <= state.now }
            for id in due.keys { state.sleepers[id] = nil }
            return due.values.map(\.continuation)
        }
        for continuation in due { continuation.resume() }
    }

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
