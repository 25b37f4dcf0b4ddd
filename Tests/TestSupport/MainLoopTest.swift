import CGtk
import GLib
import Glibc
import XCTest

/// Runs asynchronous code on the main actor while GLib's loop turns, and fails when it takes longer than the limit.
///
/// Anything that GLib, or a library above it, complains about ends the process.
public func onMainLoop(
    limit: Duration = .seconds(10), file: StaticString = #filePath, line: UInt = #line,
    _ body: @escaping @MainActor () async throws -> Void
) {
    MainActor.assumeIsolated {
        makeComplaintsFatal()
        MainLoop.attachMainActor()
        var result: Result<Void, any Error>?
        let task = Task {
            do {
                result = .success(try await body())
            } catch {
                result = .failure(error)
            }
        }
        let limit = limit * sanitizerSlowdown
        if !MainLoop.run(atMost: limit, until: { result != nil }) {
            task.cancel()
            XCTFail("not done within \(limit)", file: file, line: line)
        }
        if case .failure(let error) = result { XCTFail("\(error)", file: file, line: line) }
    }
}

/// Waits in an asynchronous test for a condition, looking again after each turn of the loop.
@MainActor
public func until(
    _ what: String, atMost limit: Duration = .seconds(20), file: StaticString = #filePath, line: UInt = #line,
    _ condition: () -> Bool
) async {
    let end = ContinuousClock.now + limit * sanitizerSlowdown
    while !condition() {
        guard ContinuousClock.now < end else { return XCTFail("waited until \(what)", file: file, line: line) }
        // A cancelled test looks once more and fails at its limit.
        try? await Task.sleep(for: .milliseconds(2))
    }
}

/// Turns the main loop in a synchronous test until the condition holds.
@MainActor
public func waitUntil(
    _ what: String, within limit: Duration = .seconds(10), file: StaticString = #filePath, line: UInt = #line,
    _ condition: () -> Bool
) {
    XCTAssertTrue(
        MainLoop.run(atMost: limit * sanitizerSlowdown, until: condition), "not in time: \(what)", file: file,
        line: line)
}

/// The longest that one turn of the main loop keeps the processor busy, in a synchronous test, until the condition holds.
@MainActor
public func longestTurn(
    until what: String, within limit: Duration = .seconds(60), file: StaticString = #filePath, line: UInt = #line,
    _ condition: () -> Bool
) -> Duration {
    let end = ContinuousClock.now + limit * sanitizerSlowdown
    // As in `MainLoop.run`.
    let timer = g_timeout_add_full(G_PRIORITY_LOW, 5, { _ in 1 }, nil, nil)
    defer { g_source_remove(timer) }
    var longest = Duration.zero
    while !condition() {
        guard ContinuousClock.now < end else {
            XCTFail("not in time: \(what)", file: file, line: line)
            break
        }
        let start = threadTime()
        MainLoop.iterate(mayBlock: true)
        longest = max(longest, threadTime() - start)
    }
    return longest / slowdown()
}

/// How long work keeps this thread's processor busy, on the machine that the limits of tests are for.
///
/// Other programs that take turns on the processor do not count, and a slower or shared processor counts by its speed.
@MainActor
public func busyTime(of work: () -> Void) -> Duration {
    let start = threadTime()
    work()
    return (threadTime() - start) / slowdown()
}

/// How many times slower than usual this thread's processor is just now, at least 1.
///
/// A fixed amount of work tells: on a core that other programs share, or on a slower one, a limit of time means more work.
private func slowdown() -> Double {
    /// The time of the work alone on a core of the machine that the limits were chosen on.
    let usual = Duration.microseconds(400)
    let times = (0..<2).map { _ in
        let start = threadTime()
        var sums: [String: Int] = [:]
        for number in 0..<2_000 { sums[String(number % 500), default: 0] += number }
        return threadTime() - start
    }
    return max(1, (times.min() ?? usual) / usual)
}

private func threadTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

func makeComplaintsFatal() {
    let levels = [G_LOG_FLAG_FATAL, G_LOG_LEVEL_ERROR, G_LOG_LEVEL_CRITICAL, G_LOG_LEVEL_WARNING]
    g_log_set_always_fatal(GLogLevelFlags(rawValue: levels.reduce(0) { $0 | $1.rawValue }))
    g_test_log_set_fatal_handler(
        { _, _, message, _ in message.map { String(cString: $0) } == secondResult ? 0 : 1 }, nil)
}

/// The complaint of libsoup 3.2 where a server hangs up. libsoup hands out the result of a request a second time. This
/// assertion keeps the second result from us. Nothing is lost by it.
private let secondResult = "async_send_request_return_result: assertion 'item->task != NULL' failed"
