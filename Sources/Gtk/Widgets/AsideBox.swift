import CGtk
import GLib

/// A widget with smaller ones at its end, one under the other, or above it in a row where there is little width.
@MainActor
public final class AsideBox: Widget {
    /// The room that widgets at the end need, in application pixels.
    private static let minWidth: Int32 = 480

    /// Holds a main widget and those beside it.
    public convenience init(_ main: Widget, aside: [Widget]) {
        self.init(made: gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
        for child in [main] + aside { gtk_box_append(cast(), child.widget) }
        // The widget takes the new layout manager.
        gtk_widget_set_layout_manager(
            widget,
            gtk_custom_layout_new(
                nil,
                { widget, orientation, _, minimum, natural, _, _ in
                    guard let widget else { return }
                    let least = AsideLayout(of: widget).minimum(orientation)
                    minimum?.pointee = least
                    natural?.pointee = least
                },
                { widget, width, height, _ in
                    guard let widget else { return }
                    AsideLayout(of: widget).allocate(width: width, height: height, isBeside: width >= AsideBox.minWidth)
                }))
    }
}

/// Where the children of a widget go.
@MainActor
private struct AsideLayout {
    private static let spacing: Int32 = 18

    private let main: UnsafeMutablePointer<GtkWidget>?
    private let aside: [(child: UnsafeMutablePointer<GtkWidget>, width: Int32, height: Int32)]
    private let isRightToLeft: Bool

    init(of widget: UnsafeMutablePointer<GtkWidget>) {
        isRightToLeft = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
        var children: [UnsafeMutablePointer<GtkWidget>] = []
        var next = gtk_widget_get_first_child(widget)
        while let child = next {
            children.append(child)
            next = gtk_widget_get_next_sibling(child)
        }
        main = children.first
        aside = children.dropFirst().map {
            ($0, Self.least($0, GTK_ORIENTATION_HORIZONTAL), Self.least($0, GTK_ORIENTATION_VERTICAL))
        }
    }

    private var width: Int32 { aside.map(\.width).max() ?? 0 }
    private var height: Int32 { aside.map(\.height).max() ?? 0 }
    private var gaps: Int32 { Int32(max(aside.count - 1, 0)) * Self.spacing }

    func minimum(_ orientation: GtkOrientation) -> Int32 {
        let least = main.map { Self.least($0, orientation) } ?? 0
        guard orientation == GTK_ORIENTATION_VERTICAL else {
            return max(least, aside.map(\.width).reduce(gaps, +))
        }
        return least + height + Self.spacing
    }

    func allocate(width: Int32, height: Int32, isBeside: Bool) {
        var rest = GtkAllocation(x: 0, y: 0, width: width, height: height)
        if isBeside {
            rest.width = max(width - self.width - Self.spacing, 1)
            rest.x = isRightToLeft ? width - rest.width : 0
            var y = max(height - aside.map(\.height).reduce(gaps, +), 0) / 2
            for (child, across, down) in aside {
                let x = (isRightToLeft ? 0 : width - self.width) + (self.width - across) / 2
                var place = GtkAllocation(x: x, y: y, width: across, height: down)
                gtk_widget_size_allocate(child, &place, -1)
                y += down + Self.spacing
            }
        } else {
            rest.y = self.height + Self.spacing
            rest.height = max(height - rest.y, 1)
            var x = max(width - aside.map(\.width).reduce(gaps, +), 0) / 2
            for (child, across, down) in isRightToLeft ? aside.reversed() : aside {
                var place = GtkAllocation(x: x, y: (self.height - down) / 2, width: across, height: down)
                gtk_widget_size_allocate(child, &place, -1)
                x += across + Self.spacing
            }
        }
        if let main { gtk_widget_size_allocate(main, &rest, -1) }
    }

    private static func least(_ child: UnsafeMutablePointer<GtkWidget>, _ orientation: GtkOrientation) -> Int32 {
        var minimum: Int32 = 0
        gtk_widget_measure(child, orientation, -1, &minimum, nil, nil, nil)
        return minimum
    }
}
