import CGtk
import GLib

/// A widget that gives way where there is no room for it: it adds nothing to the least width of what it is in.
///
/// AdwSqueezer asks for a new size while it is laid out. GTK 4.8 keeps that for ever of a widget above that is itself not
/// laid out in this frame, but only looked through, and draws it no more: the whole window was blank where a message went
/// just when a page with a squeezed title came.
@MainActor
public final class Squeezer: Widget {
    /// Holds one widget.
    public convenience init(_ child: Widget) {
        self.init(made: gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
        // The widget takes the new layout manager.
        gtk_widget_set_layout_manager(
            widget,
            gtk_custom_layout_new(
                { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH },
                { widget, orientation, size, minimum, natural, _, _ in
                    guard let child = widget.flatMap({ gtk_widget_get_first_child($0) }) else { return }
                    let width = Squeezer.width(of: child)
                    if orientation == GTK_ORIENTATION_HORIZONTAL {
                        natural?.pointee = width.natural
                    } else if size < 0 || size >= width.minimum {
                        gtk_widget_measure(child, orientation, size, minimum, natural, nil, nil)
                    }
                },
                { widget, width, height, baseline in
                    guard let child = widget.flatMap({ gtk_widget_get_first_child($0) }) else { return }
                    let hasRoom = Squeezer.width(of: child).minimum <= width
                    // Out of sight it takes no focus either. This asks for no new size.
                    gtk_widget_set_child_visible(child, hasRoom ? 1 : 0)
                    if hasRoom { gtk_widget_allocate(child, width, height, baseline, nil) }
                }))
        gtk_box_append(cast(), child.widget)
    }

    private static func width(of child: UnsafeMutablePointer<GtkWidget>) -> (minimum: Int32, natural: Int32) {
        var (minimum, natural): (Int32, Int32) = (0, 0)
        gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, &natural, nil, nil)
        return (minimum, natural)
    }
}
