import CGtk
import GLib

/// What fills a window: as wide at its least height as at any other.
///
/// Newer versions of GTK ask the content of a window how wide it has to be at its least height. A GtkBox passes that on to
/// all that is in it, and complains of texts that wrap without becoming wider when they are low (`TextColumn`).
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
