import CGtk
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
            let shown = try XCTUnwrap(gtk_calendar_get_date(lab.calendar.opaque))
            defer { g_date_time_unref(shown) }
            XCTAssertEqual(g_date_time_get_month(shown), 2)
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
        gtk_menu_button_popup(button.root.opaque)
        await until("the calendar is open") { button.root.first(ofType: "GtkCalendar")?.isMapped == true }
        calendar = try XCTUnwrap(button.root.first(ofType: "GtkCalendar"))
        self.button = button
        button.onChosen = { [weak self] in self?.chosen.append($0) }
    }

    func pressSelectedDay() async throws {
        let label = try XCTUnwrap(calendar.selectedDay)
        await until("it has its place") { label.width > 0 }
        calendar.press(on: label)
        await until("the calendar is closed") { !self.calendar.isMapped }
    }
}
