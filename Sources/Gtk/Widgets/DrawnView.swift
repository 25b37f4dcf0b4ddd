import CGtk
import GLib

/// A widget that a closure draws. Assistive technologies get the role of an image from it.
@MainActor
final class DrawnView: Widget {
    /// Draws on a snapshot, in a widget of a size in application pixels.
    typealias Draw = @MainActor (_ snapshot: OpaquePointer, _ width: Double, _ height: Double) -> Void

    /// `draw` is called for each frame after `redraw()`.
    convenience init(_ draw: @escaping Draw) {
        guard let object = g_object_new_with_properties(drawnViewType, 0, nil, nil) else {
            preconditionFailure("GTK made no widget")
        }
        self.init(sinking: UnsafeMutableRawPointer(object))
        attach(Drawing(draw), as: drawingKey)
        gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
    }

    /// Draws the widget with the next frame.
    func redraw() {
        gtk_widget_queue_draw(widget)
    }
}

private let drawingKey: AttachmentKey = "cameo-drawing"

@MainActor
private final class Drawing {
    let draw: DrawnView.Draw

    init(_ draw: @escaping DrawnView.Draw) {
        self.draw = draw
    }
}

@MainActor
private let drawnViewType: GType = {
    var parent = GTypeQuery()
    g_type_query(gtk_widget_get_type(), &parent)
    return g_type_register_static_simple(
        gtk_widget_get_type(), "CameoDrawnView", parent.class_size,
        { type, _ in
            guard let type else { return }
            let widgetClass = type.assumingMemoryBound(to: GtkWidgetClass.self)
            gtk_widget_class_set_accessible_role(widgetClass, GTK_ACCESSIBLE_ROLE_IMG)
            widgetClass.pointee.snapshot = { widget, snapshot in
                guard let widget, let snapshot else { return }
                let drawing = Object.attachment(
                    drawingKey, of: UnsafeMutableRawPointer(widget), as: Drawing.self)
                drawing?.draw(
                    snapshot, Double(gtk_widget_get_width(widget)), Double(gtk_widget_get_height(widget)))
            }
        }, parent.instance_size, nil, GTypeFlags(rawValue: 0))
}()

/// A rectangle in application pixels.
@MainActor
struct DrawnRect {
    var x: Double
    var y: Double
    var width: Double
    var height: Double

    var graphene: graphene_rect_t {
        graphene_rect_t(
            origin: graphene_point_t(x: Float(x), y: Float(y)),
            size: graphene_size_t(width: Float(width), height: Float(height)))
    }

    /// Fills the rectangle.
    func fill(_ colour: Colour, on snapshot: OpaquePointer) {
        guard width > 0, height > 0 else { return }
        var (bounds, rgba) = (
            graphene,
            GdkRGBA(
                red: Float(colour.red), green: Float(colour.green), blue: Float(colour.blue),
                alpha: Float(colour.alpha))
        )
        gtk_snapshot_append_color(snapshot, &rgba, &bounds)
    }
}
