import Foundation
import Platform
import Testing

@MainActor
struct TaskSleepTests {
    /// The main actor is busy while a sleep ends, and cancels the task before its next turn.
    @Test func aTaskThatIsCancelledAfterItsSleepHasNotSlept() async {
        let task = Task.immediate { await Task.hasSlept(for: .milliseconds(1)) }
        // No turn of the main actor comes in between.
        Self.block(for: 0.05)
        task.cancel()
        #expect(await task.value == false)
    }

    @Test func onlyAWholeSleepCounts() async {
        #expect(await Task.hasSlept(for: .milliseconds(1)))
        let task = Task.immediate { await Task.hasSlept(for: .seconds(600)) }
        task.cancel()
        #expect(await task.value == false)
    }

    private static func block(for seconds: TimeInterval) {
        let end = Date.now + seconds
        while Date.now < end {}
    }
}
