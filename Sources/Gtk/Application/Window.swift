import CGtk
import GLib

/// A window of the application (AdwApplicationWindow).
@MainActor
public final class ApplicationWindow: Widget {
    /// A window of an application.
    public convenience init(_ application: Application) {
        self.init(made: adw_application_window_new(application.cast()))
    }

    /// The title.
    public var title: String {
        get { gtk_window_get_title(cast()).map { String(cString: $0) } ?? "" }
        set { gtk_window_set_title(cast(), newValue) }
    }

    /// Sets the initial size, in application pixels.
    public func setDefaultSize(width: Int, height: Int) {
        gtk_window_set_default_size(cast(), Int32(width), Int32(height))
    }

    /// Sets the content of the window.
    public func setContent(_ content: Widget) {
        withExtendedLifetime(WindowContent(content)) { adw_application_window_set_content(cast(), $0.widget) }
    }

    /// The size when the window is not maximised, in application pixels.
    public var defaultSize: (width: Int, height: Int) {
        var width: gint = 0
        var height: gint = 0
        gtk_window_get_default_size(cast(), &width, &height)
        return (Int(width), Int(height))
    }

    /// Whether the window is maximised.
    public var isMaximized: Bool {
        get { gtk_window_is_maximized(cast()) != 0 }
        set { if newValue { gtk_window_maximize(cast()) } else { gtk_window_unmaximize(cast()) } }
    }

    /// Shows the window, and brings it to the front.
    public func present() {
        gtk_window_present(cast())
    }

    /// Closes the window like a click on its close button.
    public func close() {
        gtk_window_close(cast())
    }

    /// Removes the window at once.
    public func destroy() {
        gtk_window_destroy(cast())
    }

    /// Whether the window has the keyboard focus.
    public var isActive: Bool { gtk_window_is_active(cast()) != 0 }

    /// Calls back when the window becomes active.
    public func onFocus(_ handler: @escaping @MainActor () -> Void) {
        onChange(of: "is-active") { [weak self] in if self?.isActive == true { handler() } }
    }

    /// Calls back when another window becomes active.
    public func onFocusLost(_ handler: @escaping @MainActor () -> Void) {
        onChange(of: "is-active") { [weak self] in if self?.isActive == false { handler() } }
    }

    /// Asks before the window closes: it stays open when the handler returns false.
    public func onMayClose(_ handler: @escaping @MainActor () -> Bool) {
        answer("close-request") { _ in !handler() }
    }

    /// Calls back when the person closes the window.
    public func onCloseRequest(_ handler: @escaping @MainActor () -> Void) {
        answer("close-request") { _ in
            handler()
            return false
        }
    }
}

extension ApplicationWindow: ActionMap {}

/// A window over another one, which closes together with it: preferences, or the list of shortcuts.
@MainActor
public final class SecondaryWindow: Widget {
    public override class var gType: UInt { gtk_window_get_type() }

    /// Shows the window over another one, and shares its actions.
    public func present(over parent: ApplicationWindow?, of application: Application) {
        gtk_window_set_application(cast(), application.cast())
        gtk_window_set_transient_for(cast(), parent?.cast())
        gtk_window_set_destroy_with_parent(cast(), 1)
        gtk_window_present(cast())
    }

    /// A window with a content below its header bar (AdwWindow); the size is in application pixels. Escape closes it.
    public convenience init(title: String, content: Widget, width: Int, height: Int) {
        self.init(made: adw_window_new())
        setAccessibleDialog()
        gtk_window_set_title(cast(), title)
        gtk_window_set_default_size(cast(), Int32(width), Int32(height))
        let box = Box(.vertical)
        let header = HeaderBar()
        header.addClass("flat")
        box.append(header)
        box.append(content)
        adw_window_set_content(cast(), box.widget)
        // Else the first text has the focus, and is selected.
        gtk_window_set_focus(cast(), content.widget)
        onKeyPressed { [weak self] key in
            if key.isEscape { self?.close() }
            return key.isEscape
        }
    }

    /// Shows the window over that of a widget.
    public func present(over widget: Widget) {
        if let root = gtk_widget_get_root(widget.widget) {
            gtk_window_set_transient_for(cast(), UnsafeMutableRawPointer(root).assumingMemoryBound(to: GtkWindow.self))
        }
        gtk_window_set_destroy_with_parent(cast(), 1)
        gtk_window_present(cast())
    }

    /// The title.
    public var title: String { gtk_window_get_title(cast()).map { String(cString: $0) } ?? "" }

    /// Shows a short message. Only for windows of preferences (AdwPreferencesWindow).
    public func toast(_ text: String) {
        // The window takes the new toast's only reference.
        adw_preferences_window_add_toast(cast(), adw_toast_new(escapingMarkup(text)))
    }

    /// Closes the window like a click on its close button.
    public func close() {
        gtk_window_close(cast())
    }
}

/// A key that was pressed, with its modifiers.
public struct Key: Sendable {
    /// GDK's key value.
    public let value: UInt32
    let modifiers: UInt32
    /// The Latin letter that the same key types in another layout, where this one has no Latin letters; else `value`.
    let latin: UInt32

    /// Whether it is Escape.
    public var isEscape: Bool { value == UInt32(GDK_KEY_Escape) }
    /// Whether it is Down, on the number pad too.
    public var isDown: Bool { value == UInt32(GDK_KEY_Down) || value == UInt32(GDK_KEY_KP_Down) }

    /// True for Tab, false for Shift+Tab, nil for other keys.
    var tabDirection: Bool? {
        let others = GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue
        guard modifiers & others == 0 else { return nil }
        if value == UInt32(GDK_KEY_ISO_Left_Tab) { return false }
        guard value == UInt32(GDK_KEY_Tab) || value == UInt32(GDK_KEY_KP_Tab) else { return nil }
        return !isShifted
    }

    /// Whether the key opens the context menu of the focused widget.
    public var opensMenu: Bool {
        value == UInt32(GDK_KEY_Menu) || (value == UInt32(GDK_KEY_F10) && isShifted)
    }

    private var isShifted: Bool { modifiers & GDK_SHIFT_MASK.rawValue != 0 }
}
