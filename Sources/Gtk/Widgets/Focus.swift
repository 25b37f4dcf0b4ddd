import CGtk
import GLib

/// The keyboard focus.
extension Widget {
    /// Whether the widget itself has the focus.
    public final var hasFocus: Bool { focus == widget }

    /// Whether the widget or a descendant has the focus.
    public final var containsFocus: Bool {
        guard let focus else { return false }
        return focus == widget || gtk_widget_is_ancestor(focus, widget) != 0
    }

    /// The focused widget in the window of this one.
    public final var focusedWidget: Widget? {
        focus.map { Widget(borrowing: UnsafeMutableRawPointer($0)) }
    }

    /// Whether the widget itself takes the focus.
    public final var isFocusable: Bool {
        get { gtk_widget_get_focusable(widget) != 0 }
        set { gtk_widget_set_focusable(widget, newValue ? 1 : 0) }
    }

    /// Whether the widget's content reacts to clicks and keys. Its look does not change.
    public final var takesInput: Bool {
        get { gtk_widget_get_can_target(widget) != 0 && gtk_widget_get_can_focus(widget) != 0 }
        set {
            gtk_widget_set_can_target(widget, newValue ? 1 : 0)
            gtk_widget_set_can_focus(widget, newValue ? 1 : 0)
        }
    }

    /// Gives the focus to the widget itself, also where Tab and clicks do not, such as to a heading.
    public final func takeFocus() {
        if let root = gtk_widget_get_root(widget) { gtk_root_set_focus(root, widget) }
    }

    /// Turns the widget on or off. The other widget gets its focus when it goes off, since GTK gives it to none.
    public final func setSensitive(_ isSensitive: Bool, focusTo other: Widget) {
        let hadFocus = containsFocus
        self.isSensitive = isSensitive
        if hadFocus, !isSensitive { other.takeFocus() }
    }

    /// Whether the widget is in a popover, such as a menu.
    public final var isInPopover: Bool { gtk_widget_get_ancestor(widget, gtk_popover_get_type()) != nil }

    /// The button of the popover around the widget; the widget itself outside of popovers. Nil in a popover without a button.
    /// A popover and its content are gone when it closes.
    public final var outsidePopovers: Widget? {
        guard let popover = gtk_widget_get_ancestor(widget, gtk_popover_get_type()) else { return self }
        guard let owner = gtk_widget_get_ancestor(popover, gtk_menu_button_get_type()) else { return nil }
        return Widget(borrowing: UnsafeMutableRawPointer(owner)).children.first(where: \.isFocusable)
    }

    /// Gives the focus back to the widget, or to the nearest one around it that takes it. A text keeps its selection.
    final func takeFocusBack() {
        if g_type_check_instance_is_a(cast(), gtk_text_get_type()) != 0, gtk_widget_is_sensitive(widget) != 0 {
            return takeFocus()
        }
        var candidate: Widget? = self
        while let current = candidate, !current.grabFocus() { candidate = current.parent }
    }

    /// Removes the focus from the widget's content; no widget has it then.
    public final func dropFocus() {
        guard containsFocus, let root = gtk_widget_get_root(widget) else { return }
        gtk_root_set_focus(root, nil)
    }

    /// Keeps the focus in the widget that was just shown. When the widget with the former focus was hidden, GTK moves the focus
    /// after the next frame. It does not if a visible widget got the focus since.
    public final func confirmFocus() {
        guard containsFocus, let root = gtk_widget_get_root(widget), let focus else { return }
        gtk_root_set_focus(root, focus)
    }

    /// Gives the focus to the first descendant that takes it; false if there is none.
    @discardableResult
    public final func focusFirst() -> Bool {
        gtk_widget_child_focus(widget, GTK_DIR_TAB_FORWARD) != 0
    }

    /// Moves the focus within the widget like Tab; false at its end.
    final func moveFocus(forward: Bool) -> Bool {
        gtk_widget_child_focus(widget, forward ? GTK_DIR_TAB_FORWARD : GTK_DIR_TAB_BACKWARD) != 0
    }

    /// Moves the focus to the widget after this one, or before it, and skips this one's content. After the last widget of the
    /// window the first one follows.
    public final func moveFocusOut(forward: Bool) {
        let direction = forward ? GTK_DIR_TAB_FORWARD : GTK_DIR_TAB_BACKWARD
        let next = forward ? gtk_widget_get_next_sibling : gtk_widget_get_prev_sibling
        var current = widget
        while let parent = gtk_widget_get_parent(current) {
            var sibling = next(current)
            while let candidate = sibling {
                if gtk_widget_get_mapped(candidate) != 0, gtk_widget_child_focus(candidate, direction) != 0 { return }
                sibling = next(candidate)
            }
            current = parent
        }
        if let root = gtk_widget_get_root(widget) { gtk_root_set_focus(root, nil) }
        gtk_widget_child_focus(current, direction)
    }

    /// Runs a change that may move the focus, and restores the focus.
    final func keepingFocus(_ change: () -> Void) {
        guard let root = gtk_widget_get_root(widget), let focus else { return change() }
        let held = Widget(borrowing: UnsafeMutableRawPointer(focus))
        gtk_root_set_focus(root, nil)
        change()
        // In an entry, grabbing the focus would select the text.
        gtk_root_set_focus(root, held.widget)
    }

    private var focus: UnsafeMutablePointer<GtkWidget>? {
        gtk_widget_get_root(widget).flatMap { gtk_root_get_focus($0) }
    }
}
