/// What is compiled into the program, so that it runs from its build folder as well as installed.
public enum Resources {
    /// The sign-in page, for GtkBuilder.
    public static var signInPage: String { text(PackageResources.sign_in_ui) }

    /// The window with the preferences, for GtkBuilder.
    public static var preferencesWindow: String { text(PackageResources.preferences_ui) }

    /// The window with the keyboard shortcuts, for GtkBuilder.
    public static var shortcutsWindow: String { text(PackageResources.shortcuts_ui) }

    /// The rules that Cameo adds to the desktop's style.
    public static var style: String { text(PackageResources.style_css) }

    private static func text(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self)
    }
}
