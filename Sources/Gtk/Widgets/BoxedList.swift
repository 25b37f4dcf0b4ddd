import CGtk
import GLib

/// A boxed list with rows inserted at any place.
@MainActor
public final class BoxedList: Widget {
    /// A list. Its accessible name is its label.
    public convenience init(label: String) {
        self.init(made: gtk_list_box_new())
        gtk_list_box_set_selection_mode(opaque, GTK_SELECTION_NONE)
        addClass("boxed-list")
        setAccessibleLabel(label)
    }

    /// Adds a widget at the end.
    public func append(_ row: Widget) {
        gtk_list_box_append(opaque, row.widget)
    }

    /// Inserts a row after another one, or before all.
    public func insert(_ row: Widget, after sibling: Widget?) {
        let position = sibling.map { gtk_list_box_row_get_index($0.cast()) + 1 } ?? 0
        gtk_list_box_insert(opaque, row.widget, position)
    }

    /// Inserts a row before another one.
    public func insert(_ row: Widget, before sibling: Widget) {
        gtk_list_box_insert(opaque, row.widget, gtk_list_box_row_get_index(sibling.cast()))
    }

    /// Removes a widget.
    public func remove(_ row: Widget) {
        gtk_list_box_remove(opaque, row.widget)
    }

    /// Removes all widgets.
    public func removeAll() {
        while let row = gtk_list_box_get_row_at_index(opaque, 0) {
            gtk_list_box_remove(opaque, UnsafeMutableRawPointer(row).assumingMemoryBound(to: GtkWidget.self))
        }
    }
}
