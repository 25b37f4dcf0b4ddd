import CGtk
import GLib
public import Gtk

/// The windows of this process.
@MainActor
public enum TopLevels {
    /// All that are shown.
    public static var shown: [Widget] {
        let list = gtk_window_list_toplevels()
        defer { g_list_free(list) }
        return (0..<g_list_length(list)).compactMap { g_list_nth_data(list, $0) }
            .map { Widget(borrowing: $0) }
            .filter(\.isVisible)
    }

    /// The window with a title.
    public static func window(titled title: String) -> Widget? {
        shown.first { gtk_window_get_title($0.cast()).map { String(cString: $0) } == title }
    }

    /// The question that is asked now, by its heading.
    public static func question(_ heading: String) -> Widget? {
        shown.first {
            $0.isKind(of: adw_message_dialog_get_type())
                && adw_message_dialog_get_heading($0.cast()).map { String(cString: $0) } == heading
        }
    }
}

extension Widget {
    /// The answers that Return and Escape give.
    public var defaultAnswers: (onReturn: String?, onEscape: String?) {
        (
            adw_message_dialog_get_default_response(cast()).map { String(cString: $0) },
            adw_message_dialog_get_close_response(cast()).map { String(cString: $0) }
        )
    }

    /// Answers a question, as a click on the button does.
    public func answer(with response: String) {
        adw_message_dialog_response(cast(), response)
        closeWindow()
    }

    /// Closes a window.
    public func closeWindow() {
        // Who holds the window longer than its parent lives would find a parent that is gone.
        gtk_window_set_transient_for(cast(), nil)
        gtk_window_destroy(cast())
    }
}

extension Application {
    /// Makes the actions work without running the application.
    public func register() throws {
        _ = try throwingGError { g_application_register(cast(), nil, $0) }
    }
}

extension ActionMap {
    /// Starts an action of the application or the window by its name.
    public func activate(_ name: String) {
        g_action_group_activate_action(opaque, name, nil)
    }

    /// Whether an action can be started now.
    public func isEnabled(_ name: String) -> Bool {
        g_action_group_get_action_enabled(opaque, name) != 0
    }

    /// The state of a choice or a toggle as GVariant prints it.
    public func state(of name: String) -> String? {
        guard let state = g_action_group_get_action_state(opaque, name) else { return nil }
        defer { g_variant_unref(state) }
        guard let text = g_variant_print(state, 0) else { return nil }
        defer { g_free(text) }
        return String(cString: text)
    }
}
