import CGtk

/// A key with its modifiers.
struct KeyCombination {
    private var value: guint = 0
    private var modifiers = GdkModifierType(rawValue: 0)

    /// As GTK spells it, such as "<Control>z".
    init(_ name: String) {
        gtk_accelerator_parse(name, &value, &modifiers)
    }

    /// Whether it was pressed, on keyboards with other letters too.
    func matches(_ event: OpaquePointer) -> Bool {
        gdk_key_event_matches(event, value, modifiers) != GDK_KEY_MATCH_NONE
    }
}
