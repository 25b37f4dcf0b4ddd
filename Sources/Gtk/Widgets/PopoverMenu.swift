import CGtk
import GLib

/// A menu that opens at a point (GtkPopoverMenu), and is removed when it closes.
@MainActor
public final class PopoverMenu: Widget {
    /// `actions` are the actions of items named "menu.…".
    public convenience init(_ menu: Menu, actions: ActionGroup) {
        self.init(made: gtk_popover_menu_new_from_model(menu.cast()))
        gtk_popover_set_has_arrow(cast(), 0)
        gtk_widget_set_halign(widget, GTK_ALIGN_START)
        gtk_widget_insert_action_group(widget, "menu", actions.opaque)
    }

    /// Opens the menu. It becomes a child of `box`, which contains the point.
    public func open(at point: WidgetPoint, in box: Box) {
        var (x, y) = (0.0, 0.0)
        guard gtk_widget_translate_coordinates(point.widget.widget, box.widget, point.x, point.y, &x, &y) != 0 else {
            return
        }
        let former = box.focusedWidget
        gtk_widget_set_parent(widget, box.widget)
        var place = GdkRectangle(x: Int32(x), y: Int32(y), width: 1, height: 1)
        gtk_popover_set_pointing_to(cast(), &place)
        // The closure keeps the menu until it is closed. Closing ends the connection and releases the closure.
        let connection = Closing()
        // The menu takes the release of the mouse button: GTK would draw the row as pressed for ever.
        var pressed: UnsafeMutablePointer<GtkWidget>? = point.widget.widget
        while let widget = pressed {
            gtk_widget_unset_state_flags(widget, GTK_STATE_FLAG_ACTIVE)
            pressed = gtk_widget_get_parent(widget)
        }
        connection.handler = on("closed") { _ in
            if let handler = connection.handler { self.disconnect(handler) }
            // GTK activates the item's action after this.
            Task { @MainActor in
                gtk_widget_unparent(self.widget)
                // GTK has moved the focus to a nearby widget.
                former?.takeFocusBack()
            }
        }
        gtk_popover_popup(cast())
    }
}

@MainActor
private final class Closing {
    var handler: SignalHandler?
}
