import CGtk
import GLib

/// A row of a boxed list with a line of text (AdwEntryRow).
@MainActor
public final class EntryRow: Widget, BoundedRow {
    /// The purpose of the text, for on-screen keyboards and input methods.
    public enum Purpose: Sendable {
        case text, name, mail, phone, digits, link
    }

    /// The title's mnemonic focuses the text. A screen reader says the title without the underscore. `bound` is that of typed
    /// and pasted text.
    public convenience init(title: String, purpose: Purpose = .text, bound: TextBound = .typedLine) {
        self.init(made: adw_entry_row_new())
        setTitle(title)
        let gtk: GtkInputPurpose =
            switch purpose {
            case .text: GTK_INPUT_PURPOSE_FREE_FORM
            case .name: GTK_INPUT_PURPOSE_NAME
            case .mail: GTK_INPUT_PURPOSE_EMAIL
            case .phone: GTK_INPUT_PURPOSE_PHONE
            case .digits: GTK_INPUT_PURPOSE_DIGITS
            case .link: GTK_INPUT_PURPOSE_URL
            }
        adw_entry_row_set_input_purpose(cast(), gtk)
        delegate?.noticeComposition()
        // GTK cuts typed and pasted text at this length.
        if let delegate { gtk_text_set_max_length(delegate.cast(), Int32(bound.maxLength)) }
    }

    /// The inner text widget.
    private var delegate: Widget? {
        gtk_editable_get_delegate(opaque).map { Widget(borrowing: UnsafeMutableRawPointer($0)) }
    }

    /// The widget that screen readers know as the entry. It is the row with older versions of libadwaita, and its inner text
    /// with newer ones.
    var entry: Widget {
        gtk_accessible_get_accessible_role(opaque) == GTK_ACCESSIBLE_ROLE_TEXT_BOX ? self : delegate ?? self
    }

    /// Sets the title, which names the field.
    public func setTitle(_ title: String) {
        adw_preferences_row_set_use_underline(cast(), 1)
        adw_preferences_row_set_title(cast(), title)
        // libadwaita names the row by both labels of its title, so screen readers would say it twice.
        gtk_accessible_reset_relation(opaque, GTK_ACCESSIBLE_RELATION_LABELLED_BY)
        setAccessibleLabel(title.withoutMnemonic)
    }

    /// The text of the row. Undo does not go behind a text that the program sets. A text that exceeds the bound of a line shows
    /// its beginning, cannot be edited, and keeps its value.
    public var text: String {
        get { Self.text(of: pointer) }
        set { show(newValue, within: .line) }
    }

    /// Shows a text that was typed. It may be longer than a line that servers accept.
    public func showTyped(_ typed: String) {
        show(typed, within: .typedLine)
    }

    private func show(_ newText: String, within bound: TextBound) {
        guard newText != text else { return }
        let (shown, isHeld) = bound.fitted(newText)
        attach(isHeld ? HeldText(newText) : nil, as: HeldText.key)
        gtk_editable_set_editable(opaque, isHeld ? 0 : 1)
        gtk_editable_set_text(opaque, shown)
        gtk_editable_set_enable_undo(opaque, 0)
        gtk_editable_set_enable_undo(opaque, 1)
    }

    private static func text(of row: UnsafeMutableRawPointer) -> String {
        attachment(HeldText.key, of: row, as: HeldText.self)?.text
            ?? String(cString: gtk_editable_get_text(OpaquePointer(row)))
    }

    /// Replaces the typed text. Undo restores it.
    public func complete(to newText: String) {
        guard newText != text, let delegate else { return }
        cgtk_text_replace(delegate.widget, newText)
    }

    /// Whether the text itself has the focus, and not a widget beside it.
    var isTypedIn: Bool { delegate?.hasFocus ?? false }

    /// Calls back with each change of the text.
    public func onTextChange(_ handler: @escaping @MainActor (String) -> Void) {
        // The handler ends with the row, so the address outlives it. The wrapper may be released at once.
        let address = pointer
        on("changed") { _ in handler(Self.text(of: address)) }
    }

    /// Calls back after a typed or pasted text was cut at the bound.
    public func onCut(_ handler: @escaping @MainActor () -> Void) {
        guard let delegate else { return }
        let address = delegate.pointer
        delegate.on("insert-text") { arguments in
            let text = Widget(borrowing: address)
            let most = gtk_text_get_max_length(text.cast())
            // No letter has more bytes.
            guard let new = arguments.text(0, length: min(arguments.int(1), 4 * (most + 1))) else { return }
            let room = Int(most) - Int(gtk_text_get_text_length(text.cast()))
            // GTK cuts the text, and tells the change of the entry, after this signal.
            if new.unicodeScalars.count > room { Task { handler() } }
        }
    }

    /// Keeps `isUndoing` up to date.
    public func noticesUndo() {
        let row = pointer.assumingMemoryBound(to: GObject.self)
        func note(_ isUndo: Bool) { g_object_set_data(row, Self.undoKey, isUndo ? row : nil) }
        let keys = ["<Control>z", "<Control><Shift>z", "<Control>y"].map { KeyCombination($0) }
        onKeyEvent { event in
            note(keys.contains { $0.matches(event) })
            return false
        }
        onPress { note(false) }
    }

    private static let undoKey = "cameo-undoing"

    /// Whether the present change of the text restores a former text: the person has just pressed the keys for undo or redo.
    public var isUndoing: Bool { g_object_get_data(cast(), Self.undoKey) != nil }

    /// Calls back when Return is pressed.
    public func onEntryActivated(_ handler: @escaping @MainActor () -> Void) {
        on("entry-activated") { _ in handler() }
    }

    /// Moves the cursor to the end of the text.
    public func moveCursorToEnd() {
        gtk_editable_set_position(opaque, -1)
    }

    /// Sets left to right as the direction: mail addresses, numbers and links have it in every language.
    public func readsLeftToRight() {
        if let delegate { gtk_widget_set_direction(delegate.widget, GTK_TEXT_DIR_LTR) }
    }

    /// Adds a widget before the title.
    public func addPrefix(_ child: Widget) {
        adw_entry_row_add_prefix(cast(), child.widget)
    }

    /// Adds a widget at the end.
    public func addSuffix(_ child: Widget) {
        adw_entry_row_add_suffix(cast(), child.widget)
    }

    /// The description of the line for a screen reader; nil for none.
    public func setEntryDescription(_ sentence: String?) {
        entry.setAccessibleDescription(sentence)
    }

    /// Marks the text as invalid and tells screen readers the reason; nil for a valid text. A text that cannot be edited is
    /// never invalid.
    public func showError(_ sentence: String?) {
        let isEditable = gtk_editable_get_editable(opaque) != 0
        setClass("error", sentence != nil && isEditable)
        entry.setAccessibleInvalid(isEditable ? sentence : nil)
        if !isEditable { entry.setAccessibleDescription(sentence) }
    }
}

extension String {
    /// A label's text for reading: an underscore marks a mnemonic, and two of them are one underscore.
    public var withoutMnemonic: String {
        replacing("__", with: "\u{0}").replacing("_", with: "").replacing("\u{0}", with: "_")
    }

    /// A label's text with escaped underscores, so that they mark no mnemonic.
    public var escapingMnemonic: String { replacing("_", with: "__") }
}
