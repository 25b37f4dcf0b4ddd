import CGtk
public import Foundation
public import GLib

/// The desktop's dialog for files, through the portal where there is one (GtkFileChooserNative).
@MainActor
public enum FileDialog {
    /// Asks for a picture; nil if the person cancels.
    public static func choosePicture(
        over window: ApplicationWindow?, title: String, filter name: String
    ) async throws(PhotoProblem) -> String? {
        let dialog = make(GTK_FILE_CHOOSER_ACTION_OPEN, over: window, title: title)
        if let filter = gtk_file_filter_new() {
            gtk_file_filter_set_name(filter, name)
            for type in PictureIntake.pictureTypes { gtk_file_filter_add_mime_type(filter, type) }
            gtk_file_chooser_add_filter(dialog.opaque, filter)
            g_object_unref(UnsafeMutableRawPointer(filter))
        }
        guard let file = await ask(dialog) else { return nil }
        guard let path = path(of: file) else { throw .address }
        return path
    }

    /// Asks where to save bytes under a name, and saves them. False if the person cancels.
    public static func save(
        _ bytes: Data, as name: String, over window: ApplicationWindow?, title: String
    ) async throws(GLibError) -> Bool {
        let dialog = make(GTK_FILE_CHOOSER_ACTION_SAVE, over: window, title: title)
        gtk_file_chooser_set_current_name(dialog.opaque, name)
        guard let file = await ask(dialog), let content = bytes.makeGBytes() else { return false }
        defer { g_bytes_unref(content) }
        _ = try await gioOperation { cancellable, done, data in
            g_file_replace_contents_bytes_async(
                file.opaque, content, nil, 0, G_FILE_CREATE_REPLACE_DESTINATION, cancellable, done, data)
        } finish: { result, error in
            g_file_replace_contents_finish(file.opaque, result, nil, error)
        }
        return true
    }

    private static func make(
        _ action: GtkFileChooserAction, over window: ApplicationWindow?, title: String
    ) -> Object {
        guard let made = gtk_file_chooser_native_new(title, window?.cast(), action, nil, nil) else {
            preconditionFailure("GTK made no dialog")
        }
        gtk_native_dialog_set_modal(UnsafeMutableRawPointer(made).assumingMemoryBound(to: GtkNativeDialog.self), 1)
        return Object(adopting: UnsafeMutableRawPointer(made))
    }

    /// The file; nil if the person cancels.
    private static func ask(_ dialog: Object) async -> Object? {
        let response = await withCheckedContinuation { (continuation: CheckedContinuation<Int32, Never>) in
            var waiting: CheckedContinuation<Int32, Never>? = continuation
            dialog.on("response") { arguments in
                waiting?.resume(returning: arguments.int(0))
                waiting = nil
            }
            gtk_native_dialog_show(dialog.cast())
        }
        defer { gtk_native_dialog_destroy(dialog.cast()) }
        guard response == GTK_RESPONSE_ACCEPT.rawValue, let file = gtk_file_chooser_get_file(dialog.opaque) else {
            return nil
        }
        return Object(adopting: UnsafeMutableRawPointer(file))
    }

    private static func path(of file: Object) -> String? {
        guard g_file_is_native(file.opaque) != 0, let path = g_file_get_path(file.opaque) else { return nil }
        defer { g_free(path) }
        return String(cString: path)
    }
}
