import CGtk
import GLib

/// Texts of screen readers besides names: descriptions of widgets, and announcements of changes away from the focus.
extension Widget {
    /// Announces a text away from the focus. Screen readers say it after their present text.
    ///
    /// Before GTK 4.14 the text becomes the description of the focused widget until it loses the focus. A widget with a
    /// description of its own keeps that.
    public final func announce(_ text: String) {
        guard let announce = NewerFunctions.announce else { return describeFocus(by: text) }
        let medium: UInt32 = 1
        // On the window: GTK does not announce on a widget that has just appeared.
        announce(gtk_widget_get_root(widget) ?? opaque, text, medium)
    }

    /// Sets the text that a screen reader says after the name; nil for none.
    public final func setAccessibleDescription(_ sentence: String?) {
        describe(by: sentence, as: sentence == nil ? .none : .own)
    }
}

/// The origin of a widget's description.
private enum Description: Int {
    case none, own, announced
}

private let descriptionKey = "cameo-description"
private let leavingKey = "cameo-announced"

private extension Widget {
    var description: Description {
        Description(rawValue: Int(bitPattern: g_object_get_data(cast(), descriptionKey))) ?? .none
    }

    func describe(by text: String?, as new: Description) {
        g_object_set_data(cast(), descriptionKey, UnsafeMutableRawPointer(bitPattern: new.rawValue))
        guard let text else { return gtk_accessible_reset_property(opaque, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION) }
        setAccessible(GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text)
    }

    func describeFocus(by text: String) {
        guard let focused = focusedWidget else { return }
        let named = focused.entryAround ?? focused
        guard named.description != .own else { return }
        named.describe(by: text, as: .announced)
        guard g_object_get_data(focused.cast(), leavingKey) == nil else { return }
        g_object_set_data(focused.cast(), leavingKey, focused.pointer)
        // The entry outlives its text. The handler ends together with the text.
        let (text, described) = (focused.widget, named.pointer)
        focused.onChange(of: "has-focus") {
            let described = Widget(borrowing: described)
            guard gtk_widget_has_focus(text) == 0, described.description == .announced else { return }
            described.describe(by: nil, as: .none)
        }
    }

    /// The entry around the inner text: screen readers know the text by this entry.
    var entryAround: Widget? {
        guard g_type_check_instance_is_a(cast(), gtk_text_get_type()) != 0 else { return nil }
        let entry = gtk_widget_get_parent(widget).flatMap { gtk_widget_get_ancestor($0, gtk_editable_get_type()) }
        return entry.map { Widget(borrowing: UnsafeMutableRawPointer($0)) }
    }
}
