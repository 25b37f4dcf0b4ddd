import CGtk
import GLib

extension Key {
    /// The key of the signal "key-pressed".
    init(_ arguments: SignalArguments) {
        let value = arguments.uint(0)
        self.init(
            value: value, modifiers: arguments.flags(2), latin: Self.latin(of: value, code: arguments.uint(1)))
    }

    /// The Latin letter of the key with a hardware code, as GTK finds shortcuts; `value` where it is Latin, or there is none.
    static func latin(of value: UInt32, code: UInt32) -> UInt32 {
        guard gdk_keyval_to_unicode(value) > 0x7F, let display = gdk_display_get_default() else { return value }
        var values: UnsafeMutablePointer<guint>?
        var count = gint(0)
        guard gdk_display_map_keycode(display, code, nil, &values, &count) != 0, let values else { return value }
        defer { g_free(values) }
        let letters = UInt32(GDK_KEY_a)...UInt32(GDK_KEY_z)
        return UnsafeBufferPointer(start: values, count: Int(count)).first(where: letters.contains) ?? value
    }
}
