import CGtk
import GLib

/// A row of a boxed list with any widgets, such as buttons. The row itself takes no focus and has no accessible name.
@MainActor
public final class ContentRow: Widget {
    /// A row around a widget.
    public convenience init(_ child: Widget) {
        guard let made = g_object_new_with_properties(noteRowType, 0, nil, nil) else {
            preconditionFailure("GTK made no row")
        }
        self.init(sinking: UnsafeMutableRawPointer(made))
        // Before it is shown, because its role cannot change later.
        setAccessibleGroup()
        gtk_widget_set_focusable(widget, 0)
        gtk_list_box_row_set_activatable(cast(), 0)
        gtk_list_box_row_set_child(cast(), child.widget)
    }
}

/// A check box.
@MainActor
public final class CheckButton: Widget {
    /// A check box without a label, with the accessible name `name`.
    public convenience init(name: String, isOn: Bool) {
        self.init(made: gtk_check_button_new())
        gtk_check_button_set_active(cast(), isOn ? 1 : 0)
        setAccessibleLabel(name)
    }

    /// A button with a text, which is shortened where there is no room for it.
    public convenience init(label: String, isOn: Bool) {
        self.init(name: label, isOn: isOn)
        let text = Label(label)
        text.ellipsizes()
        gtk_check_button_set_child(cast(), text.widget)
    }

    /// Whether it is ticked.
    public var isOn: Bool {
        get { gtk_check_button_get_active(cast()) != 0 }
        set { gtk_check_button_set_active(cast(), newValue ? 1 : 0) }
    }

    /// Calls back when the box is checked or unchecked.
    public func onToggled(_ handler: @escaping @MainActor (Bool) -> Void) {
        // The handler ends with the button, so the address outlives it.
        let address = pointer
        on("toggled") { _ in
            handler(gtk_check_button_get_active(address.assumingMemoryBound(to: GtkCheckButton.self)) != 0)
        }
    }
}
