import CGtk
import GLib

/// A widget that disappears where there is no room for it. It adds nothing to the minimum width of its parent.
///
/// AdwSqueezer requests a new size during its layout. An ancestor that is only traversed in this frame, and not laid out, keeps
/// this request for ever in GTK 4.8. GTK then no longer draws the ancestor. The whole window was blank when a message ended
/// just as a page with a squeezed title appeared.
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
                    // A hidden child takes no focus either. This call requests no new size.
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
