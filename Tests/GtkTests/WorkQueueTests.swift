import Foundation
import Synchronization
import Testing

@testable import Gtk

struct WorkQueueTests {
    @Test func onlySoManyRunAtOnceAndAllRun() async {
        let queue = WorkQueue(label: "test", width: 3)
        let running = Counter()
        let results = await withTaskGroup { group in
            for number in 0..<60 {
                group.addTask {
                    await queue.run {
                        running.enter()
                        sched_yield()
                        running.leave()
                        return number
                    }
                }
            }
            return await group.reduce(into: Set<Int>()) { if let number = $1 { $0.insert(number) } }
        }
        #expect(results == Set(0..<60))
        #expect((1...3).contains(running.most))
    }

    @Test func cancelledWorkEndsAtOnceAndNeverStarts() async throws {
        let queue = WorkQueue(label: "test", width: 1)
        let gate = DispatchSemaphore(value: 0)
        let blocking = Task { await queue.run { gate.wait() } }
        let started = Counter()
        let cancelled = Task { await queue.run { started.enter() } }
        cancelled.cancel()
        // Before the gate opens: cancelling does not wait for its turn.
        #expect(await cancelled.value == nil)
        gate.signal()
        _ = await blocking.value
        #expect(await queue.run { 2 } == 2)
        #expect(started.most == 0)
    }

    @Test func blockedWorkLeavesTheThreadsOfTasksAlone() async {
        let width = 2 * ProcessInfo.processInfo.activeProcessorCount
        let queue = WorkQueue(label: "test", width: width)
        let gate = DispatchSemaphore(value: 0)
        let running = Counter()
        let blocked = (0..<width).map { _ in
            Task {
                await queue.run {
                    running.enter()
                    gate.wait()
                }
            }
        }
        // Tasks go on until all of the work is blocked, and after.
        while running.now < width { await Task.yield() }
        #expect(await Task.detached { 1 }.value == 1)
        for _ in 0..<width { gate.signal() }
        for task in blocked { _ = await task.value }
    }

    @Test func picturesAreDecodedInTheBackground() async throws {
        let data = try #require(Sample.quarters(40, 40).pngData())
        let picture = try await PictureDecoder.decodeAsync(data, square: 20)
        #expect(picture.width == 20 && picture.pixel(2, 2) == 0xFFFF_0000)
        let smaller = try await PictureDecoder.decodeAsync(data, square: 20) { $0.resampled(to: 10) }
        #expect(smaller.width == 10 && smaller.pixel(1, 1) == 0xFFFF_0000)
        await #expect(throws: PictureError.invalidData) { try await PictureDecoder.decodeAsync(Data(), square: 20) }

        let cancelled = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await PictureDecoder.decodeAsync(data, square: 20)
        }
        await #expect(throws: PictureError.cancelled) { try await cancelled.value }
    }

    @Test func asManyPicturesAreDecodedAtOnceAsThereAreCores() async throws {
        let cores = ProcessInfo.processInfo.activeProcessorCount
        let data = try #require(Sample.quarters(40, 40).pngData())
        let (gate, running) = (DispatchSemaphore(value: 0), Counter())
        let blocked = (0..<cores).map { _ in
            Task {
                await PictureDecoder.queue.run {
                    running.enter()
                    gate.wait()
                }
            }
        }
        while running.now < cores { await Task.yield() }
        let decoded = Counter()
        let waiting = Task {
            _ = try await PictureDecoder.decodeAsync(data, square: 20)
            decoded.enter()
        }
        // Many times as long as it would take.
        for _ in 0..<100 { _ = try PictureDecoder.decode(data, square: 20) }
        #expect(decoded.now == 0)
        for _ in 0..<cores { gate.signal() }
        for task in blocked { _ = await task.value }
        try await waiting.value
        #expect(decoded.now == 1)
    }

    @Test func workThatNeverEndsHoldsUpNothingElse() async {
        let (queue, gate, overruns) = (WorkQueue(label: "test", width: 1), DispatchSemaphore(value: 0), Counter())
        async let stuck = queue.run(atMost: .milliseconds(50), onOverrun: { overruns.enter() }) { gate.wait() }
        async let next = queue.run { 7 }
        #expect(await stuck == nil)
        #expect(await next == 7)
        // Told right after `stuck` goes on, and `next` may have come first.
        while overruns.now == 0 { await Task.yield() }
        #expect(overruns.now == 1)
        // No caller takes the late result. The queue is as wide as before.
        gate.signal()
        #expect(await queue.run { 8 } == 8)
    }

    @Test func workHasItsWholeTimeAfterOtherWork() async {
        let (queue, gate, overruns) = (WorkQueue(label: "test", width: 1), DispatchSemaphore(value: 0), Counter())
        let limit = Duration.milliseconds(500)
        let short = await queue.run(atMost: limit, onOverrun: { overruns.enter() }) { 0 }
        #expect(short == 0)
        for overrun in 1...2 {
            let start = ContinuousClock.now
            let stuck: Void? = await queue.run(atMost: limit, onOverrun: { overruns.enter() }) { gate.wait() }
            #expect(stuck == nil)
            #expect(ContinuousClock.now - start >= limit)
            while overruns.now < overrun { await Task.yield() }
        }
        #expect(overruns.now == 2)
        for _ in 0..<2 { gate.signal() }
    }

    @Test func manyThreadsDecodeAtOnce() async throws {
        let files = try Sample.files()
        try await withThrowingTaskGroup { group in
            for number in 0..<200 {
                group.addTask { try await PictureDecoder.decodeAsync(files[number % files.count].data, square: 16) }
            }
            for try await picture in group { #expect(picture.width == 16) }
        }
    }

    private final class Counter: Sendable {
        private let counts = Mutex((now: 0, most: 0))
        var now: Int { counts.withLock { $0.now } }
        var most: Int { counts.withLock { $0.most } }

        func enter() {
            counts.withLock {
                $0.now += 1
                $0.most = max($0.most, $0.now)
            }
        }

        func leave() {
            counts.withLock { $0.now -= 1 }
        }
    }
}
