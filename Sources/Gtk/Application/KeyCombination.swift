import CGtk

/// A key with its modifiers.
struct KeyCombination {
    private var value: guint = 0
    private var modifiers = GdkModifierType(rawValue: 0)

    /// A combination in GTK's spelling, such as "<Control>z".
    init(_ name: String) {
        gtk_accelerator_parse(name, &value, &modifiers)
    }

    /// Whether the event is a press of this combination, also on keyboards with other scripts.
    func matches(_ event: OpaquePointer) -> Bool {
        gdk_key_event_matches(event, value, modifiers) != GDK_KEY_MATCH_NONE
    }
}
