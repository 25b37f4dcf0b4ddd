import CGtk

/// The fonts of the machine.
@MainActor
public enum Fonts {
    /// Whether there is any. Without one Pango goes astray in the first text that GTK lays out, and ends the process.
    /// What is found out is remembered by Pango, which asks the same for the first window.
    public static var areInstalled: Bool {
        guard let map = pango_cairo_font_map_get_default(), let context = pango_font_map_create_context(map)
        else { return false }
        defer { g_object_unref(UnsafeMutableRawPointer(context)) }
        let wanted = pango_font_description_from_string("Sans")
        defer { pango_font_description_free(wanted) }
        guard let font = pango_font_map_load_font(map, context, wanted) else { return false }
        g_object_unref(UnsafeMutableRawPointer(font))
        return true
    }
}
