import CGtk
import GLib

/// A list of completions below an entry. The entry keeps the focus. Down and Up move in the open list, and nowhere while it is
/// closed. Return takes the chosen completion, Escape closes the list.
@MainActor
public final class Suggestions {
    /// Called with the position of a chosen completion.
    public var onChosen: ((Int) -> Void)?
    /// The screen reader's description of the entry while the list is open: the number of completions, and the chosen one.
    public var accessibleDescription: ((_ count: Int, _ chosen: String?) -> String)?

    private let popover: Widget
    private let list: Widget
    private let row: EntryRow
    private var names: [String] = []
    private var count: Int { names.count }
    private var chosen: Int?
    /// Whether the list is open, or about to be.
    private var isWanted = false
    /// After so many frames a row's position is final.
    private static let maxFrames = 10

    /// A list below a row, which is released together with it.
    public init(below row: EntryRow) {
        self.row = row
        popover = Widget(made: gtk_popover_new())
        list = Widget(made: gtk_list_box_new())
        list.addClass("suggestions")
        gtk_list_box_set_selection_mode(list.opaque, GTK_SELECTION_BROWSE)
        gtk_list_box_set_activate_on_single_click(list.opaque, 1)
        let scroll = ScrolledWindow(list)
        scroll.scrollsVerticallyOnly()
        gtk_scrolled_window_set_propagate_natural_height(scroll.opaque, 1)
        gtk_scrolled_window_set_propagate_natural_width(scroll.opaque, 1)
        gtk_scrolled_window_set_max_content_height(scroll.opaque, 320)
        gtk_popover_set_child(popover.cast(), scroll.widget)
        gtk_popover_set_autohide(popover.cast(), 0)
        gtk_popover_set_has_arrow(popover.cast(), 0)
        gtk_popover_set_position(popover.cast(), GTK_POS_BOTTOM)
        gtk_widget_set_halign(popover.widget, GTK_ALIGN_START)
        gtk_widget_set_can_focus(popover.widget, 0)
        popover.addClass("menu")
        gtk_widget_set_parent(popover.widget, row.widget)
        // The row does not know the popover, which must be removed before it.
        let child = popover.widget
        row.on("destroy") { _ in gtk_widget_unparent(child) }
        list.on("row-activated") { [weak self] arguments in
            guard let row = arguments.object(0) else { return }
            self?.choose(Int(gtk_list_box_row_get_index(row.assumingMemoryBound(to: GtkListBoxRow.self))))
        }
        row.onKeyPressed { [weak self] in self?.pressed($0) ?? false }
        row.onFocusChange { [weak self] hasFocus in if !hasFocus { self?.hide() } }
    }

    /// Whether the list is on the screen.
    public var isOpen: Bool { popover.isVisible && popover.isMapped }

    /// Shows rows to choose from, each with its name; an empty array closes the list.
    public func show(_ rows: [(widget: Widget, name: String)]) {
        while let row = gtk_list_box_get_row_at_index(list.opaque, 0) {
            gtk_list_box_remove(list.opaque, UnsafeMutableRawPointer(row).assumingMemoryBound(to: GtkWidget.self))
        }
        names = rows.map(\.name)
        chosen = nil
        for (widget, name) in rows {
            let row = Widget(made: gtk_list_box_row_new())
            gtk_list_box_row_set_child(row.cast(), widget.widget)
            gtk_widget_set_focusable(row.widget, 0)
            row.setAccessibleLabel(name)
            gtk_list_box_append(list.opaque, row.widget)
        }
        guard count > 0 else { return hide() }
        gtk_list_box_unselect_all(list.opaque)
        isWanted = true
        open(within: Self.maxFrames)
        describe()
    }

    /// Closes the list.
    public func hide() {
        guard isWanted || popover.isVisible else { return }
        isWanted = false
        row.entry.setAccessibleDescription(nil)
        if popover.isVisible { gtk_popover_popdown(popover.cast()) }
    }
}

private extension Suggestions {
    /// A row that has just got the focus may be scrolled into view only by the next frames. A list below a hidden row has no
    /// place on any monitor.
    func open(within frames: Int) {
        guard isWanted else { return }
        if isRowInSight { return gtk_popover_popup(popover.cast()) }
        guard frames > 0 else { return hide() }
        row.afterNextFrame { [weak self] in self?.open(within: frames - 1) }
    }

    /// Whether at least a part of the row is visible. Of a row at the end of the page only the beginning may show.
    var isRowInSight: Bool {
        guard let root = gtk_widget_get_root(row.widget) else { return false }
        let window = Widget(borrowing: UnsafeMutableRawPointer(root))
        guard let top = row.top(in: window) else { return false }
        return top < Double(window.height) && top + Double(row.height) > 0
    }

    func pressed(_ key: Key) -> Bool {
        guard !row.isComposing else { return false }
        // While the list is closed, GTK would move to another row, and Return would act there.
        guard isOpen else { return (key.isDown || key.isUp) && row.isTypedIn }
        if key.isDown { return move(by: 1) }
        if key.isUp { return move(by: -1) }
        if key.isReturn, let chosen {
            choose(chosen)
            return true
        }
        if key.isEscape {
            hide()
            return true
        }
        return false
    }

    func move(by step: Int) -> Bool {
        let next = chosen.map { ($0 + step + count) % count } ?? (step > 0 ? 0 : count - 1)
        chosen = next
        gtk_list_box_select_row(list.opaque, gtk_list_box_get_row_at_index(list.opaque, Int32(next)))
        describe()
        return true
    }

    /// Adds the chosen completion to the entry's description, because the entry keeps the focus.
    func describe() {
        row.entry.setAccessibleDescription(accessibleDescription?(count, chosen.map { names[$0] }))
    }

    func choose(_ position: Int) {
        hide()
        onChosen?(position)
    }
}
