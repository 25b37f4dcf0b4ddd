import CGtk
public import Foundation

/// Settings of the desktop's configuration store (GSettings).
///
/// GLib ends the process for a schema or a key that is not installed. An installed schema can be of another version than the
/// program, so each key is looked up before its use. A key that is missing or has another type has no value, and stores none.
@MainActor
public final class Settings: Object {
    /// The GVariant type of each key of the schema.
    private var types: [String: String] = [:]

    /// Opens a schema; nil when it is not installed. `directory` has a compiled schema that replaces the system's.
    public static func open(schema id: String, in directory: URL? = nil) -> Settings? {
        guard let source = source(in: directory) else { return nil }
        defer { g_settings_schema_source_unref(source) }
        guard let schema = g_settings_schema_source_lookup(source, id, 1) else { return nil }
        defer { g_settings_schema_unref(schema) }
        guard let made = g_settings_new_full(schema, nil, nil) else { return nil }
        let settings = Settings(adopting: UnsafeMutableRawPointer(made))
        settings.types = types(of: schema)
        return settings
    }

    /// The value of a string key; nil when there is no such key.
    public func string(_ key: String) -> String? {
        guard types[key] == "s", let value = g_settings_get_string(cast(), key) else { return nil }
        defer { g_free(value) }
        return String(cString: value)
    }

    /// Whether a person set the value; false for the schema's default.
    public func isSet(_ key: String) -> Bool {
        guard types[key] != nil, let value = g_settings_get_user_value(cast(), key) else { return false }
        g_variant_unref(value)
        return true
    }

    /// The value of a Boolean key; nil when there is no such key.
    public func bool(_ key: String) -> Bool? {
        types[key] == "b" ? g_settings_get_boolean(cast(), key) != 0 : nil
    }

    /// The value of an integer key; nil when there is no such key.
    public func int(_ key: String) -> Int? {
        types[key] == "i" ? Int(g_settings_get_int(cast(), key)) : nil
    }

    /// Sets a value. A locked key keeps its value. A value that the schema does not allow changes nothing.
    public func set(_ key: String, to value: String) {
        if types[key] == "s" { g_settings_set_string(cast(), key, value) }
    }

    /// Sets a Boolean value.
    public func set(_ key: String, to value: Bool) {
        if types[key] == "b" { g_settings_set_boolean(cast(), key, value ? 1 : 0) }
    }

    /// Sets an integer value.
    public func set(_ key: String, to value: Int) {
        if types[key] == "i" { g_settings_set_int(cast(), key, gint(clamping: value)) }
    }

    /// Returns a reference that the caller owns.
    private static func source(in directory: URL?) -> OpaquePointer? {
        guard let directory else {
            return g_settings_schema_source_get_default().map { g_settings_schema_source_ref($0) }
        }
        // A folder without a compiled schema has no source.
        return try? throwingGError { g_settings_schema_source_new_from_directory(directory.path, nil, 0, $0) }
    }

    private static func types(of schema: OpaquePointer) -> [String: String] {
        guard let keys = g_settings_schema_list_keys(schema) else { return [:] }
        defer { g_strfreev(keys) }
        var types: [String: String] = [:]
        var next = keys
        while let name = next.pointee {
            next += 1
            guard let key = g_settings_schema_get_key(schema, name) else { continue }
            defer { g_settings_schema_key_unref(key) }
            guard let type = g_variant_type_dup_string(g_settings_schema_key_get_value_type(key)) else { continue }
            types[String(cString: name)] = String(cString: type)
            g_free(type)
        }
        return types
    }
}
