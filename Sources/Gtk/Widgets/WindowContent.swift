import CGtk
import GLib

/// The content of a window, with the same minimum width at its minimum height and any other height.
///
/// Newer versions of GTK ask a window's content for its width at its minimum height. A GtkBox passes the question on to all its
/// children. GTK then warns about wrapping texts that do not become wider at a small height (`TextColumn`).
@MainActor
final class WindowContent: Widget {
    convenience init(_ content: Widget) {
        self.init(made: gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        // The widget takes the new layout manager.
        gtk_widget_set_layout_manager(
            widget,
            gtk_custom_layout_new(
                { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH },
                { widget, orientation, size, minimum, natural, _, _ in
                    guard let content = widget.flatMap({ gtk_widget_get_first_child($0) }) else { return }
                    let isHeight = orientation == GTK_ORIENTATION_VERTICAL
                    gtk_widget_measure(content, orientation, isHeight ? size : -1, minimum, natural, nil, nil)
                },
                { widget, width, height, baseline in
                    guard let content = widget.flatMap({ gtk_widget_get_first_child($0) }) else { return }
                    gtk_widget_allocate(content, width, height, baseline, nil)
                }))
        gtk_box_append(cast(), content.widget)
    }
}
