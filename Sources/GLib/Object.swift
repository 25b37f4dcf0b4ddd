import CGtk

/// A handle on a GObject that owns one reference to it.
///
/// The handle has no state of its own: it may be dropped and made again for the same object. The C function's documentation
/// tells the right initialiser. "Transfer full" is adopted, and "transfer none" is borrowed. A subclass of `GInitiallyUnowned`,
/// such as every widget, is sunk.
@MainActor
open class Object {
    /// Sendable in fact: the address never changes, and only the main actor uses its object.
    public nonisolated(unsafe) let pointer: UnsafeMutableRawPointer

    /// Takes a new object with a floating reference, such as a widget. Adds a reference to an object that GTK already owns.
    public init(sinking pointer: UnsafeMutableRawPointer) {
        self.pointer = pointer
        g_object_ref_sink(pointer)
    }

    /// Takes over the caller's reference.
    public init(adopting pointer: UnsafeMutableRawPointer) {
        self.pointer = pointer
    }

    /// Adds a reference to an object that has another owner.
    public init(borrowing pointer: UnsafeMutableRawPointer) {
        self.pointer = pointer
        g_object_ref(pointer)
    }

    isolated deinit {
        g_object_unref(pointer)
    }

    /// The pointer for C functions of final types.
    public final var opaque: OpaquePointer { OpaquePointer(pointer) }

    /// The pointer for C functions of derivable types.
    public final func cast<Instance>(to type: Instance.Type = Instance.self) -> UnsafeMutablePointer<Instance> {
        pointer.assumingMemoryBound(to: type)
    }

    /// The object with one more reference, for a "transfer full" argument.
    public final func retained() -> UnsafeMutableRawPointer {
        g_object_ref(pointer)
    }

    /// Keeps a Swift object alive as long as the GObject lives, under a name.
    public final func attach(_ value: AnyObject?, as key: AttachmentKey) {
        guard let value else { return g_object_set_qdata(cast(), key.quark, nil) }
        g_object_set_qdata_full(cast(), key.quark, Unmanaged.passRetained(value).toOpaque(), releaseSwiftObject)
    }

    /// The value attached under a name.
    public final func attachment<Value: AnyObject>(_ key: AttachmentKey, as type: Value.Type = Value.self) -> Value? {
        Object.attachment(key, of: pointer, as: type)
    }

    /// The value attached under a name to an object of which only the pointer is known.
    public static func attachment<Value: AnyObject>(
        _ key: AttachmentKey, of pointer: UnsafeMutableRawPointer, as type: Value.Type = Value.self
    ) -> Value? {
        guard let data = g_object_get_qdata(pointer.assumingMemoryBound(to: GObject.self), key.quark) else {
            return nil
        }
        let value = Unmanaged<AnyObject>.fromOpaque(data).takeUnretainedValue()
        // Rows look up values many times in a frame, and a cast to a generic type takes several times as long.
        guard Swift.type(of: value) != type else { return unsafeDowncast(value, to: Value.self) }
        return value as? Value
    }
}

/// The name of an attached value. Code that looks it up often keeps it: GLib searches the names of the whole program each time.
public nonisolated struct AttachmentKey: ExpressibleByStringLiteral, Sendable {
    /// GLib's number for the name.
    fileprivate let quark: GQuark

    /// The key of a name.
    public init(stringLiteral name: String) {
        quark = g_quark_from_string(name)
    }
}

/// The destroy function for Swift objects owned by C; GLib may call it on any thread.
nonisolated func releaseSwiftObject(_ data: UnsafeMutableRawPointer?) {
    guard let data else { return }
    Unmanaged<AnyObject>.fromOpaque(data).release()
}
