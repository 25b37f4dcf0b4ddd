import CGtk
import GLib

/// A button that opens a popover with widgets in it.
@MainActor
public final class PopoverButton: Widget {
    /// A button with a text.
    public convenience init(label: String, content: Widget) {
        self.init(child: Label(label), name: label, content: content)
    }

    /// A button with a picture. A screen reader calls it by its tooltip.
    public convenience init(_ picture: Widget, tooltip: String, content: Widget) {
        self.init(child: picture, name: tooltip, content: content)
        addClass("image-button")
        self.tooltip = tooltip
    }

    private convenience init(child: Widget, name: String, content: Widget) {
        self.init(made: gtk_menu_button_new())
        let popover = Widget(made: gtk_popover_new())
        gtk_popover_set_child(popover.cast(), content.widget)
        gtk_menu_button_set_popover(opaque, popover.widget)
        gtk_menu_button_set_child(opaque, child.widget)
        setAccessibleLabel(name)
    }

    /// Whether the popover shows.
    public var isOpen: Bool {
        guard let popover = gtk_menu_button_get_popover(opaque) else { return false }
        return Widget(borrowing: UnsafeMutableRawPointer(popover)).isMapped
    }

    /// Calls back before the popover shows.
    public func onOpen(_ handler: @escaping @MainActor () -> Void) {
        guard let popover = gtk_menu_button_get_popover(opaque) else { return }
        Object(borrowing: UnsafeMutableRawPointer(popover)).on("show") { _ in handler() }
    }

    /// Opens the popover.
    public func open() { gtk_menu_button_popup(opaque) }

    /// Closes the popover.
    public func close() { gtk_menu_button_popdown(opaque) }
}

/// A funnel, the sign of a filter, in the colour of the text around it.
@MainActor
public final class FunnelIcon: Widget {
    private static let side = 16

    /// A funnel of the size of other icons.
    public convenience init() {
        self.init(made: gtk_drawing_area_new())
        setMinimumSize(width: Self.side, height: Self.side)
        horizontalAlignment = .center
        verticalAlignment = .center
        setAccessibleHidden()
        gtk_drawing_area_set_draw_func(
            cast(),
            { area, context, _, _, _ in
                guard let area, let context else { return }
                var colour = GdkRGBA()
                let widget = UnsafeMutableRawPointer(area).assumingMemoryBound(to: GtkWidget.self)
                gtk_style_context_get_color(gtk_widget_get_style_context(widget), &colour)
                gdk_cairo_set_source_rgba(context, &colour)
                // Its rim, its neck and its end, on a grid of 16 pixels.
                let points = [(1.5, 2.5), (14.5, 2.5), (9.5, 8.5), (9.5, 12.5), (6.5, 14.5), (6.5, 8.5)]
                for (x, y) in points { cairo_line_to(context, x, y) }
                cairo_close_path(context)
                cairo_fill(context)
            }, nil, nil)
    }
}
