import CGtk
import GLib

/// A widget's properties for assistive technologies (GTK's "Accessibility" overview).
extension Widget {
    /// Sets the screen reader's name of the widget.
    public final func setAccessibleLabel(_ label: String) {
        setAccessible(GTK_ACCESSIBLE_PROPERTY_LABEL, label)
    }

    /// Makes the widget a heading: screen readers can jump to headings. Only for use before the widget is shown.
    public final func setAccessibleHeading() {
        setAccessible(GTK_ACCESSIBLE_ROLE_HEADING)
    }

    /// Makes a window a dialog: for GTK 4.8 a window of another type is no window to a screen reader. Only for use before the
    /// window is shown.
    public final func setAccessibleDialog() {
        setAccessible(GTK_ACCESSIBLE_ROLE_DIALOG)
    }

    /// Names the inner buttons by their labels without the mnemonic's underscore: GTK 4.8 says both spellings.
    public final func nameButtonsByLabels() {
        if isButton, gtk_button_get_use_underline(cast()) != 0, let label = gtk_button_get_label(cast()) {
            gtk_accessible_reset_relation(opaque, GTK_ACCESSIBLE_RELATION_LABELLED_BY)
            setAccessibleLabel(String(cString: label).replacing("_", with: ""))
        }
        for child in children { child.nameButtonsByLabels() }
    }

    private var isButton: Bool {
        g_type_check_instance_is_a(cast(), gtk_button_get_type()) != 0
    }

    /// Removes the widget and its descendants from the accessibility tree, because another widget says the same. Only for use
    /// before the widget is shown.
    public final func setAccessibleHidden() {
        // The state "hidden" alone does not hide a widget in newer versions of GTK.
        setAccessible(GTK_ACCESSIBLE_ROLE_PRESENTATION)
    }

    /// Makes the widget a group without a label of its own for screen readers. Only for use before the widget is shown.
    public final func setAccessibleGroup() {
        setAccessible(GTK_ACCESSIBLE_ROLE_GROUP)
        gtk_accessible_reset_property(opaque, GTK_ACCESSIBLE_PROPERTY_LABEL)
    }

    private func setAccessible(_ role: GtkAccessibleRole) {
        var value = GValue()
        g_value_init(&value, gtk_accessible_role_get_type())
        g_value_set_enum(&value, gint(role.rawValue))
        g_object_set_property(cast(), "accessible-role", &value)
        g_value_unset(&value)
    }

    final func setAccessible(_ property: GtkAccessibleProperty, _ text: String) {
        var property = property
        var value = GValue()
        gtk_accessible_property_init_value(property, &value)
        g_value_set_string(&value, text)
        gtk_accessible_update_property_value(opaque, 1, &property, &value)
        g_value_unset(&value)
    }
}
