import CGtk

/// What drawing without a graphics card needs, and what it does not.
public enum SoftwareRendering {
    /// Keeps GDK from loading OpenGL where GTK was told to draw with Cairo (`GSK_RENDERER=cairo`): its software driver takes
    /// 52 MiB and 60 ms of the start (measured), and draws nothing. To be called before GTK starts and before there are
    /// threads.
    public static func leaveOutOpenGL() {
        // Later versions know no such flag, and open OpenGL when something draws with it.
        guard gtk_get_major_version() == 4, gtk_get_minor_version() < 14,
            g_getenv("GSK_RENDERER").map({ String(cString: $0) }) == "cairo"
        else { return }
        let former = g_getenv("GDK_DEBUG").map { String(cString: $0) + "," } ?? ""
        g_setenv("GDK_DEBUG", former + "gl-disable", 1)
    }
}
