public import CGtk
public import Foundation

/// Properties without a C function of their own.
extension Object {
    /// Sets a Boolean property.
    public final func setProperty(_ name: String, to value: Bool) {
        set(name, cgtk_type_boolean()) { g_value_set_boolean($0, value ? 1 : 0) }
    }

    /// Sets an integer property.
    public final func setProperty(_ name: String, to value: Int) {
        set(name, cgtk_type_int()) { g_value_set_int($0, Int32(clamping: value)) }
    }

    /// Sets a floating-point property.
    public final func setProperty(_ name: String, to value: Double) {
        set(name, cgtk_type_double()) { g_value_set_double($0, value) }
    }

    /// Sets a string property.
    public final func setProperty(_ name: String, to value: String) {
        set(name, cgtk_type_string()) { g_value_set_string($0, value) }
    }

    /// Sets an object property.
    public final func setProperty(_ name: String, to value: Object) {
        set(name, cgtk_type_object()) { g_value_set_object($0, value.pointer) }
    }

    /// The value of a Boolean property.
    public final func boolProperty(_ name: String) -> Bool {
        get(name, cgtk_type_boolean()) { g_value_get_boolean($0) != 0 }
    }

    /// The value of a string property; nil where there is none.
    public final func stringProperty(_ name: String) -> String? {
        get(name, cgtk_type_string()) { g_value_get_string($0).map { String(cString: $0) } }
    }

    /// The bytes of a GByteArray property.
    public final func byteArrayProperty(_ name: String) -> Data? {
        get(name, g_byte_array_get_type()) { value in
            guard let array = g_value_get_boxed(value)?.assumingMemoryBound(to: GByteArray.self).pointee,
                let bytes = array.data
            else { return nil }
            return Data(bytes: bytes, count: Int(array.len))
        }
    }

    /// The value of a GDateTime property.
    public final func dateProperty(_ name: String) -> Date? {
        get(name, g_date_time_get_type()) { value in
            guard let date = g_value_get_boxed(value) else { return nil }
            return Date(timeIntervalSince1970: TimeInterval(g_date_time_to_unix(OpaquePointer(date))))
        }
    }

    /// Makes an object of a type that is no GInitiallyUnowned, with integer properties that can only be set at construction.
    public convenience init(type: GType, _ properties: KeyValuePairs<String, Int>) {
        var names: [UnsafePointer<CChar>?] = properties.map { UnsafePointer(g_strdup($0.key)) }
        let values = properties.map { property in
            var value = GValue()
            g_value_init(&value, cgtk_type_int())
            g_value_set_int(&value, Int32(clamping: property.value))
            return value
        }
        defer { for name in names { g_free(UnsafeMutableRawPointer(mutating: name)) } }
        guard let object = g_object_new_with_properties(type, guint(values.count), &names, values) else {
            preconditionFailure("GLib makes no object")
        }
        self.init(adopting: UnsafeMutableRawPointer(object))
    }

    private func set(_ name: String, _ type: GType, _ fill: (UnsafeMutablePointer<GValue>) -> Void) {
        var value = GValue()
        g_value_init(&value, type)
        fill(&value)
        g_object_set_property(cast(), name, &value)
        g_value_unset(&value)
    }

    private func get<Result>(_ name: String, _ type: GType, _ read: (UnsafePointer<GValue>) -> Result) -> Result {
        var value = GValue()
        g_value_init(&value, type)
        g_object_get_property(cast(), name, &value)
        defer { g_value_unset(&value) }
        return read(&value)
    }
}
