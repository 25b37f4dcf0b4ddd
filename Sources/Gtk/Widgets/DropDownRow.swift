import CGtk
import GLib

/// A row of a boxed list with a choice of one text (GtkDropDown). Typing searches the open list.
@MainActor
public final class DropDownRow: Widget {
    /// A row with a choice of texts; the first one is chosen.
    public convenience init(title: String, texts: [String]) {
        self.init(made: adw_action_row_new())
        adw_preferences_row_set_title(cast(), title)
        adw_action_row_set_title_lines(cast(), 0)
        guard let list = gtk_string_list_new(nil) else { preconditionFailure("GTK made no list") }
        for text in texts { gtk_string_list_append(list, text) }
        // The drop-down takes over both references.
        let expression = gtk_property_expression_new(gtk_string_object_get_type(), nil, "string")
        let control = Widget(made: gtk_drop_down_new(list, expression))
        gtk_drop_down_set_enable_search(control.opaque, 1)
        control.verticalAlignment = .center
        adw_action_row_add_suffix(cast(), control.widget)
        adw_action_row_set_activatable_widget(cast(), control.widget)
        // Otherwise a screen reader would say the row as well as the control.
        gtk_widget_set_focusable(widget, 0)
        gtk_accessible_reset_relation(control.opaque, GTK_ACCESSIBLE_RELATION_LABELLED_BY)
        control.setAccessibleLabel(title)
        attach(control, as: Self.key)
        Self.typesIntoSearch(control)
    }

    /// Moves the focus to the search entry: GTK focuses the selected item, where letters have no effect.
    private static func typesIntoSearch(_ control: Widget) {
        guard let search = first(gtk_search_entry_get_type(), in: control),
            let popover = gtk_widget_get_ancestor(search.widget, gtk_popover_get_type())
        else { return }
        Widget(borrowing: UnsafeMutableRawPointer(popover)).on("map") { [weak search] _ in
            search?.afterNextFrame { search?.grabFocus() }
        }
        control.attach(search, as: "cameo-search")
    }

    private static func first(_ type: GType, in widget: Widget) -> Widget? {
        if g_type_check_instance_is_a(widget.cast(), type) != 0 { return widget }
        return widget.children.lazy.compactMap { first(type, in: $0) }.first
    }

    private static let key: AttachmentKey = "cameo-drop-down"
    private var control: Widget? { attachment(Self.key) }

    /// The position of the chosen text; nil without one.
    public var selected: Int? {
        get {
            let position = control.map { gtk_drop_down_get_selected($0.opaque) }
            return position == GTK_INVALID_LIST_POSITION ? nil : position.map { Int($0) }
        }
        set {
            guard newValue != selected, let control else { return }
            gtk_drop_down_set_selected(
                control.opaque, newValue.map { guint(clamping: $0) } ?? GTK_INVALID_LIST_POSITION)
        }
    }

    /// Calls back with the position when another text is chosen; nil for none.
    public func onSelected(_ handler: @escaping @MainActor (Int?) -> Void) {
        // The handler ends with the row's content, so the address outlives it. The wrapper may be released at once.
        let row = pointer
        control?.onChange(of: "selected") { handler(DropDownRow(borrowing: row).selected) }
    }
}
