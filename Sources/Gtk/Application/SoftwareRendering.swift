import CGtk

/// Settings for drawing without a graphics card.
public enum SoftwareRendering {
    /// Keeps GDK from loading OpenGL when GTK draws with Cairo (`GSK_RENDERER=cairo`). OpenGL's software driver takes 52 MiB
    /// and 60 ms of the start (measured), and draws nothing. To be called before GTK starts and before there are threads.
    public static func leaveOutOpenGL() {
        guard value(of: "GSK_RENDERER") == "cairo" else { return }
        // GTK 4.16 moved this setting into a variable of its own.
        let (name, word) =
            gtk_get_major_version() == 4 && gtk_get_minor_version() < 16
            ? ("GDK_DEBUG", "gl-disable") : ("GDK_DISABLE", "gl")
        // GTK warns about an empty word.
        let words = [value(of: name) ?? "", word].filter { !$0.isEmpty }
        g_setenv(name, words.joined(separator: ","), 1)
    }

    private static func value(of name: String) -> String? {
        g_getenv(name).map { String(cString: $0) }
    }
}
