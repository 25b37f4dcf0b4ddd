import Foundation
import GLib
import Model
import TestSupport
import XCTest

@testable import CameoApp

/// Clock and time zone of the desktop, which change while the program runs.
final class DesktopClockTests: XCTestCase {
    func testTimesFollowTheSettingOfTheDesktop() throws {
        try MainActor.assumeIsolated {
            let settings = try XCTUnwrap(Settings.open(schema: "org.gnome.desktop.interface"))
            let former = settings.string("clock-format")
            let clock = DesktopClock(settings, desktop: "ubuntu:GNOME")
            defer {
                if let former { settings.set("clock-format", to: former) }
                _ = DesktopClock(nil)
            }
            settings.set("clock-format", to: "12h")
            XCTAssertEqual(DesktopClock.hourCycle, .oneToTwelve)
            settings.set("clock-format", to: "24h")
            XCTAssertEqual(DesktopClock.hourCycle, .zeroToTwentyThree)
            let moment = try Date("2026-11-21T20:15:00Z", strategy: .iso8601)
            XCTAssertEqual(DayText.recentMoment(moment, now: moment, timeZone: .gmt), "today, 20:15")
            withExtendedLifetime(clock) {}
        }
    }

    func testTheTimeZoneOfTheDesktopIsFollowed() {
        onMainLoop {
            let sleep = ManualSleep()
            let alarm = DayAlarm { try await sleep.sleep($0) }
            var days = 0
            let clock = DayClock(onNewDay: { days += 1 })
            alarm.add(clock)
            await until("it sleeps") { !sleep.durations.isEmpty }
            let former = ProcessInfo.processInfo.environment["TZ"]
            defer {
                if let former { setenv("TZ", former, 1) } else { unsetenv("TZ") }
                NSTimeZone.resetSystemTimeZone()
            }
            // As the desktop does with /etc/localtime.
            setenv("TZ", "Pacific/Kiritimati", 1)
            sleep.wake()
            await until("the day is that of the new zone") { days == 1 }
            XCTAssertEqual(TimeZone.current.identifier, "Pacific/Kiritimati")
            withExtendedLifetime(clock) {}
        }
    }
}
