import CGtk
import Dispatch
import Foundation
import Synchronization
import TestSupport
import XCTest

@testable import GLib

/// The main actor on GLib's main loop.
final class MainLoopTests: XCTestCase {
    /// Turns the loop until a condition holds, and counts the turns.
    private func turn(until condition: @escaping @MainActor () -> Bool) -> Int {
        MainActor.assumeIsolated {
            MainLoop.attachMainActor()
            var turns = 0
            XCTAssertTrue(
                MainLoop.run(
                    atMost: .seconds(5),
                    until: {
                        turns += 1
                        return condition()
                    }))
            return turns
        }
    }

    func testTasksOfTheMainActorRunOnTheMainThread() {
        onMainLoop {
            XCTAssertTrue(Thread.isMainThread)
            await Task.detached { XCTAssertFalse(Thread.isMainThread) }.value
            XCTAssertTrue(Thread.isMainThread)
        }
    }

    func testTimeAndOtherThreadsReachTheMainActor() {
        onMainLoop {
            let start = ContinuousClock.now
            try await Task.sleep(for: .milliseconds(50))
            XCTAssertGreaterThanOrEqual(ContinuousClock.now - start, .milliseconds(50))
            await withCheckedContinuation { continuation in
                DispatchQueue.global().async { DispatchQueue.main.async { continuation.resume() } }
            }
        }
    }

    func testAttachingTwiceChangesNothing() {
        onMainLoop {
            MainLoop.attachMainActor()
            var count = 0
            await Task { count += 1 }.value
            XCTAssertEqual(count, 1)
        }
    }

    func testAnIdleMainActorLeavesTheLoopAsleep() {
        onMainLoop { await Task.yield() }
        let end = ContinuousClock.now + .milliseconds(300)
        let turns = turn { ContinuousClock.now >= end }
        // The timer of `run` makes 60 turns, one each 5 ms. An unread wake-up makes 100,000 turns.
        XCTAssertLessThan(turns, 200)
    }

    func testWakeUpsThatComeWhileTheQueueDrainsSurvive() {
        // Two threads hand over work all the time, so that much of it comes while the main thread is busy with the last.
        let count = 20_000
        let counter = ArrivalCounter()
        for _ in 0..<2 {
            Thread.detachNewThread {
                for _ in 0..<count { DispatchQueue.main.async { counter.increase() } }
            }
        }
        _ = turn { counter.value == 2 * count }
    }

    func testTasksGoBackAndForthBetweenThreads() {
        onMainLoop {
            var hops = 0
            for _ in 0..<2000 {
                await Task.detached {}.value
                hops += 1
            }
            XCTAssertEqual(hops, 2000)
        }
    }

    func testRunTellsWhenTheConditionDoesNotHoldInTime() {
        MainActor.assumeIsolated {
            let start = ContinuousClock.now
            XCTAssertFalse(MainLoop.run(atMost: .milliseconds(50), until: { false }))
            XCTAssertLessThan(ContinuousClock.now - start, .seconds(1))
        }
    }

    func testWhatTakesItsTimeHasATurnOfItsOwn() {
        MainActor.assumeIsolated {
            MainLoop.attachMainActor()
            var (turns, done): (Int, [Int]) = (0, [])
            for _ in 0..<3 { MainLoop.beforeNextFrame { done.append(turns) } }
            let areDone = MainLoop.run(atMost: .seconds(5)) {
                turns += 1
                return done.count == 3
            }
            XCTAssertTrue(areDone)
            XCTAssertEqual(Set(done).count, 3, "\(done)")
        }
    }

    func testWhatIsCancelledBeforeItsTurnIsNotDone() {
        onMainLoop {
            var done: [String] = []
            let cancelled = Task.immediate { await MainLoop.inTurnOfItsOwn { done.append("cancelled") } }
            let other = Task.immediate { await MainLoop.inTurnOfItsOwn { done.append("other") } }
            cancelled.cancel()
            await cancelled.value
            await other.value
            XCTAssertEqual(done, ["other"])
        }
    }

    func testARedrawDoesNotWaitForAFloodedMainActorToEnd() {
        onMainLoop {
            let flood = Flood()
            for _ in 0..<10 { flood.run() }
            var longest = 0
            for _ in 0..<30 {
                let before = flood.turns
                longest = max(longest, await redraw { flood.turns } - before)
            }
            flood.isOver = true
            // The turns that were already due. A flood with the priority of ordinary events leaves no redraw its turn.
            XCTAssertLessThan(longest, 100)
        }
    }
}

/// Counts on any thread.
private final class ArrivalCounter: Sendable {
    private let number = Mutex(0)

    var value: Int { number.withLock { $0 } }

    func increase() { number.withLock { $0 += 1 } }
}

/// Waits for a turn of GTK's drawing priority, and returns the count at this turn.
@MainActor
private func redraw(_ count: @escaping () -> Int) async -> Int {
    await withCheckedContinuation { continuation in
        let turn = Unmanaged.passRetained(Redraw { continuation.resume(returning: count()) })
        g_idle_add_full(
            Int32(G_PRIORITY_HIGH_IDLE) + 20,
            { data in
                guard let data else { return 0 }
                MainActor.assumeIsolated { Unmanaged<Redraw>.fromOpaque(data).takeRetainedValue().run() }
                return 0
            }, turn.toOpaque(), nil)
    }
}

@MainActor
private final class Redraw {
    let run: () -> Void

    init(_ run: @escaping () -> Void) {
        self.run = run
    }
}

/// Work for the main actor that never ends by itself.
@MainActor
private final class Flood {
    var isOver = false
    private(set) var turns = 0

    func run() {
        guard !isOver else { return }
        turns += 1
        usleep(200)
        Task { run() }
    }
}
