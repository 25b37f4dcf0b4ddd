import CGtk

/// Properties that have no C function of their own.
extension Object {
    public final func setProperty(_ name: String, to value: Bool) {
        set(name, cgtk_type_boolean()) { g_value_set_boolean($0, value ? 1 : 0) }
    }

    public final func setProperty(_ name: String, to value: Int) {
        set(name, cgtk_type_int()) { g_value_set_int($0, Int32(clamping: value)) }
    }

    public final func setProperty(_ name: String, to value: Double) {
        set(name, cgtk_type_double()) { g_value_set_double($0, value) }
    }

    public final func setProperty(_ name: String, to value: String) {
        set(name, cgtk_type_string()) { g_value_set_string($0, value) }
    }

    public final func boolProperty(_ name: String) -> Bool {
        get(name, cgtk_type_boolean()) { g_value_get_boolean($0) != 0 }
    }

    public final func stringProperty(_ name: String) -> String? {
        get(name, cgtk_type_string()) { g_value_get_string($0).map { String(cString: $0) } }
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
