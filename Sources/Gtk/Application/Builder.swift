import CGtk
public import GLib

/// Makes the widgets of a `.ui` file (GtkBuilder).
@MainActor
public final class Builder: Object {
    /// The file must not name the domain itself: GTK 4.8 reads freed memory then. The file is part of the program. GTK reports
    /// a syntax error in it and ends the process.
    public convenience init(_ interface: String, translationDomain: String) {
        // Interface files name this type, and GTK only looks a type up by its name.
        _ = actionRowType
        guard let builder = gtk_builder_new() else { preconditionFailure("GTK made no builder") }
        self.init(adopting: UnsafeMutableRawPointer(builder))
        gtk_builder_set_translation_domain(opaque, translationDomain)
        var error: UnsafeMutablePointer<GError>?
        if gtk_builder_add_from_string(opaque, interface, -1, &error) == 0, let error {
            preconditionFailure(GLibError(consuming: error).message)
        }
    }

    /// The address of the widget with an id. The widget must have the given type.
    public func pointer(_ id: String, of type: Widget.Type = Widget.self) -> UnsafeMutableRawPointer {
        guard let object = gtk_builder_get_object(opaque, id) else {
            preconditionFailure("no '\(id)' in the interface")
        }
        let pointer = UnsafeMutableRawPointer(object)
        guard g_type_check_instance_is_a(pointer.assumingMemoryBound(to: GTypeInstance.self), type.gType) != 0 else {
            preconditionFailure("'\(id)' in the interface is no \(type)")
        }
        return pointer
    }
}
