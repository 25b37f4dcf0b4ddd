import CGtk
import GLib

/// A question over a window (AdwMessageDialog).
@MainActor
public final class MessageDialog: Widget {
    /// How a response looks.
    public enum Appearance: Sendable {
        case normal, suggested, destructive
    }

    /// A question over a window.
    public convenience init(over parent: ApplicationWindow?, heading: String, body: String) {
        self.init(made: adw_message_dialog_new(parent?.cast(), heading, body))
    }

    /// Puts something below the text.
    public func setExtraChild(_ child: Widget) {
        adw_message_dialog_set_extra_child(cast(), child.widget)
    }

    /// Adds an answer. The first is taken when the dialog is dismissed.
    public func addResponse(_ id: String, _ label: String, _ appearance: Appearance = .normal) {
        adw_message_dialog_add_response(cast(), id, label)
        switch appearance {
        case .normal: break
        case .suggested:
            adw_message_dialog_set_response_appearance(cast(), id, ADW_RESPONSE_SUGGESTED)
        case .destructive:
            adw_message_dialog_set_response_appearance(cast(), id, ADW_RESPONSE_DESTRUCTIVE)
        }
    }

    /// The answer that Return gives, and the one that Escape gives.
    public func setResponses(default defaultID: String, close closeID: String) {
        adw_message_dialog_set_default_response(cast(), defaultID)
        adw_message_dialog_set_close_response(cast(), closeID)
    }

    /// Shows the question and waits for the id of the answer.
    public func ask() async -> String {
        await withCheckedContinuation { continuation in
            nameButtonsByLabels()
            on("response") { continuation.resume(returning: $0.string(0) ?? "") }
            gtk_window_present(cast())
        }
    }
}

/// What the program is, who may use it how, and what helps when something is wrong (AdwAboutWindow).
@MainActor
public final class AboutWindow: Widget {
    /// The window about a program.
    public convenience init(over parent: ApplicationWindow?, name: String, icon: String, version: String) {
        self.init(made: adw_about_window_new())
        gtk_window_set_transient_for(cast(), parent?.cast())
        adw_about_window_set_application_name(opaque, name)
        adw_about_window_set_application_icon(opaque, icon)
        adw_about_window_set_version(opaque, version)
        adw_about_window_set_license_type(opaque, GTK_LICENSE_GPL_3_0)
    }

    /// What the program is, in a sentence.
    public func setComments(_ text: String) {
        adw_about_window_set_comments(opaque, escapingMarkup(text))
    }

    /// Who makes the program.
    public func setDeveloperName(_ name: String) {
        adw_about_window_set_developer_name(opaque, name)
    }

    /// What a person can copy into a report of a problem.
    public func setTroubleshooting(_ text: String, fileName: String) {
        adw_about_window_set_debug_info(opaque, text)
        adw_about_window_set_debug_info_filename(opaque, fileName)
    }

    /// Shows it.
    public func present() {
        gtk_window_present(cast())
    }
}
