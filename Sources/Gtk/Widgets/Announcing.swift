import CGtk
import GLib

/// What screen readers say beside names: of a widget, and of what happens away from the focus.
extension Widget {
    /// Has screen readers say a text that appears away from the focus, once they have said what they are at.
    ///
    /// Before GTK 4.14 it is the description of what has the focus for as long as that has it, unless it has one of its own.
    public final func announce(_ text: String) {
        guard let announce = NewerFunctions.announce else { return describeFocus(by: text) }
        let medium: UInt32 = 1
        // By the window: what has just appeared has no voice yet.
        announce(gtk_widget_get_root(widget) ?? opaque, text, medium)
    }

    /// What a screen reader says after the name; nil for nothing.
    public final func setAccessibleDescription(_ sentence: String?) {
        describe(by: sentence, as: sentence == nil ? .none : .own)
    }
}

/// Whose words the description of a widget is.
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
        // The entry outlives its text, and the handler dies with what it watches.
        let (text, described) = (focused.widget, named.pointer)
        focused.onChange(of: "has-focus") {
            let described = Widget(borrowing: described)
            guard gtk_widget_has_focus(text) == 0, described.description == .announced else { return }
            described.describe(by: nil, as: .none)
        }
    }

    /// Screen readers know the text that is typed into by the entry around it.
    var entryAround: Widget? {
        guard g_type_check_instance_is_a(cast(), gtk_text_get_type()) != 0 else { return nil }
        let entry = gtk_widget_get_parent(widget).flatMap { gtk_widget_get_ancestor($0, gtk_editable_get_type()) }
        return entry.map { Widget(borrowing: UnsafeMutableRawPointer($0)) }
    }
}
