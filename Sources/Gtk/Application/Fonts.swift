import CGtk

/// The fonts of the machine.
@MainActor
public enum Fonts {
    /// Whether at least one font is installed. Without a font Pango crashes at the first text that GTK lays out. Pango caches
    /// the result and needs it for the first window in any case.
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
