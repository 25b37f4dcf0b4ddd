import CGtk
import GLib

/// A slider from 1 to a largest zoom.
@MainActor
public final class ZoomScale: Widget {
    /// Its accessible name is `label`.
    public convenience init(label: String) {
        self.init(made: gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 1, 10, 0.1))
        gtk_scale_set_draw_value(cast(), 0)
        expandsHorizontally = true
        setAccessibleLabel(label)
    }

    /// Shows a zoom, up to a largest one.
    public func show(_ zoom: Double, atMost largest: Double) {
        // A range needs a length.
        gtk_range_set_range(cast(), 1, max(largest, 1.01))
        gtk_range_set_value(cast(), zoom)
        isSensitive = largest > 1
    }

    /// Calls back with the zoom that a person sets.
    public func onZoom(_ handler: @escaping @MainActor (Double) -> Void) {
        // The class answers the signal after this, with the value.
        answer("change-value") { arguments in
            handler(arguments.double(1))
            return false
        }
    }
}
