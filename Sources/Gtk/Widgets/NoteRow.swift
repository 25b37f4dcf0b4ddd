import CGtk
import GLib

/// A line below a row, such as an error of its text. Tab skips it, but stops at a button in it.
@MainActor
public final class NoteRow: Widget {
    /// A row without a text; an empty `icon` means no icon.
    public convenience init(icon: String = "") {
        guard let made = g_object_new_with_properties(noteRowType, 0, nil, nil) else {
            preconditionFailure("GTK made no row")
        }
        self.init(sinking: UnsafeMutableRawPointer(made))
        gtk_widget_set_focusable(widget, 0)
        gtk_list_box_row_set_activatable(cast(), 0)
        let label = Label("", classes: ["caption"])
        label.wraps()
        label.lineAlignment = 0
        label.expandsHorizontally = true
        let box = Box(.horizontal, spacing: 6)
        box.setMargins(top: 6, bottom: 6, start: 12, end: 12)
        if !icon.isEmpty { box.append(Icon(icon)) }
        box.append(label)
        gtk_list_box_row_set_child(cast(), box.widget)
        attach(label, as: "cameo-label")
        attach(box, as: "cameo-box")
    }

    /// The text that it shows.
    public var text: String {
        get { attachment("cameo-label", as: Label.self)?.text ?? "" }
        set {
            let label = attachment("cameo-label", as: Label.self)
            label?.text = newValue
            // A button alone takes the place of the text.
            label?.isVisible = !newValue.isEmpty
            adw_preferences_row_set_title(cast(), "")
            setAccessibleLabel(newValue)
        }
    }

    /// The height of the visible notes right below a row, in application pixels. Hidden rows between them have no height.
    static func height(below row: Widget) -> Int {
        var height = 0
        var sibling = gtk_widget_get_next_sibling(row.widget)
        while let next = sibling, isNote(next) || gtk_widget_get_visible(next) == 0 {
            if gtk_widget_get_visible(next) != 0 { height += Int(gtk_widget_get_height(next)) }
            sibling = gtk_widget_get_next_sibling(next)
        }
        return height
    }

    /// Adds a button after the text.
    public func add(_ button: Widget) {
        button.verticalAlignment = .center
        attachment("cameo-box", as: Box.self)?.append(button)
    }
}
