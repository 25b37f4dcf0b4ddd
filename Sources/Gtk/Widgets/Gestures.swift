import CGtk
import GLib

/// Gestures of a mouse, a touchpad or fingers that move and zoom the content of a widget.
extension Widget {
    /// Follows a drag. `move` gets the distance from its start in application pixels.
    final func onDrag(
        begin: @escaping @MainActor () -> Void, move: @escaping @MainActor (_ x: Double, _ y: Double) -> Void
    ) {
        guard let gesture = gtk_gesture_drag_new() else { return }
        let drag = Object(borrowing: UnsafeMutableRawPointer(gesture))
        drag.on("drag-begin") { _ in begin() }
        drag.on("drag-update") { move($0.double(0), $0.double(1)) }
        gtk_widget_add_controller(widget, gesture)
    }

    /// Follows two fingers. `zoom` gets the ratio of their distance to that at the start.
    final func onPinch(begin: @escaping @MainActor () -> Void, zoom: @escaping @MainActor (Double) -> Void) {
        guard let gesture = gtk_gesture_zoom_new() else { return }
        let pinch = Object(borrowing: UnsafeMutableRawPointer(gesture))
        pinch.on("begin") { _ in begin() }
        pinch.on("scale-changed") { zoom($0.double(0)) }
        gtk_widget_add_controller(widget, gesture)
    }

    /// Calls back with the steps of the wheel, positive upwards. A touchpad has parts of steps.
    final func onWheel(_ handler: @escaping @MainActor (_ steps: Double) -> Void) {
        guard let wheel = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL) else { return }
        Object(borrowing: UnsafeMutableRawPointer(wheel)).answer("scroll") { arguments in
            handler(-gtk_event_controller_scroll_get_unit(wheel).steps(of: arguments.double(1)))
            return true
        }
        gtk_widget_add_controller(widget, wheel)
    }

    /// Calls back at the second click of a double click.
    final func onDoubleClick(_ handler: @escaping @MainActor (_ x: Double, _ y: Double) -> Void) {
        guard let gesture = gtk_gesture_click_new() else { return }
        Object(borrowing: UnsafeMutableRawPointer(gesture)).on("pressed") { arguments in
            if arguments.int(0) == 2 { handler(arguments.double(1), arguments.double(2)) }
        }
        gtk_widget_add_controller(widget, gesture)
    }

    /// Calls back when a click or a tap ends on the widget.
    public final func onClick(_ handler: @escaping @MainActor () -> Void) {
        guard let gesture = gtk_gesture_click_new() else { return }
        let (sequence, address) = (gesture, widget)
        Object(borrowing: UnsafeMutableRawPointer(gesture)).on("released") { arguments in
            guard gtk_widget_contains(address, arguments.double(1), arguments.double(2)) != 0 else { return }
            gtk_gesture_set_state(sequence, GTK_EVENT_SEQUENCE_CLAIMED)
            handler()
        }
        gtk_widget_add_controller(widget, gesture)
    }
}

extension GdkScrollUnit {
    /// The steps of a wheel for a distance in this unit. Touchpads have application pixels on Wayland.
    func steps(of distance: Double) -> Double {
        let step = self == GDK_SCROLL_UNIT_SURFACE ? 20.0 : 1
        return distance / step
    }
}
