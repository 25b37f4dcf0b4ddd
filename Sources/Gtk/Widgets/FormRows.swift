import CGtk
import GLib

/// A row of a boxed list with a switch.
@MainActor
public final class SwitchRow: Widget {
    /// A row with a title.
    public convenience init(title: String) {
        self.init(made: adw_action_row_new())
        adw_preferences_row_set_use_markup(cast(), 0)
        adw_preferences_row_set_use_underline(cast(), 1)
        adw_preferences_row_set_title(cast(), title)
        adw_action_row_set_title_lines(cast(), 0)
        adw_action_row_set_subtitle_lines(cast(), 0)
        guard let made = gtk_switch_new() else { preconditionFailure("GTK made no switch") }
        gtk_widget_set_valign(made, GTK_ALIGN_CENTER)
        adw_action_row_add_suffix(cast(), made)
        adw_action_row_set_activatable_widget(cast(), made)
        // Screen readers say the row once, as its switch.
        gtk_widget_set_focusable(widget, 0)
        let control = Switch(borrowing: UnsafeMutableRawPointer(made))
        // The row names its switch, but with the mnemonic's underscore.
        gtk_accessible_reset_relation(control.opaque, GTK_ACCESSIBLE_RELATION_LABELLED_BY)
        control.setAccessibleLabel(title.withoutMnemonic)
        attach(control, as: Self.key)
    }

    private static let key: AttachmentKey = "cameo-switch"
    private var control: Switch? { attachment(Self.key) }

    /// Whether the switch is on.
    public var isOn: Bool {
        get { control?.isActive ?? false }
        set { control?.isActive = newValue }
    }

    /// Calls back when the switch changes.
    public func onSwitched(_ handler: @escaping @MainActor (Bool) -> Void) {
        control?.onActiveChange(handler)
    }
}

/// A row of a boxed list with inner rows, which a click shows and hides (AdwExpanderRow).
@MainActor
public final class ExpanderRow: Widget {
    /// A row with a title.
    public convenience init(title: String, subtitle: String = "") {
        self.init(made: adw_expander_row_new())
        adw_preferences_row_set_use_markup(cast(), 0)
        adw_preferences_row_set_use_underline(cast(), 1)
        setSaidAsOne()
        self.title = title
        self.subtitle = subtitle
    }

    /// The title.
    public var title: String {
        get { String(cString: adw_preferences_row_get_title(cast())) }
        set {
            adw_preferences_row_set_title(cast(), newValue)
            setRowAccessibleLabel(newValue.withoutMnemonic)
        }
    }

    /// Shows the whole title, on several lines if needed.
    public func wrapsTitle() {
        if let line = Self.firstLine(in: self) { adw_action_row_set_title_lines(line.cast(), 0) }
    }

    /// Sets the accessible name of the clickable part of the row, in place of the title.
    public func setRowAccessibleLabel(_ label: String) {
        guard let line = Self.firstLine(in: self) else { return }
        ActionRow(borrowing: line.pointer).setRowAccessibleLabel(label)
    }

    /// Lets a screen reader stop once at the clickable part of the row. The name of this part contains all its texts. The outer
    /// box with the inner rows has no row role. To be called before any row is added.
    private func setSaidAsOne() {
        setAccessibleGroup()
        Self.firstLine(in: self)?.hideTexts()
    }

    /// Describes the clickable part of the row: a screen reader says it on demand, not at each change. Empty for none.
    public func setRowAccessibleDescription(_ sentence: String) {
        Self.firstLine(in: self)?.setAccessibleDescription(sentence.isEmpty ? nil : sentence)
    }

    private static func firstLine(in widget: Widget) -> Widget? {
        let isLine = g_type_check_instance_is_a(widget.cast(), adw_action_row_get_type()) != 0
        return isLine ? widget : widget.children.lazy.compactMap(firstLine).first
    }

    /// The dimmed text below the title.
    public var subtitle: String {
        get { String(cString: adw_expander_row_get_subtitle(cast())) }
        set { adw_expander_row_set_subtitle(cast(), newValue) }
    }

    /// Adds a row at the end. It wraps another widget, such as buttons, in a row without focus and without an accessible name.
    /// Returns the row, which can be removed.
    @discardableResult
    public func add(_ row: Widget) -> Widget {
        guard g_type_check_instance_is_a(row.cast(), gtk_list_box_row_get_type()) == 0 else {
            adw_expander_row_add_row(cast(), row.widget)
            return row
        }
        let around = ContentRow(row)
        adw_expander_row_add_row(cast(), around.widget)
        return around
    }

    /// Calls back when the inner rows are shown.
    public func onExpanded(_ handler: @escaping @MainActor () -> Void) {
        let address = pointer
        onChange(of: "expanded") {
            if adw_expander_row_get_expanded(address.assumingMemoryBound(to: AdwExpanderRow.self)) != 0 { handler() }
        }
    }

    /// Removes a widget.
    public func remove(_ row: Widget) {
        adw_expander_row_remove(cast(), row.widget)
    }

    /// Adds a widget before the title.
    public func addPrefix(_ child: Widget) {
        adw_expander_row_add_prefix(cast(), child.widget)
    }

    /// Adds a widget at the end of the row, before the arrow.
    public func addAction(_ child: Widget) {
        adw_expander_row_add_action(cast(), child.widget)
    }

    /// Whether the inner rows show.
    public var isExpanded: Bool {
        get { adw_expander_row_get_expanded(cast()) != 0 }
        set { adw_expander_row_set_expanded(cast(), newValue ? 1 : 0) }
    }

    /// Adds a switch to the row; only with it on, the inner rows can be shown.
    public func showSwitch() {
        adw_expander_row_set_show_enable_switch(cast(), 1)
        // libadwaita gives the switch no name.
        Self.firstSwitch(in: self)?.setAccessibleLabel(title.withoutMnemonic)
    }

    private static func firstSwitch(in widget: Widget) -> Widget? {
        let isSwitch = g_type_check_instance_is_a(widget.cast(), gtk_switch_get_type()) != 0
        return isSwitch ? widget : widget.children.lazy.compactMap(firstSwitch).first
    }

    /// Whether the switch is on.
    public var isOn: Bool {
        get { adw_expander_row_get_enable_expansion(cast()) != 0 }
        set { adw_expander_row_set_enable_expansion(cast(), newValue ? 1 : 0) }
    }

    /// Calls back when the switch changes.
    public func onSwitched(_ handler: @escaping @MainActor (Bool) -> Void) {
        let address = pointer
        onChange(of: "enable-expansion") {
            handler(adw_expander_row_get_enable_expansion(address.assumingMemoryBound(to: AdwExpanderRow.self)) != 0)
        }
    }
}

private extension Widget {
    /// Removes the labels and images in the widget from the accessibility tree.
    func hideTexts() {
        for part in children {
            for type in [gtk_label_get_type(), gtk_image_get_type()]
            where g_type_check_instance_is_a(part.cast(), type) != 0 {
                part.setAccessibleHidden()
            }
            part.hideTexts()
        }
    }
}

/// A row of a boxed list with a text of several lines.
@MainActor
public final class TextRow: Widget, BoundedRow {
    /// A row with a title. It is as high as its text, and a click anywhere in it focuses the text.
    public convenience init(title: String) {
        self.init(made: adw_preferences_row_new())
        adw_preferences_row_set_title(cast(), title.withoutMnemonic)
        gtk_widget_set_focusable(widget, 0)
        gtk_list_box_row_set_activatable(cast(), 0)
        guard let view = gtk_text_view_new() else { preconditionFailure("GTK made no text view") }
        let text = view.withMemoryRebound(to: GtkTextView.self, capacity: 1) { $0 }
        gtk_text_view_set_wrap_mode(text, GTK_WRAP_WORD_CHAR)
        // Tab moves to the next row.
        gtk_text_view_set_accepts_tab(text, 0)
        let caption = Label("", classes: ["caption", "dim-label"])
        gtk_label_set_text_with_mnemonic(caption.opaque, title)
        gtk_label_set_mnemonic_widget(caption.opaque, view)
        caption.lineAlignment = 0
        caption.horizontalAlignment = .start
        let box = Box(.vertical, spacing: 3)
        box.setMargins(top: 9, bottom: 9, start: 12, end: 12)
        box.addClass("text-row")
        box.append(caption)
        let wrapped = Widget(made: view)
        wrapped.noticeComposition()
        // GTK 4.8 would say both the caption and the name.
        gtk_accessible_reset_relation(wrapped.opaque, GTK_ACCESSIBLE_RELATION_LABELLED_BY)
        wrapped.setAccessibleLabel(title.withoutMnemonic)
        box.append(wrapped)
        // The view lives as long as the box around it.
        box.onPress { gtk_widget_grab_focus(view) }
        addClass("text-entry")
        gtk_list_box_row_set_child(cast(), box.widget)
        setAccessibleLabel(title.withoutMnemonic)
        attach(wrapped, as: Self.key)
        boundInsertions()
    }

    private static let key: AttachmentKey = "cameo-text"
    private var view: Widget? { attachment(Self.key) }

    private var buffer: UnsafeMutablePointer<GtkTextBuffer>? {
        view.flatMap { gtk_text_view_get_buffer($0.cast()) }
    }

    /// The text of the row. A text that exceeds the bound shows its beginning, cannot be edited, and keeps its value.
    public var text: String {
        get { Self.text(of: buffer) }
        set {
            guard newValue != text, let buffer, let view else { return }
            let (shown, isHeld) = TextBound.text.fitted(newValue)
            Object(borrowing: UnsafeMutableRawPointer(buffer))
                .attach(isHeld ? HeldText(newValue) : nil, as: HeldText.key)
            gtk_text_view_set_editable(view.cast(), isHeld ? 0 : 1)
            gtk_text_buffer_set_text(buffer, shown, -1)
        }
    }

    /// Cuts typed and pasted text at the bound.
    private func boundInsertions() {
        guard let buffer else { return }
        let address = UnsafeMutableRawPointer(buffer)
        Object(borrowing: address).on("insert-text") { arguments in
            // No letter has more bytes. The last one may be incomplete, and is beyond the bound.
            let most = Int32(4 * (TextBound.text.maxLength + 2))
            guard let place = arguments.boxed(0), let new = arguments.text(1, length: min(arguments.int(2), most))
            else {
                return
            }
            let buffer = address.assumingMemoryBound(to: GtkTextBuffer.self)
            let iterator = place.assumingMemoryBound(to: GtkTextIter.self)
            let offset = Int(gtk_text_iter_get_offset(iterator))
            let former = Self.shownText(of: buffer)
            guard let part = TextBound.text.part(of: new, thatFitsInto: former, at: offset) else { return }
            g_signal_stop_emission_by_name(address, "insert-text")
            if !part.isEmpty { gtk_text_buffer_insert(buffer, iterator, part, -1) }
            Object.attachment(CutHandler.key, of: address, as: CutHandler.self)?.handler()
        }
    }

    /// Calls back after a typed or pasted text was cut at the bound.
    public func onCut(_ handler: @escaping @MainActor () -> Void) {
        guard let buffer else { return }
        Object(borrowing: UnsafeMutableRawPointer(buffer)).attach(CutHandler(handler), as: CutHandler.key)
    }

    private static func text(of buffer: UnsafeMutablePointer<GtkTextBuffer>?) -> String {
        guard let buffer else { return "" }
        return attachment(HeldText.key, of: UnsafeMutableRawPointer(buffer), as: HeldText.self)?.text
            ?? shownText(of: buffer)
    }

    private static func shownText(of buffer: UnsafeMutablePointer<GtkTextBuffer>) -> String {
        var (start, end) = (GtkTextIter(), GtkTextIter())
        gtk_text_buffer_get_bounds(buffer, &start, &end)
        guard let text = gtk_text_buffer_get_text(buffer, &start, &end, 0) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }

    /// Calls back with each change of the text.
    public func onTextChange(_ handler: @escaping @MainActor (String) -> Void) {
        guard let buffer else { return }
        // The row owns the text view, and the text view owns the buffer.
        let address = buffer
        Object(borrowing: UnsafeMutableRawPointer(buffer)).on("changed") { _ in handler(Self.text(of: address)) }
    }

    /// Marks the typed text as invalid and tells screen readers the reason; nil for a valid text.
    public func showError(_ sentence: String?) {
        let isEditable = view.map { gtk_text_view_get_editable($0.cast()) != 0 } ?? false
        setClass("error", sentence != nil && isEditable)
        view?.setAccessibleInvalid(isEditable ? sentence : nil)
        if !isEditable { view?.setAccessibleDescription(sentence) }
    }
}
