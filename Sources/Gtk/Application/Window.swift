import CGtk
import GLib

/// A window of the application (AdwApplicationWindow).
@MainActor
public final class ApplicationWindow: Widget {
    public convenience init(_ application: Application) {
        self.init(made: adw_application_window_new(application.cast()))
    }

    public var title: String {
        get { gtk_window_get_title(cast()).map { String(cString: $0) } ?? "" }
        set { gtk_window_set_title(cast(), newValue) }
    }

    public func setDefaultSize(width: Int, height: Int) {
        gtk_window_set_default_size(cast(), Int32(width), Int32(height))
    }

    public func setContent(_ content: Widget) {
        adw_application_window_set_content(cast(), content.widget)
    }

    public var defaultSize: (width: Int, height: Int) {
        var width: gint = 0
        var height: gint = 0
        gtk_window_get_default_size(cast(), &width, &height)
        return (Int(width), Int(height))
    }

    public var isMaximized: Bool {
        get { gtk_window_is_maximized(cast()) != 0 }
        set { if newValue { gtk_window_maximize(cast()) } else { gtk_window_unmaximize(cast()) } }
    }

    public func present() {
        gtk_window_present(cast())
    }

    /// Closes as if a person had.
    public func close() {
        gtk_window_close(cast())
    }

    /// Removes the window at once.
    public func destroy() {
        gtk_window_destroy(cast())
    }

    public func onCloseRequest(_ handler: @escaping @MainActor () -> Void) {
        answer("close-request") { _ in
            handler()
            return false
        }
    }
}

extension ApplicationWindow: ActionMap {}

/// A key that was pressed, with its modifiers.
public struct Key: Sendable {
    /// GDK's key value.
    public let value: UInt32
    let modifiers: UInt32

    public var isEscape: Bool { value == UInt32(GDK_KEY_Escape) }
    public var isDown: Bool { value == UInt32(GDK_KEY_Down) || value == UInt32(GDK_KEY_KP_Down) }
    public var isReturn: Bool { value == UInt32(GDK_KEY_Return) || value == UInt32(GDK_KEY_KP_Enter) }
    public var hasControl: Bool { modifiers & GDK_CONTROL_MASK.rawValue != 0 }
}
