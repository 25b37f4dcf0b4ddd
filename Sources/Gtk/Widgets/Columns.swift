import CGtk
import GLib

/// Children beside each other in columns of equal width, or below each other where there is no room for that.
@MainActor
public final class Columns: Widget {
    /// The least width for columns, in application pixels.
    private static let minWidth: Int32 = 540

    /// Columns without children.
    public convenience init() {
        self.init(made: gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
        // The widget takes the new layout manager.
        gtk_widget_set_layout_manager(
            widget,
            gtk_custom_layout_new(
                { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH },
                { widget, orientation, size, minimum, natural, _, _ in
                    guard let widget else { return }
                    let (least, best) = ColumnLayout(of: widget, minWidth: Columns.minWidth)
                        .measure(orientation, for: size)
                    minimum?.pointee = least
                    natural?.pointee = best
                },
                { widget, width, height, _ in
                    guard let widget else { return }
                    ColumnLayout(of: widget, minWidth: Columns.minWidth).allocate(width: width, height: height)
                }))
    }

    /// Adds a widget at the end.
    public func append(_ child: Widget) {
        gtk_box_append(cast(), child.widget)
    }
}

/// The layout of the children.
@MainActor
private struct ColumnLayout {
    private static let spacing: Int32 = 12

    private let children: [UnsafeMutablePointer<GtkWidget>]
    private let minWidth: Int32
    private let isRightToLeft: Bool

    init(of widget: UnsafeMutablePointer<GtkWidget>, minWidth: Int32) {
        isRightToLeft = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
        self.minWidth = minWidth
        var children: [UnsafeMutablePointer<GtkWidget>] = []
        var next = gtk_widget_get_first_child(widget)
        while let child = next {
            next = gtk_widget_get_next_sibling(child)
            if gtk_widget_should_layout(child) != 0 { children.append(child) }
        }
        self.children = children
    }

    private var gaps: Int32 { Int32(max(children.count - 1, 0)) * Self.spacing }

    func measure(_ orientation: GtkOrientation, for size: Int32) -> (minimum: Int32, natural: Int32) {
        guard orientation == GTK_ORIENTATION_VERTICAL else {
            return (children.map { self.least($0) }.max() ?? 0, max(minWidth, gaps))
        }
        let width = size < 0 ? minWidth : size
        let heights = children.map { height(of: $0, in: columnWidth(in: width) ?? width) }
        let total = columnWidth(in: width) == nil ? heights.reduce(gaps, +) : heights.max() ?? 0
        return (total, total)
    }

    func allocate(width: Int32, height: Int32) {
        var (x, y): (Int32, Int32) = (0, 0)
        for child in children {
            if let column = columnWidth(in: width) {
                var place = GtkAllocation(
                    x: isRightToLeft ? width - x - column : x, y: 0, width: column, height: height)
                gtk_widget_size_allocate(child, &place, -1)
                x += column + Self.spacing
            } else {
                var place = GtkAllocation(x: 0, y: y, width: width, height: self.height(of: child, in: width))
                gtk_widget_size_allocate(child, &place, -1)
                y += place.height + Self.spacing
            }
        }
    }

    /// Nil where the children are below each other.
    private func columnWidth(in width: Int32) -> Int32? {
        guard !children.isEmpty, width >= minWidth else { return nil }
        let column = (width - gaps) / Int32(children.count)
        return children.allSatisfy { least($0) <= column } ? column : nil
    }

    private func least(_ child: UnsafeMutablePointer<GtkWidget>) -> Int32 {
        var minimum: Int32 = 0
        gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, nil, nil, nil)
        return minimum
    }

    private func height(of child: UnsafeMutablePointer<GtkWidget>, in width: Int32) -> Int32 {
        var natural: Int32 = 0
        gtk_widget_measure(child, GTK_ORIENTATION_VERTICAL, width, nil, &natural, nil, nil)
        return natural
    }
}
