import CGtk
import GLib

/// Children in a row or a column.
@MainActor
public final class Box: Widget {
    /// A box without children; `spacing` is between them, in application pixels.
    public convenience init(_ orientation: Orientation, spacing: Int = 0) {
        self.init(made: gtk_box_new(orientation.gtk, Int32(spacing)))
    }

    /// Adds a widget at the end.
    public func append(_ child: Widget) {
        gtk_box_append(cast(), child.widget)
    }

    /// Inserts a child after another one, or before all.
    public func insert(_ child: Widget, after sibling: Widget?) {
        gtk_box_insert_child_after(cast(), child.widget, sibling?.widget)
    }

    /// Puts a new or present child after another one, or before all.
    public func place(_ child: Widget, after sibling: Widget?) {
        guard gtk_widget_get_parent(child.widget) == widget else { return insert(child, after: sibling) }
        guard gtk_widget_get_prev_sibling(child.widget) != sibling?.widget else { return }
        gtk_box_reorder_child_after(cast(), child.widget, sibling?.widget)
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

/// A view with scrollbars.
@MainActor
public final class ScrolledWindow: Widget {
    /// Holds one widget.
    public convenience init(_ child: Widget) {
        self.init(made: gtk_scrolled_window_new())
        setChild(child)
    }

    /// Sets the child.
    public func setChild(_ child: Widget) {
        gtk_scrolled_window_set_child(opaque, child.widget)
    }

    /// Turns horizontal scrolling off: the content becomes narrower instead.
    public func scrollsVerticallyOnly() {
        gtk_scrolled_window_set_policy(opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    }

    /// The scroll position, in application pixels.
    public var position: Double {
        get { gtk_adjustment_get_value(gtk_scrolled_window_get_vadjustment(opaque)) }
        set { gtk_adjustment_set_value(gtk_scrolled_window_get_vadjustment(opaque), newValue) }
    }

    /// Takes the height of the content, up to a limit in application pixels.
    public func setNaturalHeight(atMost height: Int) {
        gtk_scrolled_window_set_propagate_natural_height(opaque, 1)
        gtk_scrolled_window_set_max_content_height(opaque, Int32(clamping: height))
    }

    /// The height of all that can be scrolled to, in application pixels.
    public var contentHeight: Double {
        gtk_adjustment_get_upper(gtk_scrolled_window_get_vadjustment(opaque))
    }

    /// The height of the visible part, in application pixels.
    public var pageHeight: Double {
        gtk_adjustment_get_page_size(gtk_scrolled_window_get_vadjustment(opaque))
    }

    /// The margin around the focused widget, in application pixels: its focus ring is partly outside of it.
    private static let ringWidth = 6.0

    /// Scrolls as little as needed to show the focused row with the notes below it. Outside of rows it shows the focused
    /// widget. A row that is taller than the page fills it.
    public func scrollToFocus() {
        guard containsFocus, let focusedWidget, let content else { return }
        let row = gtk_widget_get_ancestor(focusedWidget.widget, gtk_list_box_row_get_type()) ?? focusedWidget.widget
        let shown = Widget(borrowing: UnsafeMutableRawPointer(row))
        guard let top = shown.top(in: content) else { return }
        // Setting the position ends GTK's stepwise scrolling to the focused widget, which clamping does not. GTK would scroll
        // to the widget's place before the layout.
        let notes = NoteRow.height(below: shown)
        let (start, end) = (top - Self.ringWidth, top + Double(shown.height + notes) + Self.ringWidth)
        let places = (start, end - pageHeight)
        position = min(max(position, min(places.0, places.1)), max(places.0, places.1))
    }

    /// The height of a message at the bottom, which may cover the page.
    private static let messageHeight = 90.0

    /// Scrolls after the next frame as little as needed to show widgets, from the first to the last of a column. If they are
    /// taller than the page, their beginning shows. The last widget is above a message.
    public func reveal(_ first: Widget, _ last: Widget) {
        afterNextFrame { [weak self] in self?.show(first, last) }
    }

    fileprivate func show(_ first: Widget, _ last: Widget) {
        guard let content, let start = first.top(in: content),
            let end = last.top(in: content).map({ $0 + Double(last.height) })
        else { return }
        let (top, bottom) = (start - Self.ringWidth, end + Self.messageHeight)
        position = min(max(position, bottom - pageHeight), top)
    }

    /// The child of the viewport.
    private var content: Widget? {
        gtk_scrolled_window_get_child(opaque).flatMap { gtk_widget_get_first_child($0) }
            .map { Widget(borrowing: UnsafeMutableRawPointer($0)) }
    }

    /// Runs a change above an inner widget, and keeps the widget at its place on the screen.
    public func keepInPlace(_ child: Widget, _ change: () -> Void) {
        let (start, before) = (position, content.flatMap { child.top(in: $0) })
        change()
        // Only the layout tells the new position of the widget.
        afterNextLayout { [weak self] in
            guard let self, let before, let after = self.content.flatMap({ child.top(in: $0) }) else { return }
            self.position = start + after - before
        }
    }

    /// Scrolls down with the next layout by so many application pixels. The visible part stays in place although a widget above
    /// it grew.
    public func shift(by pixels: Double) {
        guard pixels != 0 else { return }
        let adjustment = Object(borrowing: UnsafeMutableRawPointer(gtk_scrolled_window_get_vadjustment(opaque)))
        // Only then is the new height known, which limits the position.
        afterNextLayout {
            gtk_adjustment_set_value(adjustment.cast(), gtk_adjustment_get_value(adjustment.cast()) + pixels)
        }
    }

    /// Calls back at each change of the scroll position.
    public func onScroll(_ handler: @escaping @MainActor () -> Void) {
        guard let adjustment = gtk_scrolled_window_get_vadjustment(opaque) else { return }
        Object(borrowing: UnsafeMutableRawPointer(adjustment)).on("value-changed") { _ in handler() }
    }
}

/// A child with other widgets over it.
@MainActor
public final class Overlay: Widget {
    /// Holds one widget.
    public convenience init(_ child: Widget) {
        self.init(made: gtk_overlay_new())
        gtk_overlay_set_child(opaque, child.widget)
    }

    /// Adds a widget over the child, placed by its alignment.
    public func add(_ widget: Widget) {
        gtk_overlay_add_overlay(opaque, widget.widget)
    }
}

/// A stack of pages that shows one of them.
@MainActor
public final class Stack: Widget {
    /// A stack without pages.
    public convenience init() {
        self.init(made: gtk_stack_new())
    }

    /// Adds a page under a name.
    public func add(_ page: Widget, named name: String) {
        gtk_stack_add_named(opaque, page.widget, name)
    }

    /// The name of the visible page.
    public var visiblePage: String {
        get { gtk_stack_get_visible_child_name(opaque).map { String(cString: $0) } ?? "" }
        set { gtk_stack_set_visible_child_name(opaque, newValue) }
    }

    /// Whether a change of the page crossfades.
    public var crossfades: Bool {
        get { gtk_stack_get_transition_type(opaque) == GTK_STACK_TRANSITION_TYPE_CROSSFADE }
        set {
            gtk_stack_set_transition_type(
                opaque, newValue ? GTK_STACK_TRANSITION_TYPE_CROSSFADE : GTK_STACK_TRANSITION_TYPE_NONE)
        }
    }
}

/// Shows and hides its child with a slide.
@MainActor
public final class Revealer: Widget {
    /// Holds one widget.
    public convenience init(_ child: Widget) {
        self.init(made: gtk_revealer_new())
        gtk_revealer_set_child(opaque, child.widget)
    }

    /// Whether the child is shown; it slides in and out.
    public var isRevealed: Bool {
        get { gtk_revealer_get_reveal_child(opaque) != 0 }
        set { gtk_revealer_set_reveal_child(opaque, newValue ? 1 : 0) }
    }
}

/// Limits its child to a readable width (AdwClamp).
@MainActor
public final class Clamp: Widget {
    /// A clamp around a widget, with a maximum width in application pixels.
    public convenience init(_ child: Widget, maximumWidth: Int) {
        self.init(made: adw_clamp_new())
        adw_clamp_set_maximum_size(opaque, Int32(maximumWidth))
        adw_clamp_set_tightening_threshold(opaque, Int32(maximumWidth * 3 / 4))
        adw_clamp_set_child(opaque, child.widget)
    }
}

extension Widget {
    /// Scrolls the view around the widget after the next frame, as little as needed to show the widget.
    public final func bringIntoSight() {
        afterNextFrame { [weak self] in
            guard let self, let view = gtk_widget_get_ancestor(self.widget, gtk_scrolled_window_get_type()) else {
                return
            }
            ScrolledWindow(borrowing: UnsafeMutableRawPointer(view)).show(self, self)
        }
    }
}
