import TestSupport
import XCTest

@testable import CameoApp

/// Times of requests to the server when no person asks for news.
final class SyncScheduleTests: XCTestCase {
    func testAfterFailuresItIsAskedAfterOneTwoFiveAndThenEveryFifteenMinutes() {
        onMainLoop {
            let lab = ScheduleLab()
            for (number, minutes) in [1, 2, 5, 15, 15, 15].enumerated() {
                lab.schedule.ended(number % 2 == 0 ? .outOfReach : .failedForNow)
                await until("it waits") { lab.sleep.durations == [.seconds(60 * minutes)] }
                XCTAssertEqual(lab.asked, number)
                lab.sleep.wake()
                await until("it asks") { lab.asked == number + 1 }
                XCTAssertFalse(lab.schedule.isWaiting)
            }
            lab.schedule.ended(.finished)
            XCTAssertEqual(lab.sleep.durations, [])
            lab.schedule.ended(.outOfReach)
            await until("it begins anew") { lab.sleep.durations == [.seconds(60)] }
        }
    }

    func testWhatSomebodyHasToMendIsNotAskedForAgain() {
        onMainLoop {
            let lab = ScheduleLab()
            lab.schedule.ended(.failed)
            XCTAssertFalse(lab.schedule.isWaiting)
            lab.schedule.focused()
            lab.schedule.networkChanged()
            lab.schedule.serverAnswered()
            XCTAssertEqual(lab.asked, 0)
        }
    }

    func testFocusANetworkAndAnAnswerEndTheWait() {
        onMainLoop {
            let lab = ScheduleLab()
            let events: [(SyncSchedule) -> Void] = [
                { $0.focused() }, { $0.networkChanged() }, { $0.serverAnswered() },
            ]
            for (number, event) in events.enumerated() {
                lab.schedule.ended(.outOfReach)
                await until("it waits") { lab.sleep.durations.count == 1 }
                event(lab.schedule)
                XCTAssertEqual(lab.asked, number + 1)
                await until("the wait is over") { lab.sleep.durations.isEmpty }
                // Until that has ended, once is enough.
                event(lab.schedule)
                XCTAssertEqual(lab.asked, number + 1)
            }
        }
    }

    func testAnAnswerToSomethingElseDoesNotMendAServerThatFails() {
        onMainLoop {
            let lab = ScheduleLab()
            lab.schedule.ended(.failedForNow)
            lab.schedule.serverAnswered()
            XCTAssertEqual(lab.asked, 0)
        }
    }

    func testATokenThatIsRefusedIsLookedAtOnceInAMinute() {
        onMainLoop {
            let lab = ScheduleLab()
            lab.schedule.tokenRefused()
            XCTAssertEqual(lab.asked, 0, "the first question is still to come")
            lab.schedule.ended(.finished)
            lab.schedule.tokenRefused()
            XCTAssertEqual(lab.asked, 1)
            // It was about something else.
            lab.schedule.ended(.finished)
            lab.schedule.tokenRefused()
            XCTAssertEqual(lab.asked, 1)
            lab.pass(.seconds(60))
            lab.schedule.tokenRefused()
            XCTAssertEqual(lab.asked, 2)
            // Now the person knows.
            lab.schedule.ended(.failed)
            lab.pass(.seconds(600))
            lab.schedule.tokenRefused()
            XCTAssertEqual(lab.asked, 2)
        }
    }

    func testAnotherNetworkMakesTheTriesSoonAgain() {
        onMainLoop {
            let lab = ScheduleLab()
            for _ in 0..<5 { lab.schedule.ended(.outOfReach) }
            lab.schedule.networkChanged()
            lab.schedule.ended(.outOfReach)
            await until("it waits for a minute") { lab.sleep.durations == [.seconds(60)] }
        }
    }

    func testAWindowInUseIsAQuarterOfAnHourOldAtMost() {
        onMainLoop {
            let lab = ScheduleLab()
            lab.schedule.used()
            XCTAssertEqual(lab.asked, 0, "nothing has been asked for yet")
            lab.schedule.ended(.finished)
            lab.pass(.seconds(899))
            lab.schedule.used()
            lab.schedule.focused()
            XCTAssertEqual(lab.asked, 0)
            lab.pass(.seconds(1))
            lab.schedule.used()
            lab.schedule.used()
            XCTAssertEqual(lab.asked, 1, "one is under way")
            lab.schedule.ended(.finished)
            // After a long sleep of the computer, the focus is enough.
            lab.pass(.seconds(40_000))
            lab.schedule.focused()
            XCTAssertEqual(lab.asked, 2)
            XCTAssertEqual(lab.sleep.all, [], "no timer runs for it")
        }
    }

    func testAKeyDoesNotAskAServerThatIsOutOfReach() {
        onMainLoop {
            let lab = ScheduleLab()
            lab.schedule.ended(.outOfReach)
            lab.pass(.seconds(10_000))
            for _ in 0..<100 { lab.schedule.used() }
            XCTAssertEqual(lab.asked, 0)
        }
    }

    func testAnEndedScheduleAsksNothing() {
        onMainLoop {
            let sleep = ManualSleep()
            var asked = 0
            var schedule: SyncSchedule? = SyncSchedule(sleep: { try await sleep.sleep($0) }) { asked += 1 }
            schedule?.ended(.outOfReach)
            await until("it waits") { sleep.durations.count == 1 }
            schedule = nil
            await until("it does not wait any more") { sleep.durations.isEmpty }
            XCTAssertEqual(asked, 0)
        }
    }

    func testAllClocksWakeAnIdleProgramOnceInAQuarterOfAnHour() {
        onMainLoop {
            let sleep = ManualSleep()
            let alarm = DayAlarm { try await sleep.sleep($0) }
            var looks = 0
            var clocks = (0..<3).map { _ in DayClock(onLook: { looks += 1 }) }
            for clock in clocks { alarm.add(clock) }
            for round in 1...3 {
                await until("it sleeps") { sleep.durations.count == 1 }
                XCTAssertLessThanOrEqual(sleep.durations[0], .seconds(900))
                sleep.wake()
                await until("all look") { looks == 3 * round }
            }
            XCTAssertEqual(sleep.all.count, 3 + sleep.durations.count)
            clocks = []
            await until("it sleeps") { sleep.durations.count == 1 }
            sleep.wake()
            await until("nobody is left to wake") { sleep.durations.isEmpty }
            XCTAssertEqual(looks, 9)
        }
    }
}

/// A schedule with a clock of its own.
@MainActor
private final class ScheduleLab {
    let sleep = ManualSleep()
    private(set) var asked = 0
    private var now = ContinuousClock.now
    private(set) lazy var schedule = SyncSchedule(
        now: { [unowned self] in self.now }, sleep: { [sleep] in try await sleep.sleep($0) },
        synchronise: { [unowned self] in self.asked += 1 })

    func pass(_ time: Duration) {
        now += time
    }
}
