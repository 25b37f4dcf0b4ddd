import CGtk
import GLib
public import Gtk
import XCTest

/// The days of a GtkCalendar.
extension Widget {
    /// The label of the selected day; nil while none is drawn.
    public var selectedDay: Widget? {
        visibleTree.first { label in
            label.hasClass("day-number")
                && gtk_widget_get_state_flags(label.cast()).rawValue & GTK_STATE_FLAG_SELECTED.rawValue != 0
        }
    }

    /// The day that is selected, with its month and year.
    public var calendarDay: CalendarDay? {
        guard let date = gtk_calendar_get_date(opaque) else { return nil }
        defer { g_date_time_unref(date) }
        return CalendarDay(
            year: Int(g_date_time_get_year(date)), month: Int(g_date_time_get_month(date)),
            day: Int(g_date_time_get_day_of_month(date)))
    }

    /// Opens the calendar of the date that is typed in the widget. Returns the calendar.
    public func openCalendar() async throws -> Widget {
        let button = try XCTUnwrap(visibleTree.first { $0.tooltip == "Choose a Date" })
        gtk_menu_button_popup(button.opaque)
        await until("the calendar is open") { first(ofType: "GtkCalendar")?.isMapped == true }
        return try XCTUnwrap(first(ofType: "GtkCalendar"))
    }

    /// Presses the selected day.
    public func pressSelectedDay() async throws {
        let day = try XCTUnwrap(selectedDay)
        await until("the day has its place") { day.width > 0 }
        press(on: day)
    }

    /// Selects a day, as GTK does for a click on a day or an arrow.
    public func selectDay(year: Int32, month: Int32, day: Int32) {
        guard let date = g_date_time_new_local(year, month, day, 12, 0, 0) else { return XCTFail("no such day") }
        gtk_calendar_select_day(opaque, date)
        g_date_time_unref(date)
    }
}
