import CGtk
public import Foundation

/// A typed value in D-Bus's format (GVariant).
@MainActor
public final class Variant {
    let pointer: OpaquePointer

    /// Takes a new value with a floating reference. Adds a reference to a value that has another owner.
    init(sinking pointer: OpaquePointer) {
        self.pointer = g_variant_ref_sink(pointer)
    }

    isolated deinit {
        g_variant_unref(pointer)
    }
}

extension Variant {
    /// A text ("s").
    public convenience init(_ text: String) {
        self.init(sinking: g_variant_new_string(text))
    }

    /// Texts ("as").
    public convenience init(_ texts: [String]) {
        self.init(array: texts.map { Variant($0) }, of: "s")
    }

    /// Dictionaries of texts to values of any type ("aa{sv}").
    public convenience init(_ dictionaries: [[String: Variant]]) {
        self.init(array: dictionaries.map { Variant($0) }, of: "a{sv}")
    }

    /// An icon of a picture file, serialised for `g_icon_deserialize`; nil if that fails.
    public convenience init?(iconOf picture: Data) {
        guard let bytes = picture.makeGBytes() else { return nil }
        defer { g_bytes_unref(bytes) }
        guard let icon = g_bytes_icon_new(bytes) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(icon)) }
        guard let value = g_icon_serialize(icon) else { return nil }
        defer { g_variant_unref(value) }
        self.init(sinking: value)
    }

    /// A dictionary of texts to values of any type ("a{sv}").
    convenience init(_ dictionary: [String: Variant]) {
        let entries = dictionary.sorted { $0.key < $1.key }.map { key, value in
            withExtendedLifetime(value) {
                let boxed = g_variant_new_variant(value.pointer)
                return Variant(sinking: g_variant_new_dict_entry(g_variant_new_string(key), boxed))
            }
        }
        self.init(array: entries, of: "{sv}")
    }

    /// Values of different types ("()").
    convenience init(tuple values: [Variant]) {
        let pointers: [OpaquePointer?] = values.map { $0.pointer }
        // The tuple takes references of its own.
        let tuple: OpaquePointer = withExtendedLifetime(values) { g_variant_new_tuple(pointers, gsize(values.count)) }
        self.init(sinking: tuple)
    }

    /// Values of one type, in D-Bus's notation of types.
    private convenience init(array values: [Variant], of type: String) {
        let elementType = g_variant_type_new(type)
        defer { g_variant_type_free(elementType) }
        let pointers: [OpaquePointer?] = values.map { $0.pointer }
        let array: OpaquePointer = withExtendedLifetime(values) {
            g_variant_new_array(elementType, pointers, gsize(values.count))
        }
        self.init(sinking: array)
    }
}

extension Variant {
    /// The value at an index of a tuple or array; nil if there is none.
    public subscript(index: Int) -> Variant? {
        guard g_variant_is_container(pointer) != 0, index >= 0, index < Int(g_variant_n_children(pointer)),
            let child = g_variant_get_child_value(pointer, gsize(index))
        else { return nil }
        defer { g_variant_unref(child) }
        return Variant(sinking: child)
    }

    /// The text; nil for a value of another type.
    public var text: String? {
        guard isOfType("s"), let text = g_variant_get_string(pointer, nil) else { return nil }
        return String(cString: text)
    }

    /// The first texts of an array of texts, as many as `limit`; none for a value of another type.
    public func texts(atMost limit: Int) -> [String] {
        guard isOfType("as") else { return [] }
        return (0..<min(limit, Int(g_variant_n_children(pointer)))).compactMap { self[$0]?.text }
    }

    private func isOfType(_ type: String) -> Bool {
        g_variant_get_type_string(pointer).map { String(cString: $0) } == type
    }
}
