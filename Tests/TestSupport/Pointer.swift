public import CGtk
import Foundation
public import GLib
public import Gtk
import XCTest

/// The mouse of an X11 display.
extension TestWindow {
    /// Moves the pointer over the middle of a widget in the window; nil moves it to a corner of the screen.
    public func movePointer(over widget: Widget?) {
        guard let display = gdk_display_get_default(),
            let getDisplay = dlsym(nil, "gdk_x11_display_get_xdisplay"), let getRoot = dlsym(nil, "XDefaultRootWindow"),
            let warp = dlsym(nil, "XWarpPointer"), let flush = dlsym(nil, "XFlush"),
            let xDisplay = unsafeBitCast(getDisplay, to: XDisplay.self)(display)
        else { preconditionFailure("the display is not one of X11") }
        let root = unsafeBitCast(getRoot, to: XRoot.self)(xDisplay)
        let place = widget.map(Self.middle)
        let farAway: Int32 = 30_000
        unsafeBitCast(warp, to: XWarp.self)(
            xDisplay, 0, widget == nil ? root : xWindow, 0, 0, 0, 0, place?.x ?? farAway, place?.y ?? farAway)
        unsafeBitCast(flush, to: XFlush.self)(xDisplay)
    }

    /// In pixels of the window.
    private static func middle(of widget: Widget) -> (x: Int32, y: Int32) {
        var bounds = graphene_rect_t()
        var (left, top) = (0.0, 0.0)
        guard let native = gtk_widget_get_native(widget.cast()), let surface = gtk_native_get_surface(native),
            let window = gtk_widget_get_root(widget.cast()),
            gtk_widget_compute_bounds(
                widget.cast(), UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkWidget.self), &bounds) != 0
        else { return (0, 0) }
        gtk_native_get_surface_transform(native, &left, &top)
        let scale = Double(gdk_surface_get_scale_factor(surface))
        let x = left + Double(bounds.origin.x + bounds.size.width / 2)
        let y = top + Double(bounds.origin.y + bounds.size.height / 2)
        return (Int32(x * scale), Int32(y * scale))
    }
}

extension Widget {
    /// Tells the widget of a press of the mouse on a widget in it, as GTK does before it tells the inner one.
    public func press(on inner: Widget) {
        tellGestures("pressed", on: inner, ofTouch: false)
    }

    /// Tells the widget in the same way of the end of a tap by a finger.
    public func endTap(on inner: Widget) {
        tellGestures("released", on: inner, ofTouch: true)
    }

    /// Tells the widget of a click in its middle that no widget in it uses.
    public func clickUnused() {
        tellGestures("released", on: self, ofTouch: false, in: GTK_PHASE_BUBBLE, by: GDK_BUTTON_PRIMARY)
    }

    /// Tells the widget of a press of the right button in its middle that no widget in it uses.
    public func pressRightUnused() {
        tellGestures("pressed", on: self, ofTouch: false, in: GTK_PHASE_BUBBLE, by: GDK_BUTTON_SECONDARY)
    }

    /// Without a button, gestures for each of them are told.
    private func tellGestures(
        _ signal: String, on inner: Widget, ofTouch isTouch: Bool, in phase: GtkPropagationPhase = GTK_PHASE_CAPTURE,
        by button: Int32? = nil
    ) {
        var bounds = graphene_rect_t()
        guard gtk_widget_compute_bounds(inner.cast(), cast(), &bounds) != 0 else {
            return XCTFail("nothing to press")
        }
        let type = gtk_gesture_click_get_type()
        for controller in controllers(of: type, in: phase)
        where (gtk_gesture_single_get_touch_only(controller.opaque) != 0) == isTouch {
            if let button, gtk_gesture_single_get_button(controller.opaque) != guint(button) { continue }
            var values = [GValue(), GValue(), GValue(), GValue()]
            g_value_init(&values[0], type)
            g_value_set_object(&values[0], controller.pointer)
            g_value_init(&values[1], cgtk_type_int())
            g_value_set_int(&values[1], 1)
            for (place, middle) in [
                (2, bounds.origin.x + bounds.size.width / 2), (3, bounds.origin.y + bounds.size.height / 2),
            ] {
                g_value_init(&values[place], cgtk_type_double())
                g_value_set_double(&values[place], Double(middle))
            }
            g_signal_emitv(values, g_signal_lookup(signal, type), 0, nil)
            for place in values.indices { g_value_unset(&values[place]) }
        }
    }

    /// Tells the widget of a key before any widget in it. Returns whether the widget uses the key.
    public func pressFirst(_ key: Int32) -> Bool { tell(of: key, in: GTK_PHASE_CAPTURE) }

    /// Tells the widget of a key that no widget in it uses. Returns whether the widget uses the key.
    public func pressUnused(_ key: Int32) -> Bool { tell(of: key, in: GTK_PHASE_BUBBLE) }

    private func tell(of key: Int32, in phase: GtkPropagationPhase) -> Bool {
        let type = gtk_event_controller_key_get_type()
        return controllers(of: type, in: phase).contains { controller in
            var values = [GValue(), GValue(), GValue(), GValue()]
            g_value_init(&values[0], type)
            g_value_set_object(&values[0], controller.pointer)
            g_value_init(&values[1], cgtk_type_uint())
            g_value_set_uint(&values[1], guint(key))
            g_value_init(&values[2], cgtk_type_uint())
            g_value_init(&values[3], gdk_modifier_type_get_type())
            var answer = GValue()
            g_value_init(&answer, cgtk_type_boolean())
            g_signal_emitv(values, g_signal_lookup("key-pressed", type), 0, &answer)
            let isUsed = g_value_get_boolean(&answer) != 0
            for place in values.indices { g_value_unset(&values[place]) }
            g_value_unset(&answer)
            return isUsed
        }
    }

    /// The event controllers of the widget, such as gestures.
    public func controllers(of type: GType, in phase: GtkPropagationPhase) -> [Object] {
        guard let list = gtk_widget_observe_controllers(cast()) else { return [] }
        defer { g_object_unref(UnsafeMutableRawPointer(list)) }
        var found: [Object] = []
        for index in 0..<g_list_model_get_n_items(list) {
            guard let item = g_list_model_get_item(list, index) else { continue }
            let controller = Object(adopting: item)
            guard g_type_check_instance_is_a(controller.cast(), type) != 0,
                gtk_event_controller_get_propagation_phase(controller.opaque) == phase
            else { continue }
            found.append(controller)
        }
        return found
    }
}

private typealias XDisplay = @convention(c) (OpaquePointer) -> OpaquePointer?
private typealias XRoot = @convention(c) (OpaquePointer) -> UInt
private typealias XWarp =
    @convention(c) (OpaquePointer, UInt, UInt, Int32, Int32, UInt32, UInt32, Int32, Int32) -> Void
private typealias XFlush = @convention(c) (OpaquePointer) -> Void
