import Network
import Testing

/// In which order requests begin that wait for their turn.
@MainActor
struct RequestSchedulerTests {
    /// Lets one begin at a time, and refuses all once it is closed.
    private struct OneByOne: RequestPolicy {
        var nextChange: ContinuousClock.Instant? { opening }
        var opening: ContinuousClock.Instant?
        var isBusy = false
        var isClosed = false

        mutating func admit(_ demand: String, at now: ContinuousClock.Instant) -> RequestAdmission<Void> {
            if isClosed { return .refuse(.timedOut) }
            if let opening, now < opening { return .wait }
            guard !isBusy else { return .wait }
            isBusy = true
            return .begin(())
        }

        mutating func end(_ ticket: Void, with closes: Bool, at now: ContinuousClock.Instant) {
            isBusy = false
            isClosed = closes
        }
    }

    @MainActor
    private final class Queue {
        let scheduler: RequestScheduler<OneByOne>
        /// Who began, and who failed.
        private(set) var begun: [String] = []
        private(set) var failed: [String: TransportError] = [:]

        init(_ policy: OneByOne = OneByOne()) {
            scheduler = RequestScheduler(policy)
        }

        /// Asks, and returns when it waits or has begun.
        func start(_ name: String, _ urgency: HTTPUrgency, order: Int) async -> Task<Void, Never> {
            let task = Task {
                do throws(TransportError) {
                    try await scheduler.begin(name) { RequestPriority(urgency: urgency, order: order) }
                    begun.append(name)
                } catch {
                    failed[name] = error
                }
            }
            await until { isWaiting(name) || begun.contains(name) }
            return task
        }

        func isWaiting(_ name: String) -> Bool {
            scheduler.isWaiting { $0 == name }
        }

        func until(_ condition: () -> Bool) async {
            let end = ContinuousClock.now + .seconds(10)
            while !condition(), ContinuousClock.now < end { await Task.yield() }
            #expect(condition())
        }
    }

    @Test func theMostUrgentBeginsThenTheGreatestNumber() async {
        let queue = Queue()
        var tasks = [await queue.start("first", .background, order: 0)]
        for (name, urgency, order) in [
            ("b1", .background, -1), ("v1", .visible, 2), ("b2", .background, -3), ("v2", .visible, 4),
            ("p", .person, 5),
        ] as [(String, HTTPUrgency, Int)] {
            tasks.append(await queue.start(name, urgency, order: order))
        }
        for count in 2...6 {
            queue.scheduler.end((), with: false)
            await queue.until { queue.begun.count == count }
        }
        #expect(queue.begun == ["first", "p", "v2", "v1", "b1", "b2"])
        for task in tasks { await task.value }
    }

    @Test func whoeverIsCancelledWaitsNoMore() async {
        let queue = Queue()
        let tasks = [
            await queue.start("first", .person, order: 0), await queue.start("a", .background, order: 2),
            await queue.start("b", .background, order: 1),
        ]
        tasks[1].cancel()
        await tasks[1].value
        #expect(queue.failed == ["a": .cancelled])
        #expect(queue.isWaiting("b"))
        queue.scheduler.end((), with: true)
        await tasks[2].value
        #expect(queue.failed == ["a": .cancelled, "b": .timedOut])
    }

    @Test func abortingEndsAllWaiting() async {
        let queue = Queue()
        let tasks = [await queue.start("first", .person, order: 0), await queue.start("a", .background, order: 1)]
        queue.scheduler.abort()
        for task in tasks { await task.value }
        #expect(queue.begun == ["first"] && queue.failed == ["a": .cancelled])
    }

    @Test func theTimeThatThePolicyNamesLetsTheNextBegin() async {
        let queue = Queue(OneByOne(opening: .now + .milliseconds(50)))
        let task = await queue.start("a", .background, order: 1)
        #expect(queue.begun.isEmpty)
        await task.value
        #expect(queue.begun == ["a"])
    }

    @Test func slotsLetSoManyBeginAtOnce() {
        var slots = RequestSlots(2)
        func begins() -> Bool { if case .begin = slots.admit((), at: .now) { true } else { false } }
        #expect([begins(), begins(), begins()] == [true, true, false])
        slots.end((), with: (), at: .now)
        #expect([begins(), begins()] == [true, false])
    }
}
