import GLib
import Gtk
import TestSupport
import XCTest

/// A calendar tells the day that a person chooses.
final class CalendarButtonTests: XCTestCase {
    @MainActor private static let day = CalendarDay(year: 2026, month: 4, day: 15)

    func testAnArrowChoosesNoDay() {
        onDisplay(limit: .seconds(30)) {
            let lab = try await CalendarLab(at: CalendarDay(year: 2026, month: 3, day: 31))
            try XCTUnwrap(lab.calendar.first(ofType: "GtkButton")).emit("clicked")
            XCTAssertEqual(lab.calendar.calendarDay?.month, 2)
            lab.calendar.selectDay(year: 2025, month: 2, day: 28)
            XCTAssertEqual(lab.chosen, [])
            XCTAssertTrue(lab.calendar.isMapped, "another month is on the way to a day")
            lab.calendar.selectDay(year: 2025, month: 2, day: 20)
            try await lab.pressSelectedDay()
            XCTAssertEqual(lab.chosen, [CalendarDay(year: 2025, month: 2, day: 20)])
            lab.window.close()
        }
    }

    func testAClickOnTheSelectedDayChoosesIt() {
        onDisplay(limit: .seconds(30)) {
            let lab = try await CalendarLab(at: Self.day)
            try await lab.pressSelectedDay()
            XCTAssertEqual(lab.chosen, [Self.day])
            lab.window.close()
        }
    }
}

/// An open calendar, and the days that it told.
@MainActor
private final class CalendarLab {
    let window: TestWindow
    let calendar: Widget
    private(set) var chosen: [CalendarDay] = []
    private let button: CalendarButton

    init(at day: CalendarDay) async throws {
        let button = CalendarButton(tooltip: "Choose a Date", today: "Today")
        button.onOpen = { day }
        window = TestWindow(button.root)
        calendar = try await button.root.openCalendar()
        self.button = button
        button.onChosen = { [weak self] in self?.chosen.append($0) }
    }

    func pressSelectedDay() async throws {
        try await calendar.pressSelectedDay()
        await until("the calendar is closed") { !self.calendar.isMapped }
    }
}
