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

    /// Selects a day, as GTK does for a click on a day or an arrow.
    public func selectDay(year: Int32, month: Int32, day: Int32) {
        guard let date = g_date_time_new_local(year, month, day, 12, 0, 0) else { return XCTFail("no such day") }
        gtk_calendar_select_day(opaque, date)
        g_date_time_unref(date)
    }
}
