import CGtk
import GLib

/// Names of widgets that screen readers get as soon as no further names come for a moment.
///
/// Each name is a message on a bus, and costs more than all the rest of a list's row. A list that scrolls gives its rows other
/// items faster than a screen reader tells them.
@MainActor
enum LateNames {
    /// The time without further names.
    private static let rest = Duration.milliseconds(150)
    /// The number of names for one turn of the main loop: less than a millisecond of work.
    private static let namesPerTurn = 20

    private static var waiting: [UnsafeMutableRawPointer: (widget: Widget, name: String)] = [:]
    private static var latest = ContinuousClock.now
    private static var isUnderWay = false

    /// Whether a name of the widget waits.
    static func has(_ widget: Widget) -> Bool { waiting[widget.pointer] != nil }

    /// Adds a name, in place of the widget's waiting one.
    static func add(_ name: String, of widget: Widget) {
        waiting[widget.pointer] = (widget, name)
        latest = .now
        guard !isUnderWay else { return }
        isUnderWay = true
        Task {
            while !waiting.isEmpty {
                // Nothing cancels the task.
                try? await Task.sleep(for: rest)
                while ContinuousClock.now - latest >= rest, !waiting.isEmpty {
                    await MainLoop.idle()
                    for late in Array(waiting.values.prefix(namesPerTurn)) { late.widget.setAccessibleLabel(late.name) }
                }
            }
            isUnderWay = false
        }
    }

    /// Drops the waiting name of a widget that gets another one at once.
    static func drop(_ widget: Widget) {
        if !waiting.isEmpty { waiting[widget.pointer] = nil }
    }
}

extension Widget {
    /// Sets the screen reader's name of a widget off the screen. The name may come late, after the names of other
    /// widgets. Until then the former name stays.
    public final func setAccessibleLabelLate(_ label: String) {
        // A widget that never showed gets no message of its own, and its name at once.
        guard gtk_widget_get_realized(widget) != 0 else { return setAccessibleLabel(label) }
        LateNames.add(label, of: self)
    }

    /// Whether a late name of the widget is still to come.
    public final var awaitsAccessibleLabel: Bool { LateNames.has(self) }
}
