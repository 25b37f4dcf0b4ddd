import CGtk
import GLib

/// Support for typing in any widget.
extension Widget {
    /// Calls back when the focus enters or leaves the widget with its descendants.
    public final func onFocusChange(_ handler: @escaping @MainActor (Bool) -> Void) {
        guard let controller = gtk_event_controller_focus_new() else { return }
        let address = controller
        Object(borrowing: UnsafeMutableRawPointer(controller)).onChange(of: "contains-focus") {
            handler(gtk_event_controller_focus_contains_focus(address) != 0)
        }
        // The widget takes the only reference of the new controller.
        gtk_widget_add_controller(widget, controller)
    }

    /// Handles keys that the focused widget does not handle. The handler returns whether it used the key.
    public final func onUnusedKey(_ handler: @escaping @MainActor (Key) -> Bool) {
        guard let controller = gtk_event_controller_key_new() else { return }
        Object(borrowing: UnsafeMutableRawPointer(controller)).answer("key-pressed") { arguments in
            handler(Key(arguments))
        }
        gtk_widget_add_controller(widget, controller)
    }

    /// Calls back when Ctrl+Z is pressed, also on keyboards with other scripts. The handler returns whether it used the key;
    /// otherwise the key undoes a change of the focused text.
    public final func onUndo(_ handler: @escaping @MainActor () -> Bool) {
        let undo = KeyCombination("<Control>z")
        onKeyEvent { undo.matches($0) && handler() }
    }

    /// Lets Return activate the focused row of a boxed list. GTK leaves this to the window, but a search entry with key capture
    /// takes the key before.
    public final func activatesRowsByReturn() {
        onUnusedKey { [weak self] key in
            guard key.isPlainReturn, let focused = self?.focusedWidget,
                g_type_check_instance_is_a(focused.cast(), gtk_list_box_row_get_type()) != 0
            else { return false }
            return gtk_widget_activate(focused.widget) != 0
        }
    }

    /// Starts an action such as "win.save" at a shortcut in GTK's spelling, if the focused widget does not handle the key.
    public final func addShortcut(_ shortcut: String, for action: String) {
        guard let controller = gtk_shortcut_controller_new() else { return }
        gtk_shortcut_controller_add_shortcut(
            controller,
            gtk_shortcut_new(gtk_shortcut_trigger_parse_string(shortcut), gtk_named_action_new(action)))
        gtk_widget_add_controller(widget, controller)
    }

    /// Whether the mouse pointer is over the widget, or the focus is in it. The widget must not disappear then.
    public final var isHeldByPerson: Bool {
        gtk_widget_get_state_flags(widget).rawValue & GTK_STATE_FLAG_PRELIGHT.rawValue != 0 || containsFocus
    }

    /// Tells screen readers that the typed text is invalid, and why; nil for a valid text.
    public final func setAccessibleInvalid(_ sentence: String?) {
        var state = GTK_ACCESSIBLE_STATE_INVALID
        var value = GValue()
        // GTK reads the value as an integer, though its own function makes an enumeration.
        g_value_init(&value, cgtk_type_int())
        let token = sentence == nil ? GTK_ACCESSIBLE_INVALID_FALSE : GTK_ACCESSIBLE_INVALID_TRUE
        g_value_set_int(&value, gint(token.rawValue))
        gtk_accessible_update_state_value(opaque, 1, &state, &value)
        g_value_unset(&value)
        setAccessibleDescription(sentence)
    }

    /// Moves the focus to the widget after the row, as Return does in a form.
    public final func focusNext() {
        moveFocusOut(forward: true)
    }
}

extension Key {
    /// Whether it is Up, on the number pad too.
    public var isUp: Bool { value == UInt32(GDK_KEY_Up) || value == UInt32(GDK_KEY_KP_Up) }
    /// The step of a key without modifiers among the widgets of a row, for either text direction. 1 for Down and the arrow
    /// towards the end of a line, -1 for the opposite keys, nil for others.
    public func arrowStep(rightToLeft: Bool) -> Int? {
        guard !hasModifiers else { return nil }
        if isDown { return 1 }
        if isUp { return -1 }
        let sideways = rightToLeft ? -1 : 1
        if value == UInt32(GDK_KEY_Right) || value == UInt32(GDK_KEY_KP_Right) { return sideways }
        if value == UInt32(GDK_KEY_Left) || value == UInt32(GDK_KEY_KP_Left) { return -sideways }
        return nil
    }
    /// Whether it is Return, also on the number pad.
    public var isReturn: Bool {
        [GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_ISO_Enter].contains { value == UInt32($0) }
    }
    /// Return with Control.
    public var isControlReturn: Bool { isReturn && isControl }
    /// Whether it is Page Up, on the number pad too.
    public var isPageUp: Bool { value == UInt32(GDK_KEY_Page_Up) || value == UInt32(GDK_KEY_KP_Page_Up) }
    /// Whether it is Page Down, on the number pad too.
    public var isPageDown: Bool { value == UInt32(GDK_KEY_Page_Down) || value == UInt32(GDK_KEY_KP_Page_Down) }
    /// Return without another key.
    var isPlainReturn: Bool { isReturn && !hasModifiers && modifiers & GDK_SHIFT_MASK.rawValue == 0 }
    /// Delete with Control.
    public var isControlDelete: Bool {
        isControl && (value == UInt32(GDK_KEY_Delete) || value == UInt32(GDK_KEY_KP_Delete))
    }
    /// Delete alone.
    public var isDelete: Bool {
        !hasModifiers && modifiers & GDK_SHIFT_MASK.rawValue == 0
            && (value == UInt32(GDK_KEY_Delete) || value == UInt32(GDK_KEY_KP_Delete))
    }
    /// F2 alone.
    public var isF2: Bool { value == UInt32(GDK_KEY_F2) && !hasModifiers && modifiers & GDK_SHIFT_MASK.rawValue == 0 }

    /// A letter with Alt: the mnemonic of the widget with this letter underlined in its label.
    public var isMnemonic: Bool {
        modifiers & GDK_ALT_MASK.rawValue != 0 && gdk_keyval_to_unicode(value) >= 0x20
    }

    var isControl: Bool { modifiers & GDK_CONTROL_MASK.rawValue != 0 }

    /// The typed letter or digit; nil with Control or Alt.
    public var character: Character? {
        guard !hasModifiers, let scalar = Unicode.Scalar(gdk_keyval_to_unicode(value)), scalar.value >= 0x20 else {
            return nil
        }
        return Character(scalar)
    }

    private var hasModifiers: Bool {
        modifiers & (GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue) != 0
    }
}

extension Button {
    /// A button with a mnemonic in its label. Screen readers leave out its underscore.
    public convenience init(mnemonic label: String) {
        self.init(made: gtk_button_new_with_mnemonic(label))
        nameButtonsByLabels()
    }

    /// Shortens a long label where there is no room for it, as in a narrow window with large text. At least so many characters
    /// remain. A label that is hardly longer stays.
    public func ellipsizesLabel(leaving characters: Int) {
        guard label.count > characters + 3, let child = gtk_button_get_child(cast()) else { return }
        Label(borrowing: UnsafeMutableRawPointer(child)).ellipsizes()
        gtk_label_set_width_chars(OpaquePointer(child), Int32(clamping: characters))
    }

    /// A button with an icon before its text.
    public convenience init(icon: String, label: String) {
        self.init(made: gtk_button_new())
        // AdwButtonContent names its button again, so screen readers would say it twice.
        let content = Box(.horizontal, spacing: 6)
        content.horizontalAlignment = .center
        content.append(Icon(icon))
        let text = Label(label)
        text.ellipsizes()
        content.append(text)
        setChild(content)
        setAccessibleLabel(label)
    }
}

extension MenuButton {
    /// Replaces the button's menu.
    public func show(_ menu: Menu) { gtk_menu_button_set_menu_model(opaque, menu.cast()) }

    /// A button with a text that opens a menu.
    public convenience init(label: String, menu: Menu, accessibleLabel: String) {
        self.init(made: gtk_menu_button_new())
        gtk_menu_button_set_always_show_arrow(opaque, 1)
        gtk_menu_button_set_menu_model(opaque, menu.cast())
        show(label: label, accessibleLabel: accessibleLabel)
    }

    /// Sets the label of the button, and the label for screen readers.
    public func show(label: String, accessibleLabel: String) {
        gtk_menu_button_set_label(opaque, label)
        setAccessibleLabel(accessibleLabel)
        // The inner button gets the focus, and GTK names it by the text alone.
        guard let button = children.first else { return }
        gtk_accessible_reset_relation(button.opaque, GTK_ACCESSIBLE_RELATION_LABELLED_BY)
        button.setAccessibleLabel(accessibleLabel)
    }
}

/// A choice among several: a row of a boxed list with a radio button.
@MainActor
public final class ChoiceRow: Widget {
    /// A value above its smaller label. A screen reader says the value first. `group` is another row of the same choice.
    public convenience init(value: String, label: String, group: ChoiceRow?) {
        self.init(title: value, subtitle: label, group: group)
        button?.setAccessibleLabel("\(label), \(value)")
    }

    /// `group` is another row of the same choice.
    public convenience init(title: String, subtitle: String, group: ChoiceRow?) {
        self.init(made: adw_action_row_new())
        adw_preferences_row_set_use_markup(cast(), 0)
        adw_preferences_row_set_title(cast(), title)
        adw_action_row_set_subtitle(cast(), subtitle)
        adw_action_row_set_title_lines(cast(), 0)
        adw_action_row_set_subtitle_lines(cast(), 0)
        let button = Widget(made: gtk_check_button_new())
        button.verticalAlignment = .center
        if let other = group?.button {
            gtk_check_button_set_group(button.cast(), other.cast())
        }
        button.setAccessibleLabel(subtitle.isEmpty ? title : "\(title), \(subtitle)")
        adw_action_row_add_prefix(cast(), button.widget)
        adw_action_row_set_activatable_widget(cast(), button.widget)
        // The row names its button again, so screen readers would say it twice.
        gtk_accessible_reset_relation(button.opaque, GTK_ACCESSIBLE_RELATION_LABELLED_BY)
        gtk_accessible_reset_relation(button.opaque, GTK_ACCESSIBLE_RELATION_DESCRIBED_BY)
        gtk_widget_set_focusable(widget, 0)
        attach(button, as: "cameo-check")
    }

    private var button: Widget? { attachment("cameo-check") }

    /// Gives the focus to this row's button: GTK would choose another row of the group.
    public func focusButton() {
        _ = button?.grabFocus()
    }

    /// Whether this choice is the selected one.
    public var isChosen: Bool {
        get { button.map { gtk_check_button_get_active($0.cast()) != 0 } ?? false }
        set { if let button { gtk_check_button_set_active(button.cast(), newValue ? 1 : 0) } }
    }

    /// Calls back when this row is chosen.
    public func onChosen(_ handler: @escaping @MainActor () -> Void) {
        guard let button else { return }
        let address = button.pointer
        button.on("toggled") { _ in
            if gtk_check_button_get_active(address.assumingMemoryBound(to: GtkCheckButton.self)) != 0 { handler() }
        }
    }
}
