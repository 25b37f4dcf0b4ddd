import CGtk
import GLib

/// A day of the Gregorian calendar, for a calendar widget.
public struct CalendarDay: Hashable, Sendable {
    /// 1 to 9999.
    public var year: Int
    /// 1 to 12.
    public var month: Int
    /// From 1 on.
    public var day: Int

    /// A day; it need not exist.
    public init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }
}

/// A button that opens a calendar (GtkCalendar).
@MainActor
public final class CalendarButton {
    /// The button.
    public let root: Widget
    /// Returns the initial day of the calendar; nil for today.
    public var onOpen: (() -> CalendarDay?)?
    /// A person chose a day, and the calendar closes. Another month or year alone is no choice.
    public var onChosen: ((CalendarDay) -> Void)?

    private let calendar: Widget
    private let popover: Widget

    /// A button with a calendar's icon; `today` is the label of a button below the calendar.
    public init(tooltip: String, today: String) {
        calendar = Widget(made: gtk_calendar_new())
        popover = Widget(made: gtk_popover_new())
        root = Widget(made: gtk_menu_button_new())
        gtk_menu_button_set_icon_name(root.opaque, "x-office-calendar-symbolic")
        let box = Box(.vertical, spacing: 6)
        box.append(calendar)
        let todayButton = Button(today)
        todayButton.addClass("flat")
        box.append(todayButton)
        gtk_popover_set_child(popover.cast(), box.widget)
        gtk_menu_button_set_popover(root.opaque, popover.widget)
        root.tooltip = tooltip
        root.setAccessibleLabel(tooltip)
        popover.on("show") { [weak self] _ in self?.opened() }
        // GTK emits "day-selected" for its arrows too.
        calendar.onDayPressed { [weak self] in self?.pressed() }
        calendar.onKeyPressed { [weak self] key in
            if key.character == " ", self?.calendar.hasFocus == true { self?.pressed() }
            return false
        }
        todayButton.onClicked { [weak self] in self?.chooseToday() }
    }
}

private extension CalendarButton {
    func opened() {
        if let day = onOpen?(), show(day) { return }
        showToday()
    }

    func chooseToday() {
        showToday()
        close()
    }

    func close() {
        if let day { onChosen?(day) }
        gtk_popover_popdown(popover.cast())
    }

    func showToday() {
        guard let today = g_date_time_new_now_local() else { return }
        select(today)
    }

    /// Returns false for a day that does not exist.
    func show(_ day: CalendarDay) -> Bool {
        guard
            let date = g_date_time_new_local(
                gint(clamping: day.year), gint(clamping: day.month), gint(clamping: day.day), 12, 0, 0)
        else { return false }
        select(date)
        return true
    }

    /// Takes over the reference of the date.
    func select(_ date: OpaquePointer) {
        gtk_calendar_select_day(calendar.opaque, date)
        g_date_time_unref(date)
    }

    /// The selected day.
    var day: CalendarDay? {
        guard let date = gtk_calendar_get_date(calendar.opaque) else { return nil }
        defer { g_date_time_unref(date) }
        return CalendarDay(
            year: Int(g_date_time_get_year(date)), month: Int(g_date_time_get_month(date)),
            day: Int(g_date_time_get_day_of_month(date)))
    }

    /// Closes the calendar once GTK has handled the press. GTK does not tell that the selected day was pressed.
    func pressed() {
        Task { [weak self] in
            if let self, self.popover.isVisible { self.close() }
        }
    }
}

private extension Widget {
    /// Calls back when a mouse or a finger presses a day, before the calendar gets the event. GTK selects a day of another
    /// month, too.
    func onDayPressed(_ handler: @escaping @MainActor () -> Void) {
        guard let gesture = gtk_gesture_click_new() else { return }
        gtk_event_controller_set_propagation_phase(gesture, GTK_PHASE_CAPTURE)
        // The gesture ends with the widget.
        let address = widget
        Object(borrowing: UnsafeMutableRawPointer(gesture)).on("pressed") { arguments in
            let picked = gtk_widget_pick(address, arguments.double(1), arguments.double(2), GTK_PICK_DEFAULT)
            if let picked, gtk_widget_has_css_class(picked, "day-number") != 0 { handler() }
        }
        gtk_widget_add_controller(widget, gesture)
    }
}
