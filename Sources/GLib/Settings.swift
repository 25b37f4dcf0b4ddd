import CGtk

/// Settings of the desktop's configuration store (GSettings).
@MainActor
public final class Settings: Object {
    /// Opens a schema; nil when it is not installed or lacks a key, which GLib would end the process for.
    public static func open(schema id: String, keys: [String]) -> Settings? {
        guard let source = g_settings_schema_source_get_default(),
            let schema = g_settings_schema_source_lookup(source, id, 1)
        else { return nil }
        defer { g_settings_schema_unref(schema) }
        guard keys.allSatisfy({ g_settings_schema_has_key(schema, $0) != 0 }),
            let settings = g_settings_new_full(schema, nil, nil)
        else { return nil }
        return Settings(adopting: UnsafeMutableRawPointer(settings))
    }

    public func string(_ key: String) -> String {
        guard let value = g_settings_get_string(cast(), key) else { return "" }
        defer { g_free(value) }
        return String(cString: value)
    }

    public func bool(_ key: String) -> Bool {
        g_settings_get_boolean(cast(), key) != 0
    }

    public func int(_ key: String) -> Int {
        Int(g_settings_get_int(cast(), key))
    }

    /// Sets a value; one that the schema does not allow, or a locked key, is left as it was.
    public func set(_ key: String, to value: String) {
        g_settings_set_string(cast(), key, value)
    }

    public func set(_ key: String, to value: Bool) {
        g_settings_set_boolean(cast(), key, value ? 1 : 0)
    }

    public func set(_ key: String, to value: Int) {
        g_settings_set_int(cast(), key, gint(clamping: value))
    }
}
