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
            let calendar = try await row.openCalendar()
            XCTAssertEqual(calendar.calendarDay, CalendarDay(year: 1984, month: 5, day: 4))
            let former = line.text
            calendar.selectDay(year: 1985, month: 7, day: 9)
            XCTAssertEqual(line.text, former, "another month is on the way to a day")
            try await calendar.pressSelectedDay()
            await until("the day is in the line") {
                line.text == view.dates.text(of: .date(year: 1985, month: 7, day: 9))
            }
            XCTAssertEqual(
                try view.model.form.value(of: .birthday), .day(.date(year: 1985, month: 7, day: 9)))
            await until("the calendar is closed") { !calendar.isMapped }
        }
    }
}
