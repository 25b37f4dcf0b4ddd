import CGtk
import GLib

/// A container with a natural width that does not depend on its child. Sentences inside wrap.
@MainActor
public final class WidthKeeper: Widget {
    /// `width` is in application pixels. The child gets more width where there is more room, or where it needs more.
    public convenience init(_ child: Widget, width: Int) {
        self.init(made: gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        gtk_widget_set_size_request(widget, Int32(width), -1)
        // The widget takes the new layout manager.
        gtk_widget_set_layout_manager(
            widget,
            gtk_custom_layout_new(
                { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH },
                { widget, orientation, size, minimum, natural, _, _ in
                    guard let child = widget.flatMap(gtk_widget_get_first_child) else { return }
                    var (least, best): (Int32, Int32) = (0, 0)
                    gtk_widget_measure(child, orientation, size, &least, &best, nil, nil)
                    minimum?.pointee = least
                    natural?.pointee = orientation == GTK_ORIENTATION_HORIZONTAL ? least : best
                },
                { widget, width, height, _ in
                    guard let child = widget.flatMap(gtk_widget_get_first_child) else { return }
                    gtk_widget_allocate(child, width, height, -1, nil)
                }))
        gtk_box_append(cast(), child.widget)
    }
}
