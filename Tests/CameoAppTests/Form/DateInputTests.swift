import CGtk
import GLib
import Gtk
import Model
import TestSupport
import XCTest

@testable import CameoApp

/// The calendar beside the line of a date.
final class DateInputTests: XCTestCase {
    func testADayOfTheCalendarFillsTheLine() {
        withOpenForm { lab in
            let view = try lab.beginBirthday()
            let input = view.inputs.lazy.compactMap { $0 as? DateInput }.first { $0.key == .birthday }
            let row = try XCTUnwrap(input?.rows.first)
            let line = EntryRow(borrowing: row.pointer)
            line.complete(to: view.dates.text(of: .date(year: 1984, month: 5, day: 4)))
            let button = try XCTUnwrap(row.visibleTree.first { $0.tooltip == "Choose a Date" })
            gtk_menu_button_popup(button.opaque)
            await until("the calendar is open") { row.first(ofType: "GtkCalendar")?.isMapped == true }
            let calendar = try XCTUnwrap(row.first(ofType: "GtkCalendar"))
            let shown = try XCTUnwrap(gtk_calendar_get_date(calendar.opaque))
            defer { g_date_time_unref(shown) }
            XCTAssertEqual(g_date_time_get_year(shown), 1984)
            XCTAssertEqual(g_date_time_get_day_of_month(shown), 4)
            let former = line.text
            calendar.selectDay(year: 1985, month: 7, day: 9)
            XCTAssertEqual(line.text, former, "another month is on the way to a day")
            let day = try XCTUnwrap(calendar.selectedDay)
            await until("the day has its place") { day.width > 0 }
            calendar.press(on: day)
            await until("the day is in the line") {
                line.text == view.dates.text(of: .date(year: 1985, month: 7, day: 9))
            }
            XCTAssertEqual(
                try view.model.form.value(of: .birthday), .day(.date(year: 1985, month: 7, day: 9)))
            await until("the calendar is closed") { !calendar.isMapped }
        }
    }
}
