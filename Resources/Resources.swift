import CResources

/// What is compiled into the program, so that it runs from its build folder as well as installed.
public enum Resources {
    /// The sign-in page, for GtkBuilder.
    public static var signInPage: String { String(cString: embedded_sign_in_page()) }

    /// The window with the preferences, for GtkBuilder.
    public static var preferencesWindow: String { String(cString: embedded_preferences_window()) }

    /// The window with the keyboard shortcuts, for GtkBuilder.
    public static var shortcutsWindow: String { String(cString: embedded_shortcuts_window()) }

    /// The rules that Cameo adds to the desktop's style.
    public static var style: String { String(cString: embedded_style()) }
}
