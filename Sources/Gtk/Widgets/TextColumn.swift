import CGtk
import GLib

/// Wrapping texts in a column: a box with a width that does not depend on its height.
///
/// A GtkBox in a row asks its children for their width at a height. GtkLabel then tries one width after the other.
/// The trials take 130 ms for 1,000 letters with a layout of 3 ms (measured with GTK 4.8).
@MainActor
public final class TextColumn: Widget {
    /// A column without children; `spacing` is between them, in application pixels.
    public convenience init(spacing: Int = 0) {
        self.init(made: gtk_box_new(GTK_ORIENTATION_VERTICAL, Int32(spacing)))
        // The widget takes the new layout manager.
        gtk_widget_set_layout_manager(
            widget,
            gtk_custom_layout_new(
                { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH },
                { widget, orientation, size, minimum, natural, _, _ in
                    guard let widget else { return }
                    let (least, best) = measure(widget, orientation, for: size)
                    minimum?.pointee = least
                    natural?.pointee = best
                },
                { widget, width, _, _ in
                    guard let widget else { return }
                    allocate(widget, width: width)
                }))
        attach(Spacing(pixels: Int32(spacing)), as: spacingKey)
    }

    /// Adds a widget at the end.
    public func append(_ child: Widget) {
        gtk_box_append(cast(), child.widget)
    }

    /// Removes all widgets.
    public func removeAll() {
        while let child = gtk_widget_get_first_child(widget) { gtk_box_remove(cast(), child) }
    }
}

private let spacingKey: AttachmentKey = "cameo-spacing"

@MainActor
private final class Spacing {
    let pixels: Int32

    init(pixels: Int32) {
        self.pixels = pixels
    }
}

@MainActor
private func shownChildren(of widget: UnsafeMutablePointer<GtkWidget>) -> [UnsafeMutablePointer<GtkWidget>] {
    var children: [UnsafeMutablePointer<GtkWidget>] = []
    var next = gtk_widget_get_first_child(widget)
    while let child = next {
        next = gtk_widget_get_next_sibling(child)
        if gtk_widget_should_layout(child) != 0 { children.append(child) }
    }
    return children
}

@MainActor
private func spacing(of widget: UnsafeMutablePointer<GtkWidget>) -> Int32 {
    Object.attachment(spacingKey, of: UnsafeMutableRawPointer(widget), as: Spacing.self)?.pixels ?? 0
}

@MainActor
private func measure(
    _ widget: UnsafeMutablePointer<GtkWidget>, _ orientation: GtkOrientation, for size: Int32
) -> (minimum: Int32, natural: Int32) {
    let isHeight = orientation == GTK_ORIENTATION_VERTICAL
    var (least, best): (Int32, Int32) = (0, 0)
    let children = shownChildren(of: widget)
    for child in children {
        var minimum: Int32 = 0
        var natural: Int32 = 0
        gtk_widget_measure(child, orientation, isHeight ? size : -1, &minimum, &natural, nil, nil)
        // For no particular width, the minimum is that of one line each: a window asks for its minimum height so.
        least = isHeight ? least + (size < 0 ? minimum : natural) : max(least, minimum)
        best = isHeight ? best + natural : max(best, natural)
    }
    let gaps = isHeight ? Int32(max(children.count - 1, 0)) * spacing(of: widget) : 0
    return (least + gaps, best + gaps)
}

@MainActor
private func allocate(_ widget: UnsafeMutablePointer<GtkWidget>, width: Int32) {
    let gap = spacing(of: widget)
    var y: Int32 = 0
    for child in shownChildren(of: widget) {
        var height: Int32 = 0
        gtk_widget_measure(child, GTK_ORIENTATION_VERTICAL, width, nil, &height, nil, nil)
        var place = GtkAllocation(x: 0, y: y, width: width, height: height)
        gtk_widget_size_allocate(child, &place, -1)
        y += height + gap
    }
}
