import CGtk
import GLib

/// A page about a state or a problem: an icon, a title, a sentence, perhaps a button.
@MainActor
public final class StatusPage: Widget {
    /// A page with a large icon, a title and a description.
    public convenience init(icon: String, title: String, description: String = "") {
        self.init(made: adw_status_page_new())
        adw_status_page_set_icon_name(opaque, icon)
        self.title = title
        self.description = description
    }

    /// The title.
    public var title: String {
        get { String(cString: adw_status_page_get_title(opaque)) }
        set { adw_status_page_set_title(opaque, escapingMarkup(newValue)) }
    }

    public var description: String {
        get { adw_status_page_get_description(opaque).map { String(cString: $0) } ?? "" }
        set { adw_status_page_set_description(opaque, escapingMarkup(newValue)) }
    }

    /// Sets the widget below the texts.
    public func setChild(_ child: Widget) {
        adw_status_page_set_child(opaque, child.widget)
    }
}

/// A boxed list with a heading.
@MainActor
public final class PreferencesGroup: Widget {
    /// A group of rows under a title; an empty title is hidden.
    public convenience init(title: String = "") {
        self.init(made: adw_preferences_group_new())
        adw_preferences_group_set_title(cast(), escapingMarkup(title))
    }

    /// Adds a row at the end.
    public func add(_ row: Widget) {
        adw_preferences_group_add(cast(), row.widget)
    }

    /// Inserts a row after another one of the group.
    public func insert(_ row: Widget, after sibling: Widget) {
        guard let list = sibling.parent else { return }
        gtk_list_box_insert(list.opaque, row.widget, gtk_list_box_row_get_index(sibling.cast()) + 1)
    }

    /// Inserts a row before another one of the group.
    public func insert(_ row: Widget, before sibling: Widget) {
        guard let list = sibling.parent else { return }
        gtk_list_box_insert(list.opaque, row.widget, gtk_list_box_row_get_index(sibling.cast()))
    }

    /// Removes a widget.
    public func remove(_ row: Widget) {
        adw_preferences_group_remove(cast(), row.widget)
    }
}

/// A row of a boxed list: a title, a second line, widgets before and after. A row without an action takes no focus, and Tab
/// reaches its widgets.
@MainActor
public final class ActionRow: Widget {
    public override class var gType: UInt { adw_action_row_get_type() }

    private convenience init() {
        guard let made = g_object_new_with_properties(actionRowType, 0, nil, nil) else {
            preconditionFailure("GTK made no row")
        }
        self.init(sinking: UnsafeMutableRawPointer(made))
        gtk_widget_set_focusable(widget, 0)
    }

    /// A row with a title and a dimmed text below it; neither is markup.
    public convenience init(title: String, subtitle: String = "") {
        self.init()
        // Texts from contacts must not be parsed as markup.
        adw_preferences_row_set_use_markup(cast(), 0)
        self.title = title
        self.subtitle = subtitle
        adw_action_row_set_title_lines(cast(), 0)
        adw_action_row_set_subtitle_lines(cast(), 0)
    }

    /// A row with its own texts in place of the title and the second line. It has any number of labels, with the classes
    /// `title` and `subtitle`.
    public convenience init(prefix: Widget, texts: TextColumn, suffixes: Box) {
        self.init()
        let header = Box(.horizontal)
        let prefixes = Box(.horizontal)
        prefixes.append(prefix)
        // The style classes of libadwaita for the parts of such a row.
        let parts: [(Widget, String)] = [
            (header, "header"), (prefixes, "prefixes"), (texts, "title"), (suffixes, "suffixes"),
        ]
        for (part, name) in parts {
            part.addClass(name)
        }
        header.verticalAlignment = .center
        texts.verticalAlignment = .center
        texts.expandsHorizontally = true
        for (part, _) in parts.dropFirst() { header.append(part) }
        gtk_list_box_row_set_child(cast(), header.widget)
    }

    /// The title.
    public var title: String {
        get { String(cString: adw_preferences_row_get_title(cast())) }
        set { adw_preferences_row_set_title(cast(), newValue) }
    }

    /// The dimmed text below the title.
    public var subtitle: String {
        get { adw_action_row_get_subtitle(cast()).map { String(cString: $0) } ?? "" }
        set { adw_action_row_set_subtitle(cast(), newValue) }
    }

    /// Adds a widget before the title.
    public func addPrefix(_ child: Widget) {
        adw_action_row_add_prefix(cast(), child.widget)
    }

    /// Adds a widget at the end.
    public func addSuffix(_ child: Widget) {
        adw_action_row_add_suffix(cast(), child.widget)
    }

    /// Sets the screen reader's name in place of the title. libadwaita would add the title to it.
    public func setRowAccessibleLabel(_ label: String) {
        gtk_accessible_reset_relation(opaque, GTK_ACCESSIBLE_RELATION_LABELLED_BY)
        gtk_accessible_reset_relation(opaque, GTK_ACCESSIBLE_RELATION_DESCRIBED_BY)
        setAccessibleLabel(label)
    }

    /// Makes the whole row clickable.
    public func onActivated(_ handler: @escaping @MainActor () -> Void) {
        gtk_list_box_row_set_activatable(cast(), 1)
        gtk_widget_set_focusable(widget, 1)
        on("activated") { _ in handler() }
    }
}

/// The bar at the top of a window.
@MainActor
public final class HeaderBar: Widget {
    /// A header bar without anything on it.
    public convenience init() {
        self.init(made: adw_header_bar_new())
    }

    /// Sets the widget in the middle.
    public func setTitle(_ title: Widget) {
        adw_header_bar_set_title_widget(opaque, title.widget)
    }

    /// Adds a widget at the beginning.
    public func packStart(_ child: Widget) {
        adw_header_bar_pack_start(opaque, child.widget)
    }

    /// Adds a widget at the end; the first one is outermost.
    public func packEnd(_ child: Widget) {
        adw_header_bar_pack_end(opaque, child.widget)
    }

    /// Removes a widget.
    public func remove(_ child: Widget) {
        adw_header_bar_remove(opaque, child.widget)
    }

    /// Whether the window's buttons at the beginning are shown.
    public var showsStartButtons: Bool {
        get { adw_header_bar_get_show_start_title_buttons(opaque) != 0 }
        set { adw_header_bar_set_show_start_title_buttons(opaque, newValue ? 1 : 0) }
    }

    /// Whether the window's buttons at the end are shown.
    public var showsEndButtons: Bool {
        get { adw_header_bar_get_show_end_title_buttons(opaque) != 0 }
        set { adw_header_bar_set_show_end_title_buttons(opaque, newValue ? 1 : 0) }
    }
}

/// A title with a second line below it.
@MainActor
public final class WindowTitle: Widget {
    /// A title with a dimmed text below it.
    public convenience init(_ title: String, subtitle: String = "") {
        self.init(made: adw_window_title_new(title, subtitle))
    }

    /// The title.
    public var title: String {
        get { String(cString: adw_window_title_get_title(opaque)) }
        set { adw_window_title_set_title(opaque, newValue) }
    }

    /// The dimmed text below the title.
    public var subtitle: String {
        get { String(cString: adw_window_title_get_subtitle(opaque)) }
        set { adw_window_title_set_subtitle(opaque, newValue) }
    }
}

/// Escapes a text as Pango markup.
func escapingMarkup(_ text: String) -> String {
    guard let escaped = g_markup_escape_text(text, -1) else { return "" }
    defer { g_free(escaped) }
    return String(cString: escaped)
}
