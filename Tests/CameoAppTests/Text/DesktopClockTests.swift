import Foundation
import GLib
import Model
import Monica
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
            // As the desktop does with /etc/localtime.
            let zone = ZoneOfProcess("Pacific/Kiritimati")
            defer { zone.end() }
            sleep.wake()
            await until("the day is that of the new zone") { days == 1 }
            XCTAssertEqual(TimeZone.current.identifier, "Pacific/Kiritimati")
            withExtendedLifetime(clock) {}
        }
    }

    /// The server sends a day as midnight in UTC or without a time.
    func testTheDaysOfThePageAreThoseOfTheServerInEveryTimeZone() throws {
        let sections: [ContactSection: String] = [
            .reminders: #"[{"title":"r","initial_date":"2027-01-15T00:00:00Z","frequency_type":"one_time"}]"#,
            .calls: #"[{"id":1,"called_at":"2027-01-10T00:00:00Z"}]"#,
            .activities: #"[{"id":2,"summary":"a","happened_at":"2027-01-08"}]"#,
            .gifts: #"[{"id":3,"name":"g","status":"offered","date":"2026-12-24"}]"#,
            .lifeEvents: #"[{"id":4,"name":"e","happened_at":"2026-11-30T00:00:00Z"}]"#,
        ]
        let contact = try Contact(json: Data(#"{"id":1,"first_name":"Ada"}"#.utf8))
        let now = try Date("2026-11-21T12:00:00Z", strategy: .iso8601)
        let days = try [(2027, 1, 15), (2027, 1, 10), (2027, 1, 8), (2026, 12, 24), (2026, 11, 30)].map { date in
            DayText.day(try XCTUnwrap(CivilDay(year: date.0, month: date.1, day: date.2)).midnight)
        }
        for name in ["America/Los_Angeles", "Pacific/Kiritimati"] {
            let zone = ZoneOfProcess(name)
            defer { zone.end() }
            NSTimeZone.resetSystemTimeZone()
            XCTAssertEqual(TimeZone.current.identifier, name)
            let detail = ContactDetail(
                contact, sections: ContactSections(json: sections.mapValues { Data($0.utf8) }), server: try .monica(),
                now: now)
            let subtitles = detail.sections.flatMap(\.rows).map(\.subtitle)
            for day in days { XCTAssertEqual(subtitles.count { $0.contains(day) }, 1, "\(day) in \(name)") }
        }
    }
}

/// Another time zone of the process, until it ends.
private struct ZoneOfProcess {
    private let former = ProcessInfo.processInfo.environment["TZ"]

    init(_ name: String) {
        setenv("TZ", name, 1)
    }

    func end() {
        if let former { setenv("TZ", former, 1) } else { unsetenv("TZ") }
        NSTimeZone.resetSystemTimeZone()
    }
}
