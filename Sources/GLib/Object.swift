import CGtk

/// A handle on a GObject that owns one reference to it.
///
/// The handle has no state of its own: it may be dropped and made again for the same object. Which initialiser is right
/// stands in the C function's documentation: "transfer full" is adopted, "transfer none" is borrowed, and what derives from
/// `GInitiallyUnowned` (every widget) is sunk.
@MainActor
open class Object {
    /// Sendable in fact: the address never changes, and what it points at is used on the main actor only.
    public nonisolated(unsafe) let pointer: UnsafeMutableRawPointer

    /// Takes a new object with a floating reference, such as a widget; for one that GTK owns already, adds a reference.
    public init(sinking pointer: UnsafeMutableRawPointer) {
        self.pointer = pointer
        g_object_ref_sink(pointer)
    }

    /// Takes over the caller's reference.
    public init(adopting pointer: UnsafeMutableRawPointer) {
        self.pointer = pointer
    }

    /// Adds a reference to an object that somebody else owns.
    public init(borrowing pointer: UnsafeMutableRawPointer) {
        self.pointer = pointer
        g_object_ref(pointer)
    }

    isolated deinit {
        g_object_unref(pointer)
    }

    /// The pointer as C functions of final types take it.
    public final var opaque: OpaquePointer { OpaquePointer(pointer) }

    /// The pointer as C functions of derivable types take it.
    public final func cast<Instance>(to type: Instance.Type = Instance.self) -> UnsafeMutablePointer<Instance> {
        pointer.assumingMemoryBound(to: type)
    }

    /// The object with one more reference, for an argument that is "transfer full".
    public final func retained() -> UnsafeMutableRawPointer {
        g_object_ref(pointer)
    }

    /// Keeps a Swift object alive as long as the GObject lives, under a name.
    public final func attach(_ value: AnyObject?, as key: AttachmentKey) {
        guard let value else { return g_object_set_qdata(cast(), key.quark, nil) }
        g_object_set_qdata_full(cast(), key.quark, Unmanaged.passRetained(value).toOpaque(), releaseSwiftObject)
    }

    /// What was attached under a name.
    public final func attachment<Value: AnyObject>(_ key: AttachmentKey, as type: Value.Type = Value.self) -> Value? {
        Object.attachment(key, of: pointer, as: type)
    }

    /// What was attached under a name to an object that is known by its pointer only.
    public static func attachment<Value: AnyObject>(
        _ key: AttachmentKey, of pointer: UnsafeMutableRawPointer, as type: Value.Type = Value.self
    ) -> Value? {
        guard let data = g_object_get_qdata(pointer.assumingMemoryBound(to: GObject.self), key.quark) else {
            return nil
        }
        return Unmanaged<AnyObject>.fromOpaque(data).takeUnretainedValue() as? Value
    }
}

/// A name under which something is attached to an object. Kept where something is looked up often: GLib looks for each name
/// among those of the whole program.
public nonisolated struct AttachmentKey: ExpressibleByStringLiteral, Sendable {
    /// GLib's number for the name.
    fileprivate let quark: GQuark

    /// The key of a name.
    public init(stringLiteral name: String) {
        quark = g_quark_from_string(name)
    }
}

/// The destroy function for Swift objects that C holds; GLib may call it on any thread.
nonisolated func releaseSwiftObject(_ data: UnsafeMutableRawPointer?) {
    guard let data else { return }
    Unmanaged<AnyObject>.fromOpaque(data).release()
}
