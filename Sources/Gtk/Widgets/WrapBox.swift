import CGtk
import GLib

/// Children one after the other at their own widths, in as many centred lines as they need. The first expanding child of a line
/// takes the rest of the width.
///
/// GtkFlowBox has columns as wide as the widest child, and AdwWrapBox needs libadwaita 1.7.
@MainActor
public final class WrapBox: Widget {
    /// A box without children.
    public convenience init() {
        self.init(made: gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
        // The widget takes the new layout manager.
        gtk_widget_set_layout_manager(
            widget,
            gtk_custom_layout_new(
                { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH },
                { widget, orientation, size, minimum, natural, _, _ in
                    guard let widget else { return }
                    let (least, best) = WrapLayout(of: widget).measure(orientation, for: size)
                    minimum?.pointee = least
                    natural?.pointee = best
                },
                { widget, width, _, _ in
                    guard let widget else { return }
                    WrapLayout(of: widget).allocate(width: width)
                }))
    }

    /// Adds a widget at the end.
    public func append(_ child: Widget) {
        gtk_box_append(cast(), child.widget)
    }

    /// Removes a widget.
    public func remove(_ child: Widget) {
        gtk_box_remove(cast(), child.widget)
    }

    /// Removes all widgets.
    public func removeAll() {
        while let child = gtk_widget_get_first_child(widget) { gtk_box_remove(cast(), child) }
    }
}

/// The layout of the children.
@MainActor
private struct WrapLayout {
    private static let spacing: Int32 = 6

    private struct Child {
        let widget: UnsafeMutablePointer<GtkWidget>
        let expands: Bool
        let minimum: Int32
        let natural: Int32
    }

    private struct Line {
        var children: [(child: Child, width: Int32)] = []
        var width: Int32 = 0
        var height: Int32 = 0

        mutating func fill(_ whole: Int32) {
            guard whole > width, let first = children.firstIndex(where: \.child.expands) else { return }
            children[first].width += whole - width
            width = whole
        }
    }

    private let children: [Child]
    private let isRightToLeft: Bool

    init(of widget: UnsafeMutablePointer<GtkWidget>) {
        isRightToLeft = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
        var children: [Child] = []
        var next = gtk_widget_get_first_child(widget)
        while let child = next {
            next = gtk_widget_get_next_sibling(child)
            guard gtk_widget_should_layout(child) != 0 else { continue }
            var minimum: Int32 = 0
            var natural: Int32 = 0
            gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, &natural, nil, nil)
            children.append(
                Child(
                    widget: child, expands: gtk_widget_get_hexpand(child) != 0, minimum: minimum, natural: natural))
        }
        self.children = children
    }

    func measure(_ orientation: GtkOrientation, for size: Int32) -> (minimum: Int32, natural: Int32) {
        let narrowest = children.map(\.minimum).max() ?? 0
        guard orientation == GTK_ORIENTATION_VERTICAL else {
            let gaps = Int32(max(children.count - 1, 0)) * Self.spacing
            return (narrowest, children.reduce(gaps) { $0 + $1.natural })
        }
        // GTK asks for the minimum height in this way, and no width may give less. It is that of one line in which each child
        // has the width of its least height.
        guard size >= 0 else { return leastHeight }
        let lines = lines(in: size)
        let height = lines.reduce(Int32(max(lines.count - 1, 0)) * Self.spacing) { $0 + $1.height }
        return (height, height)
    }

    private var leastHeight: (minimum: Int32, natural: Int32) {
        var height: (minimum: Int32, natural: Int32) = (0, 0)
        for child in children {
            var minimum: Int32 = 0
            var natural: Int32 = 0
            gtk_widget_measure(child.widget, GTK_ORIENTATION_VERTICAL, -1, &minimum, &natural, nil, nil)
            height = (max(height.minimum, minimum), max(height.natural, natural))
        }
        return height
    }

    func allocate(width: Int32) {
        var y: Int32 = 0
        for line in lines(in: width) {
            var x = max((width - line.width) / 2, 0)
            for (child, childWidth) in line.children {
                var place = GtkAllocation(
                    x: isRightToLeft ? width - x - childWidth : x, y: y, width: childWidth, height: line.height)
                gtk_widget_size_allocate(child.widget, &place, -1)
                x += childWidth + Self.spacing
            }
            y += line.height + Self.spacing
        }
    }

    private func lines(in width: Int32) -> [Line] {
        var lines: [Line] = []
        for child in children {
            let childWidth = max(min(child.natural, width), child.minimum)
            if let last = lines.last, last.width + Self.spacing + childWidth <= width {
                lines[lines.count - 1].width += Self.spacing + childWidth
            } else {
                lines.append(Line(width: childWidth))
            }
            lines[lines.count - 1].children.append((child, childWidth))
        }
        for index in lines.indices {
            lines[index].fill(width)
            for (child, childWidth) in lines[index].children {
                var height: Int32 = 0
                gtk_widget_measure(child.widget, GTK_ORIENTATION_VERTICAL, childWidth, nil, &height, nil, nil)
                lines[index].height = max(lines[index].height, height)
            }
        }
        return lines
    }
}
