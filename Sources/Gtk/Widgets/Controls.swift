import CGtk
import GLib

/// A push button (GtkButton).
@MainActor
public final class Button: Widget {
    public override class var gType: UInt { gtk_button_get_type() }

    /// A button with a label.
    public convenience init(_ label: String) {
        self.init(made: gtk_button_new_with_label(label))
    }

    /// A button with only an icon. Its tooltip is also its accessible name.
    public convenience init(icon: String, tooltip: String) {
        self.init(made: gtk_button_new_from_icon_name(icon))
        self.tooltip = tooltip
        setAccessibleLabel(tooltip)
    }

    /// The text of the button.
    public var label: String {
        get { gtk_button_get_label(cast()).map { String(cString: $0) } ?? "" }
        set { gtk_button_set_label(cast(), newValue) }
    }

    /// Lets the label wrap where one line has not enough room.
    public func wrapsLabel() {
        // The child of a button with a text is its label.
        guard !label.isEmpty, let child = gtk_button_get_child(cast()) else { return }
        let text = Label(borrowing: UnsafeMutableRawPointer(child))
        text.wraps()
        text.lineAlignment = 0.5
    }

    /// The name of the icon; nil for none.
    public var icon: String? {
        get { gtk_button_get_icon_name(cast()).map { String(cString: $0) } }
        set { gtk_button_set_icon_name(cast(), newValue) }
    }

    /// Shows a child in place of the label. The caller then sets the accessible name.
    public func setChild(_ child: Widget) {
        // Newer versions of GTK would still name the button by the removed label, in spite of any other name.
        gtk_accessible_reset_relation(opaque, GTK_ACCESSIBLE_RELATION_LABELLED_BY)
        gtk_button_set_child(cast(), child.widget)
    }

    /// Calls back when it is clicked.
    public func onClicked(_ handler: @escaping @MainActor () -> Void) {
        on("clicked") { _ in handler() }
    }
}

/// A button that opens a menu.
@MainActor
public final class MenuButton: Widget {
    /// A button with an icon that opens a menu.
    public convenience init(icon: String, tooltip: String, menu: Menu) {
        self.init(made: gtk_menu_button_new())
        gtk_menu_button_set_menu_model(opaque, menu.cast())
        show(icon: icon, tooltip: tooltip)
    }

    /// Sets the icon of the button, and its tooltip, which is also its accessible name.
    public func show(icon: String, tooltip: String) {
        gtk_menu_button_set_icon_name(opaque, icon)
        self.tooltip = tooltip
        setAccessibleLabel(tooltip)
    }

    /// Opens the menu, as a click does.
    public func open() {
        gtk_menu_button_popup(opaque)
    }

    /// Opens with F10, as the window's main menu does.
    public func setPrimary() {
        gtk_menu_button_set_primary(opaque, 1)
    }
}

/// A line of text that a person types: GtkEntry, GtkPasswordEntry, AdwEntryRow and similar widgets.
@MainActor
public final class Entry: Widget {
    public override class var gType: UInt { gtk_editable_get_type() }

    /// The typed text, also of an entry that hides it.
    public var text: String {
        get { secret?.secret ?? String(cString: gtk_editable_get_text(opaque)) }
        set { gtk_editable_set_text(opaque, newValue) }
    }

    /// Hides the typed text on the screen and from other programs. Pasting remains possible.
    public func hideText() {
        guard let delegate = gtk_editable_get_delegate(opaque) else { return }
        let buffer = SecretBuffer()
        buffer.use(in: Widget(borrowing: UnsafeMutableRawPointer(delegate)))
        attach(buffer, as: Self.secretKey)
    }

    private static let secretKey: AttachmentKey = "cameo-secret-buffer"
    private var secret: SecretBuffer? { attachment(Self.secretKey) }

    /// Whether a person can change the text.
    public var isEditable: Bool {
        get { gtk_editable_get_editable(opaque) != 0 }
        set { gtk_editable_set_editable(opaque, newValue ? 1 : 0) }
    }

    /// Sets the length at which GTK cuts typed and pasted text, in characters.
    public func setMaxLength(_ length: Int) {
        guard let delegate = gtk_editable_get_delegate(opaque) else { return }
        let inner = Widget(borrowing: UnsafeMutableRawPointer(delegate))
        gtk_text_set_max_length(inner.cast(), Int32(clamping: length))
    }

    /// Calls back with each change of the text.
    public func onTextChange(_ handler: @escaping @MainActor () -> Void) {
        on("changed") { _ in handler() }
    }

    /// Selects the text, so that typing or pasting replaces it.
    public func selectAll() {
        gtk_editable_select_region(opaque, 0, -1)
    }

    /// The selected range of the text, in characters; nil without a selection.
    public var selection: Range<Int>? {
        var (start, end): (Int32, Int32) = (0, 0)
        guard gtk_editable_get_selection_bounds(opaque, &start, &end) != 0 else { return nil }
        return Int(start)..<Int(end)
    }

    /// Sets the accessible name of a boxed list's row with a text field.
    public func setTextAccessibleLabel(_ label: String) {
        // libadwaita names the row by both labels of its title, so screen readers would say it twice.
        gtk_accessible_reset_relation(opaque, GTK_ACCESSIBLE_RELATION_LABELLED_BY)
        setAccessibleLabel(label)
    }

    /// Calls back when Return is pressed in a row of a boxed list (AdwEntryRow).
    public func onEntryActivated(_ handler: @escaping @MainActor () -> Void) {
        on("entry-activated") { _ in handler() }
    }
}

/// A search entry.
@MainActor
public final class SearchEntry: Widget {
    /// An empty entry.
    public convenience init() {
        self.init(made: gtk_search_entry_new())
        guard let delegate = gtk_editable_get_delegate(opaque) else { return }
        let inner = Widget(borrowing: UnsafeMutableRawPointer(delegate))
        inner.noticeComposition()
        gtk_text_set_max_length(inner.cast(), Self.maxLength)
    }

    /// The length at which GTK cuts typed and pasted text, in characters. It lays out the whole text, and a search reads this
    /// much.
    private static let maxLength: Int32 = 300

    /// The text that it shows.
    public var text: String {
        get { String(cString: gtk_editable_get_text(opaque)) }
        set { gtk_editable_set_text(opaque, newValue) }
    }

    /// Sets the text that shows in an empty entry.
    public func setPlaceholder(_ text: String) {
        setProperty("placeholder-text", to: text)
    }

    /// Typing anywhere in the widget begins a search: the entry gets keys that no other widget handles. Nil ends that.
    public func captureKeys(of other: Widget?) {
        gtk_search_entry_set_key_capture_widget(opaque, other?.widget)
    }

    /// Calls back when the first letter is typed outside of the entry.
    public func onSearchStarted(_ handler: @escaping @MainActor () -> Void) {
        on("search-started") { _ in handler() }
    }

    /// Selects the text, so that typing replaces it.
    public func selectAll() {
        gtk_editable_select_region(opaque, 0, -1)
    }

    /// Moves the cursor to the end, so that typing appends to the text.
    public func moveCursorToEnd() {
        gtk_editable_set_position(opaque, -1)
    }

    /// Calls back with each change of the text.
    public func onTextChange(_ handler: @escaping @MainActor () -> Void) {
        on("changed") { _ in handler() }
    }

    /// Calls back shortly after the last change, for a search.
    public func onSearchChanged(_ handler: @escaping @MainActor () -> Void) {
        on("search-changed") { _ in handler() }
    }

    /// Calls back when Return is pressed.
    public func onActivate(_ handler: @escaping @MainActor () -> Void) {
        on("activate") { _ in handler() }
    }

    /// Calls back when Escape is pressed.
    public func onStopSearch(_ handler: @escaping @MainActor () -> Void) {
        on("stop-search") { _ in handler() }
    }
}

/// A switch.
@MainActor
public final class Switch: Widget {
    public override class var gType: UInt { gtk_switch_get_type() }

    /// Whether it is switched on.
    public var isActive: Bool {
        get { gtk_switch_get_active(opaque) != 0 }
        set { gtk_switch_set_active(opaque, newValue ? 1 : 0) }
    }

    /// Calls back when it is switched on or off.
    public func onActiveChange(_ handler: @escaping @MainActor (Bool) -> Void) {
        // The handler ends with the switch, so the address outlives it. The wrapper may be released at once.
        let address = opaque
        onChange(of: "active") { handler(gtk_switch_get_active(address) != 0) }
    }
}
