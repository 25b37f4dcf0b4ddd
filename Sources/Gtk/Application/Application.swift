import CGtk
public import GLib

/// The application on the desktop: one instance, its windows, its actions (AdwApplication).
@MainActor
open class Application: Object {
    /// The windows by their GObject. The application keeps their Swift objects alive until GTK has removed them.
    private var windows: [UnsafeMutableRawPointer: AnyObject] = [:]

    /// `id` is in reverse DNS notation; an application without a bus name is an instance of its own.
    public convenience init(id: String, isUnique: Bool = true) {
        let flags = (isUnique ? G_APPLICATION_DEFAULT_FLAGS : G_APPLICATION_NON_UNIQUE).rawValue
        guard
            let application = adw_application_new(
                id, GApplicationFlags(rawValue: flags | G_APPLICATION_HANDLES_OPEN.rawValue))
        else { preconditionFailure("GTK made no application") }
        self.init(adopting: UnsafeMutableRawPointer(application))
        // "window-removed" is emitted for closing and for destroying; "destroy" would wait for this program's own reference.
        on("window-removed") { [weak self] arguments in
            guard let window = arguments.object(0) else { return }
            self?.windows[window] = nil
        }
    }

    /// Runs the main loop until the last window is closed or `quit` is called; returns the exit status.
    ///
    /// As a service, which D-Bus has started, it is not activated but waits for calls: with nothing to do for ten seconds it
    /// ends. Links are opened here, or by the instance that runs already.
    public final func run(asService: Bool = false, opening links: [String] = []) -> Int32 {
        MainLoop.attachMainActor()
        if asService {
            let flags = g_application_get_flags(cast())
            g_application_set_flags(
                cast(), GApplicationFlags(rawValue: flags.rawValue | G_APPLICATION_IS_SERVICE.rawValue))
        }
        guard !links.isEmpty else { return g_application_run(cast(), 0, nil) }
        var words = ([CommandLine.arguments.first ?? ""] + links).map { g_strdup($0) }
        defer { for word in words { g_free(word) } }
        return words.withUnsafeMutableBufferPointer { g_application_run(cast(), gint($0.count), $0.baseAddress) }
    }

    /// Ends the program's main loop.
    public final func quit() {
        g_application_quit(cast())
    }

    /// Keeps the process running without a window, until `release`.
    public final func hold() {
        g_application_hold(cast())
    }

    /// Ends a `hold`.
    public final func release() {
        g_application_release(cast())
    }

    /// Calls back once, before any window shows.
    public final func onStartup(_ handler: @escaping @MainActor () -> Void) {
        on("startup") { _ in handler() }
    }

    /// Calls back at each start of the program, also while it runs.
    public final func onActivate(_ handler: @escaping @MainActor () -> Void) {
        on("activate") { _ in handler() }
    }

    /// Calls back with links that the desktop or a command line wants opened; `onActivate` is not called for them.
    public final func onOpen(_ handler: @escaping @MainActor ([String]) -> Void) {
        on("open") { arguments in
            guard let files = arguments.pointer(0)?.assumingMemoryBound(to: OpaquePointer?.self) else { return }
            let uris = (0..<max(0, Int(arguments.int(1)))).compactMap { index -> String? in
                guard let uri = files[index].flatMap({ g_file_get_uri($0) }) else { return nil }
                defer { g_free(uri) }
                return String(cString: uri)
            }
            handler(uris)
        }
    }

    /// Shows the application's name to people and to assistive technologies.
    public static func setName(_ name: String) {
        // GLib accepts the name once, and warns about a second call even with the same name.
        guard g_get_application_name().map({ String(cString: $0) }) != name else { return }
        g_set_application_name(name)
    }

    /// Keeps `owner`, the Swift object of a window, as long as the application has the window.
    public final func keep(_ owner: AnyObject, with window: Widget) {
        windows[window.pointer] = owner
    }

    /// The number of open windows.
    public final var windowCount: Int { windows.count }

    /// The keyboard shortcuts of all actions, in the format of `setShortcuts`.
    public final var shortcuts: [String: [String]] {
        guard let actions = gtk_application_list_action_descriptions(cast()) else { return [:] }
        defer { g_strfreev(actions) }
        return Dictionary(
            strings(actions).map { action in
                let accelerators = gtk_application_get_accels_for_action(cast(), action)
                defer { g_strfreev(accelerators) }
                return (action, accelerators.map(strings) ?? [])
            }, uniquingKeysWith: { first, _ in first })
    }

    private func strings(_ list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> [String] {
        sequence(first: list) { $0 + 1 }.lazy.map(\.pointee).prefix { $0 != nil }.compactMap {
            $0.map { String(cString: $0) }
        }
    }

    /// Sets the keyboard shortcuts of an action such as "app.quit", in GTK's spelling: "<Control>q".
    public final func setShortcuts(_ shortcuts: [String], for action: String) {
        var strings: [UnsafePointer<CChar>?] = shortcuts.map { UnsafePointer(g_strdup($0)) }
        strings.append(nil)
        gtk_application_set_accels_for_action(cast(), action, strings)
        for string in strings { g_free(UnsafeMutableRawPointer(mutating: string)) }
    }

    /// Whether the desktop's settings turn animations off.
    public static var reducesMotion: Bool {
        guard let settings = gtk_settings_get_default() else { return false }
        return !Object(borrowing: UnsafeMutableRawPointer(settings)).boolProperty("gtk-enable-animations")
    }
}

extension Application: ActionMap {}
