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

    /// Watches keys before the focused widget gets them; the handler says whether it took the key.
    public func onKeyPressed(_ handler: @escaping @MainActor (Key) -> Bool) {
        guard let controller = gtk_event_controller_key_new() else { return }
        Object(borrowing: UnsafeMutableRawPointer(controller)).answer("key-pressed") { arguments in
            handler(Key(value: arguments.uint(0), modifiers: arguments.flags(2)))
        }
        // The widget takes the only reference of the new controller.
        gtk_widget_add_controller(widget, controller)
    }
}

extension ApplicationWindow: ActionMap {}

/// A key that was pressed, with its modifiers.
public struct Key: Sendable {
    /// GDK's key value.
    public let value: UInt32
    let modifiers: UInt32

    public var isEscape: Bool { value == UInt32(GDK_KEY_Escape) }
}
