import Network
import TestSupport
import XCTest

@testable import Soup

/// In which order those go on who wait for the server's limit.
final class WaitingListTests: XCTestCase {
    @MainActor
    private final class Queue {
        let list = WaitingList<String, Void>()
        /// Who has left the list, and how.
        private(set) var passed: [String] = []
        private(set) var failed: [String: TransportError] = [:]

        /// Begins to wait, and returns when it does.
        func start(_ names: [String], _ urgency: HTTPUrgency) async -> [Task<Void, Never>] {
            var tasks: [Task<Void, Never>] = []
            for name in names {
                tasks.append(
                    Task {
                        do throws(TransportError) {
                            try await list.wait(name, urgency: urgency)
                            passed.append(name)
                        } catch {
                            failed[name] = error
                        }
                    })
                await until("\(name) waits") { waiting.contains(name) }
            }
            return tasks
        }

        var waiting: [String] {
            var names: [String] = []
            list.decide { name in
                names.append(name)
                return .stay
            }
            return names
        }

        /// Lets the first pass.
        func passOne() {
            var count = 0
            list.decide { _ in
                count += 1
                return count == 1 ? .pass(()) : .stay
            }
        }
    }

    func testWhoAPersonWaitsForIsFirstThenTheNewestVisibleThenTheOldestInTheBackground() {
        onMainLoop {
            let queue = Queue()
            var tasks = await queue.start(["b1", "b2"], .background)
            tasks += await queue.start(["v1", "v2", "v3"], .visible)
            tasks += await queue.start(["p1"], .person)
            tasks += await queue.start(["b3"], .background)
            for count in 1...7 {
                queue.passOne()
                await until("\(count) have passed") { queue.passed.count == count }
            }
            XCTAssertEqual(queue.passed, ["p1", "v3", "v2", "v1", "b1", "b2", "b3"])
            XCTAssertTrue(queue.list.isEmpty)
            for task in tasks { await task.value }
        }
    }

    func testWhoeverIsCancelledLeavesTheList() {
        onMainLoop {
            let queue = Queue()
            let tasks = await queue.start(["a", "b", "c"], .background)
            tasks[1].cancel()
            await tasks[1].value
            XCTAssertEqual(queue.failed, ["b": .cancelled])
            XCTAssertEqual(queue.waiting, ["a", "c"])
            queue.list.decide { _ in .fail(.timedOut) }
            for task in tasks { await task.value }
            XCTAssertEqual(queue.failed, ["a": .timedOut, "b": .cancelled, "c": .timedOut])
        }
    }
}
