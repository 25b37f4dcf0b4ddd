import CGtk
public import GLib

/// Whether a GObject is still in memory, without keeping it there.
@MainActor
public final class Lifetime {
    private let place = UnsafeMutablePointer<gpointer?>.allocate(capacity: 1)

    public convenience init(of object: Object) {
        self.init(of: object.pointer)
    }

    public init(of object: UnsafeMutableRawPointer) {
        place.initialize(to: object)
        g_object_add_weak_pointer(object.assumingMemoryBound(to: GObject.self), place)
    }

    isolated deinit {
        if let object = place.pointee {
            g_object_remove_weak_pointer(object.assumingMemoryBound(to: GObject.self), place)
        }
        place.deallocate()
    }

    public var isOver: Bool { address == nil }

    /// Where the object is, as long as it is.
    public var address: UnsafeMutableRawPointer? { place.pointee }

    /// The number of references to the object.
    public var references: Int {
        place.pointee.map { Int($0.assumingMemoryBound(to: GObject.self).pointee.ref_count) } ?? 0
    }
}
