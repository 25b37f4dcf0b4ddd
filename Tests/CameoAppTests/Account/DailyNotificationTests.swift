import Contacts
import Foundation
import Gtk
import Model
import Monica
import Network
import TestSupport
import XCTest

@testable import CameoApp

/// The desktop's notification of a day. The desktop gets each notification once.
final class DailyNotificationTests: XCTestCase {
    func testADayIsToldOnceAlsoAfterARestart() {
        onMainLoop {
            let folder = try Folder()
            let upcoming = try [Self.upcoming(1, "Ada", [.birthday(age: 40)])]
            @MainActor func told(_ day: String) async throws -> [Gtk.Notification] {
                var shown: [Gtk.Notification] = []
                let now = try Date(day + "T12:00:00Z", strategy: .iso8601)
                // Each has only the file from the one before.
                await DailyNotification(file: folder.file) { shown.append($0) }
                    .consider(upcoming, now: now, timeZone: .gmt)
                return shown
            }
            let (first, again, next) = (
                try await told("2026-11-21"), try await told("2026-11-21"), try await told("2026-11-22")
            )
            XCTAssertEqual(
                first, [Notification(title: "Ada", body: "Birthday, turns 40", action: "app.show-contact", number: 1)])
            XCTAssertEqual(again, [])
            XCTAssertEqual(next.count, 1)
        }
    }

    func testTheDayIsLookedAtWhenTheNotificationIsSwitchedOn() {
        runCameo { cameo, application in
            await until("the sign-in page is there") { cameo.window?.page == .signIn }
            cameo.account = Account(server: try ServerAddress("https://monica.example"), userID: 1)
            application.activate("daily-notification")
            XCTAssertTrue(cameo.preferences.notifiesDaily)
            XCTAssertNotNil(cameo.telling)
            await cameo.telling?.value
            cameo.telling = nil
            application.activate("daily-notification")
            XCTAssertFalse(cameo.preferences.notifiesDaily)
            XCTAssertNil(cameo.telling)
        }
    }

    func testADayWithNothingIsNotTold() {
        onMainLoop {
            let folder = try Folder()
            let later = try Self.upcoming(1, "Ada", [.birthday(age: 40)], daysAhead: 1)
            await DailyNotification(file: folder.file) { _ in XCTFail("nothing is today") }.consider([later])
            XCTAssertFalse(FileManager.default.fileExists(atPath: folder.file.path))
        }
    }

    func testWithoutAPlaceToRememberItNothingIsTold() {
        onMainLoop {
            let today = try Self.upcoming(1, "Ada", [.birthday(age: nil)])
            let file = URL(filePath: "/proc/nowhere/notified-day")
            await DailyNotification(file: file) { _ in XCTFail("it would be told again and again") }.consider([today])
        }
    }

    func testManyAreToldInOne() throws {
        try MainActor.assumeIsolated {
            let many = try (1...7).map {
                try Self.upcoming($0, "Person \($0)\u{202E}", [.reminder("Call\u{0}\n<b>back")])
            }
            let notification = try XCTUnwrap(DailyNotification.notification(of: many))
            XCTAssertEqual(notification.title, "Today")
            XCTAssertEqual(
                notification.body.split(separator: "\n"),
                (1...5).map { "Person \($0): Call ‹b>back" } + ["and 2 more"])
            XCTAssertEqual(notification.number, 1)
        }
    }

    func testTheBirthdayOfARelationSaysWhoseItIs() throws {
        try MainActor.assumeIsolated {
            let zoe = Upcoming.Event.Relative(name: "Zoe\u{202E}", relation: "child", gender: .woman)
            let unnamed = Upcoming.Event.Relative(name: "", relation: "partner", gender: nil)
            let today = try [
                Self.upcoming(1, "Ada", [.relativesBirthday(zoe, age: 7)]),
                Self.upcoming(2, "Bob", [.relativesBirthday(unnamed, age: nil)]),
            ]
            let notification = try XCTUnwrap(DailyNotification.notification(of: today))
            XCTAssertEqual(
                notification.body.split(separator: "\n"),
                ["Ada: Zoe (Daughter): Birthday, turns 7", "Bob: No name (Partner): Birthday"])
        }
    }

    private static func upcoming(
        _ id: Int, _ name: String, _ occasions: [Upcoming.Event.Occasion], daysAhead: Int = 0
    ) throws -> Upcoming {
        let json = try JSONSerialization.data(withJSONObject: ["id": id, "complete_name": name])
        return Upcoming(
            contact: ContactSummary(try Contact(json: json)),
            events: occasions.map { Upcoming.Event(occasion: $0, day: .now, daysAhead: daysAhead) })
    }
}

private final class Folder {
    let file: URL
    private let folder = TemporaryFolder()

    init() throws {
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        file = folder.url.appending(path: "notified-day")
    }
}
