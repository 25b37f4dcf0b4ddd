import CGtk
import GLib

/// A point of a widget, in application pixels, for opening a menu there.
public struct WidgetPoint {
    let widget: Widget
    let x: Double
    let y: Double

    init(in widget: Widget, x: Double, y: Double) {
        self.widget = widget
        self.x = x
        self.y = y
    }

    /// The middle of a widget.
    public init(middleOf widget: Widget) {
        self.init(in: widget, x: Double(widget.width) / 2, y: Double(widget.height) / 2)
    }

    /// Whether the point is in a widget or in a descendant of it.
    public func isIn(_ other: Widget) -> Bool {
        widget.widget == other.widget || gtk_widget_is_ancestor(widget.widget, other.widget) != 0
    }

    /// Whether GTK's own menu has something to offer there: for a link below the pointer, or for selected text.
    public var hasTextMenu: Bool {
        guard g_type_check_instance_is_a(widget.cast(), gtk_label_get_type()) != 0 else { return false }
        return gtk_label_get_current_uri(widget.opaque) != nil
            || gtk_label_get_selection_bounds(widget.opaque, nil, nil) != 0
    }

    /// The same point in the innermost widget there.
    var innermost: WidgetPoint {
        var (innerX, innerY) = (0.0, 0.0)
        guard let inner = gtk_widget_pick(widget.widget, x, y, GTK_PICK_DEFAULT),
            gtk_widget_translate_coordinates(widget.widget, inner, x, y, &innerX, &innerY) != 0
        else { return self }
        return WidgetPoint(in: Widget(borrowing: UnsafeMutableRawPointer(inner)), x: innerX, y: innerY)
    }
}

/// Additional mouse buttons, with the numbers of X and Wayland.
public enum MouseButton {
    /// The side button that goes back.
    public static let back = 8
    /// The side button that goes forward.
    public static let forward = 9
}

/// Gestures with a mouse or a finger.
extension Widget {
    /// Calls back for a mouse button that inner widgets do not use.
    public final func onMouseButton(_ button: Int, _ handler: @escaping @MainActor () -> Void) {
        guard let gesture = gtk_gesture_click_new() else { return }
        gtk_gesture_single_set_button(gesture, guint(button))
        gtk_event_controller_set_propagation_phase(gesture, GTK_PHASE_CAPTURE)
        Object(borrowing: UnsafeMutableRawPointer(gesture)).on("pressed") { [weak self] arguments in
            // A leaflet has a gesture of its own for these buttons.
            gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
            self?.endGrab(at: arguments.double(1), arguments.double(2))
            handler()
        }
        // The widget takes the only reference of the new controller.
        gtk_widget_add_controller(widget, gesture)
    }

    /// Ends the grab of the pointer by the innermost widget at a point. GTK ends it with the release of a button, but not of an
    /// additional one on X11: wheel and next click would go to that widget, wherever the pointer is.
    private func endGrab(at x: Double, _ y: Double) {
        let (inner, focused) = (WidgetPoint(in: self, x: x, y: y).innermost.widget, focusedWidget)
        // An insensitive widget has no grab.
        for isSensitive: gboolean in [0, 1] { gtk_widget_set_sensitive(inner.widget, isSensitive) }
        if focusedWidget?.widget != focused?.widget { focused?.takeFocus() }
    }

    /// Calls back when a person asks for a menu, by the right button or a long press of a finger.
    public final func onMenuRequest(_ handler: @escaping @MainActor (WidgetPoint) -> Void) {
        addMenuGestures(in: GTK_PHASE_BUBBLE) { point in { handler(point) } }
    }

    /// The same before inner widgets, with the point in the innermost one. The handler returns the opening of the menu; nil
    /// leaves the request to the inner widgets.
    public final func onMenuRequestInside(
        _ handler: @escaping @MainActor (WidgetPoint) -> (@MainActor () -> Void)?
    ) {
        addMenuGestures(in: GTK_PHASE_CAPTURE) { handler($0.innermost) }
    }

    private func addMenuGestures(
        in phase: GtkPropagationPhase, _ handler: @escaping @MainActor (WidgetPoint) -> (@MainActor () -> Void)?
    ) {
        guard let click = gtk_gesture_click_new(), let press = gtk_gesture_long_press_new() else { return }
        gtk_gesture_single_set_button(click, guint(GDK_BUTTON_SECONDARY))
        gtk_gesture_single_set_touch_only(press, 1)
        // The gestures end with the widget, so its address outlives them. The wrapper may be released at once.
        let address = pointer
        for (gesture, first) in [(click, 1), (press, 0)] {
            let sequence = gesture
            gtk_event_controller_set_propagation_phase(gesture, phase)
            Object(borrowing: UnsafeMutableRawPointer(gesture)).on("pressed") { arguments in
                let point = WidgetPoint(
                    in: Widget(borrowing: address), x: arguments.double(first), y: arguments.double(first + 1))
                guard let open = handler(point) else { return }
                // The gesture for the menu must not activate the widget.
                gtk_gesture_set_state(sequence, GTK_EVENT_SEQUENCE_CLAIMED)
                open()
            }
            gtk_widget_add_controller(widget, gesture)
        }
    }
}

/// Follows the pointer over a widget.
@MainActor
public final class PointerWatch {
    /// The distance of the pointer from the top of the widget, in application pixels; nil while it is elsewhere.
    public private(set) var height: Double?
    /// Called when the pointer moves, enters or leaves.
    public var onMove: (() -> Void)?

    /// Follows the pointer as long as the widget lives.
    public init(over widget: Widget) {
        guard let motion = gtk_event_controller_motion_new() else { return }
        let controller = Object(borrowing: UnsafeMutableRawPointer(motion))
        for signal in ["enter", "motion"] {
            controller.on(signal) { [weak self] arguments in self?.moved(to: arguments.double(1)) }
        }
        controller.on("leave") { [weak self] _ in self?.moved(to: nil) }
        gtk_widget_add_controller(widget.widget, motion)
    }

    private func moved(to height: Double?) {
        self.height = height
        onMove?()
    }
}
