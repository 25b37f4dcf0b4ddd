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
        // The turns are those of run's own timer, each 5 ms: 60. A wake-up that is not read makes 100,000 of them.
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

    func testOtherSourcesRunWhileTheMainActorIsFlooded() {
        onMainLoop {
            let flood = Flood()
            for _ in 0..<10 { flood.run() }
            var frames = 0
            let counter = FrameCounter { frames += 1 }
            let end = ContinuousClock.now + .milliseconds(300)
            while ContinuousClock.now < end { try await Task.sleep(for: .milliseconds(10)) }
            counter.stop()
            flood.isOver = true
            // A timer of 10 ms at GTK's redraw priority: 30 in the time.
            XCTAssertGreaterThan(frames, 15)
        }
    }
}

/// Counts on whatever thread.
private final class ArrivalCounter: Sendable {
    private let number = Mutex(0)

    var value: Int { number.withLock { $0 } }

    func increase() { number.withLock { $0 += 1 } }
}

/// Calls a closure every 10 ms with the priority that GTK draws with.
@MainActor
private final class FrameCounter {
    private let tick: () -> Void
    private var source: guint = 0

    init(_ tick: @escaping () -> Void) {
        self.tick = tick
        source = g_timeout_add_full(
            Int32(G_PRIORITY_HIGH_IDLE) + 20, 10,
            { data in
                guard let data else { return 0 }
                MainActor.assumeIsolated { Unmanaged<FrameCounter>.fromOpaque(data).takeUnretainedValue().tick() }
                return 1
            }, Unmanaged.passUnretained(self).toOpaque(), nil)
    }

    func stop() {
        g_source_remove(source)
    }
}

/// Work for the main actor that never ends by itself.
@MainActor
private final class Flood {
    var isOver = false

    func run() {
        guard !isOver else { return }
        usleep(200)
        Task { run() }
    }
}
