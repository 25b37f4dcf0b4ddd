import CGtk
import GLib

/// Gestures of a mouse, a touchpad or fingers that move and zoom the content of a widget.
extension Widget {
    /// Follows a drag and two fingers. `move` gets the distance from the start in application pixels. `zoom` gets the ratio of
    /// the distance of the fingers to that at the start.
    final func onDragAndPinch(
        begin: @escaping @MainActor () -> Void, move: @escaping @MainActor (_ x: Double, _ y: Double) -> Void,
        zoom: @escaping @MainActor (Double) -> Void
    ) {
        guard let drag = gtk_gesture_drag_new(), let pinch = gtk_gesture_zoom_new() else { return }
        let moving = Object(borrowing: UnsafeMutableRawPointer(drag))
        moving.on("drag-begin") { _ in begin() }
        moving.on("drag-update") { arguments in
            let (x, y) = (arguments.double(0), arguments.double(1))
            // AdwLeaflet claims a finger after 16 pixels, and leaves the page.
            if x * x + y * y >= 8 * 8 { gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_CLAIMED) }
            move(x, y)
        }
        let zooming = Object(borrowing: UnsafeMutableRawPointer(pinch))
        zooming.on("begin") { _ in
            // AdwLeaflet would claim the second finger alone.
            gtk_gesture_set_state(pinch, GTK_EVENT_SEQUENCE_CLAIMED)
            begin()
        }
        zooming.on("scale-changed") { zoom($0.double(0)) }
        for gesture in [drag, pinch] { gtk_widget_add_controller(widget, gesture) }
        // Both may claim the first finger.
        gtk_gesture_group(drag, pinch)
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
