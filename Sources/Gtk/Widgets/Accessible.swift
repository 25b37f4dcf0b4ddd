import CGtk
import GLib

/// What assistive technologies hear of a widget (GTK's "Accessibility" overview).
extension Widget {
    /// The name that a screen reader says.
    public final func setAccessibleLabel(_ label: String) {
        setAccessible(GTK_ACCESSIBLE_PROPERTY_LABEL, label)
    }

    /// A longer explanation, said after the name.
    public final func setAccessibleDescription(_ description: String) {
        setAccessible(GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description)
    }

    /// Takes the widget's name from another widget's text.
    public final func setAccessibleLabel(from label: Widget) {
        var relation = GTK_ACCESSIBLE_RELATION_LABELLED_BY
        var value = GValue()
        gtk_accessible_relation_init_value(relation, &value)
        var list = g_list_append(nil, label.pointer)
        g_value_set_pointer(&value, list)
        gtk_accessible_update_relation_value(opaque, 1, &relation, &value)
        g_value_unset(&value)
        g_list_free(list)
        list = nil
    }

    /// Takes the widget and what is in it from the accessibility tree: for what another widget says already.
    public final func setAccessibleHidden(_ hidden: Bool) {
        var state = GTK_ACCESSIBLE_STATE_HIDDEN
        var value = GValue()
        gtk_accessible_state_init_value(state, &value)
        g_value_set_boolean(&value, hidden ? 1 : 0)
        gtk_accessible_update_state_value(opaque, 1, &state, &value)
        g_value_unset(&value)
    }

    private func setAccessible(_ property: GtkAccessibleProperty, _ text: String) {
        var property = property
        var value = GValue()
        gtk_accessible_property_init_value(property, &value)
        g_value_set_string(&value, text)
        gtk_accessible_update_property_value(opaque, 1, &property, &value)
        g_value_unset(&value)
    }
}
