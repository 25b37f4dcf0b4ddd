import CGtk
import GLib

/// A notification of the desktop, also while the application has no visible window.
public struct Notification: Sendable, Equatable {
    /// The title.
    public var title: String
    /// The text.
    public var body: String
    /// The action of a click: an action of the application that takes a number, such as "app.show-contact". Nil opens the
    /// application.
    public var action: String?
    /// The parameter of the action.
    public var number: Int64

    /// A notification; a click on it starts `action` with `number`.
    public init(title: String, body: String, action: String? = nil, number: Int64 = 0) {
        self.title = title
        self.body = body
        self.action = action
        self.number = number
    }
}

extension Application {
    /// Shows a notification in place of the one with the same id, if there is one.
    public final func show(_ notification: Notification, id: String) {
        guard let made = g_notification_new(notification.title) else { return }
        defer { g_object_unref(UnsafeMutableRawPointer(made)) }
        g_notification_set_body(made, notification.body)
        // The notification takes the new, floating value.
        if let action = notification.action {
            g_notification_set_default_action_and_target_value(
                made, action, g_variant_new_int64(gint64(notification.number)))
        }
        g_application_send_notification(cast(), id, made)
    }

    /// Removes a notification from the desktop, if it is still there.
    public final func withdrawNotification(id: String) {
        g_application_withdraw_notification(cast(), id)
    }
}
