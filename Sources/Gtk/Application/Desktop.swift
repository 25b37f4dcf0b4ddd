import CGtk
public import GLib

/// The screen, its style, and other programs on the desktop.
@MainActor
public enum Desktop {
    /// Connects to the display; false when there is none. Widgets may only be made afterwards.
    public static func connect() -> Bool {
        guard gtk_init_check() != 0 else { return false }
        adw_init()
        return true
    }

    /// Adds CSS rules to all windows, as long as the program runs. The rules are made again when light, dark or high contrast
    /// changes.
    public static func addStyle(_ css: @escaping @MainActor () -> String) {
        guard let display = gdk_display_get_default(), let provider = gtk_css_provider_new() else { return }
        let rules = Object(adopting: UnsafeMutableRawPointer(provider))
        func write() { gtk_css_provider_load_from_data(rules.cast(), css(), -1) }
        write()
        gtk_style_context_add_provider_for_display(
            display, OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
        // The desktop's style owns the handler, so the result is not needed.
        _ = onStyleChange(write)
    }

    /// Whether the icon theme, or the icons installed besides it, contain an icon.
    public static func hasIcon(_ name: String) -> Bool {
        guard let display = gdk_display_get_default() else { return false }
        return gtk_icon_theme_has_icon(gtk_icon_theme_get_for_display(display), name) != 0
    }

    /// Whether the person's language is written from right to left.
    public static var isRightToLeft: Bool { gtk_widget_get_default_direction() == GTK_TEXT_DIR_RTL }

    /// Whether the desktop prefers dark windows.
    public static var isDark: Bool { adw_style_manager_get_dark(adw_style_manager_get_default()) != 0 }

    /// Whether the desktop asks for high contrast.
    public static var isHighContrast: Bool {
        adw_style_manager_get_high_contrast(adw_style_manager_get_default()) != 0
    }

    /// The family of the desktop's font.
    public static var fontFamily: String {
        guard let settings = gtk_settings_get_default(),
            let name = Object(borrowing: UnsafeMutableRawPointer(settings)).stringProperty("gtk-font-name"),
            let description = pango_font_description_from_string(name)
        else { return "Sans" }
        defer { pango_font_description_free(description) }
        return pango_font_description_get_family(description).map { String(cString: $0) } ?? "Sans"
    }

    /// Calls back when light, dark or high contrast changes, as long as the connection is kept.
    public static func onStyleChange(_ handler: @escaping @MainActor () -> Void) -> Connection? {
        guard let manager = adw_style_manager_get_default() else { return nil }
        let object = Object(borrowing: UnsafeMutableRawPointer(manager))
        return Connection(
            object, [object.onChange(of: "dark", handler), object.onChange(of: "high-contrast", handler)])
    }

    /// Called with each process that this program starts itself, and not through the desktop.
    public static var onLaunch: ((Int32) -> Void)?

    /// Opens a link with the person's application for it; throws when there is none. Callers check the scheme first.
    public static func open(_ uri: String, over window: ApplicationWindow?) async throws(GLibError) {
        guard let display = gdk_display_get_default(), let made = gdk_display_get_app_launch_context(display) else {
            return
        }
        let context = Object(adopting: UnsafeMutableRawPointer(made))
        context.on("launched") { arguments in
            // A program that D-Bus starts has no process number here.
            guard let data = arguments.variant(1), let value = g_variant_lookup_value(data, "pid", nil) else { return }
            defer { g_variant_unref(value) }
            onLaunch?(g_variant_get_int32(value))
        }
        _ = try await gioOperation { cancellable, done, data in
            g_app_info_launch_default_for_uri_async(uri, context.cast(), cancellable, done, data)
        } finish: { result, error in
            g_app_info_launch_default_for_uri_finish(result, error)
        }
    }

    /// Runs a program on this display and returns at its end. Throws when it does not start or fails.
    public static func run(_ program: String, _ arguments: [String], name: String) async throws(GLibError) {
        let launcher = Object(adopting: UnsafeMutableRawPointer(g_subprocess_launcher_new(G_SUBPROCESS_FLAGS_NONE)))
        if let token = try startupToken(program, name: name) {
            // For X and for Wayland: without it the new window would stay behind the others.
            for variable in ["DESKTOP_STARTUP_ID", "XDG_ACTIVATION_TOKEN"] {
                g_subprocess_launcher_setenv(launcher.opaque, variable, token, 1)
            }
        }
        let words = ([program] + arguments).map { g_strdup($0) }
        defer { for word in words { g_free(word) } }
        let started = try throwingGError { error in
            g_subprocess_launcher_spawnv(launcher.opaque, words.map { UnsafePointer($0) } + [nil], error)
        }
        guard let started else { return }
        let process = Object(adopting: UnsafeMutableRawPointer(started))
        _ = try await gioOperation { cancellable, done, data in
            g_subprocess_wait_check_async(process.opaque, cancellable, done, data)
        } finish: { result, error in
            g_subprocess_wait_check_finish(process.opaque, result, error)
        }
    }

    /// A token with which the window of a new program comes to the front; nil where the desktop does not support it.
    private static func startupToken(_ program: String, name: String) throws(GLibError) -> String? {
        // A percent sign begins a field code, such as for a file (desktop entry specification, "The Exec key").
        let quoted = g_shell_quote(program)
        defer { g_free(quoted) }
        let line = (quoted.map { String(cString: $0) } ?? "").replacing("%", with: "%%")
        let launched = try throwingGError { error in
            g_app_info_create_from_commandline(
                line, name, G_APP_INFO_CREATE_SUPPORTS_STARTUP_NOTIFICATION, error)
        }
        guard let launched else { return nil }
        let info = Object(adopting: UnsafeMutableRawPointer(launched))
        let context = gdk_display_get_default().flatMap(gdk_display_get_app_launch_context)
            .map { Object(adopting: UnsafeMutableRawPointer($0)) }
        guard let token = g_app_launch_context_get_startup_notify_id(context?.cast(), info.opaque, nil) else {
            return nil
        }
        defer { g_free(token) }
        return String(cString: token)
    }

    /// Copies a text to the clipboard.
    public static func copy(_ text: String) {
        guard let display = gdk_display_get_default() else { return }
        gdk_clipboard_set_text(gdk_display_get_clipboard(display), text)
    }

    /// The versions of the loaded libraries, for problem reports.
    public static var libraryVersions: String {
        let gtk = "\(gtk_get_major_version()).\(gtk_get_minor_version()).\(gtk_get_micro_version())"
        let adwaita = "\(adw_get_major_version()).\(adw_get_minor_version()).\(adw_get_micro_version())"
        return "GTK \(gtk), libadwaita \(adwaita)"
    }
}
