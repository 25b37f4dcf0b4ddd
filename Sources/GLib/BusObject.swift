import CGtk

/// An object of this program on the session bus. Other programs call the methods of its interface.
///
/// An application makes its objects before it claims its name. GDBus answers calls for unknown objects at once with an error,
/// from a thread of its own. The call that started the program arrives together with the name.
@MainActor
public final class BusObject {
    private let connection: Object
    private let registration: guint

    /// Puts an object at a path; nil where there is no session bus, or the path is taken.
    ///
    /// `interface` describes one interface as D-Bus's introspection does; calls that do not agree with it are refused
    /// before they come here.
    public init?(path: String, interface: String, onCall: @escaping @MainActor (BusCall) -> Void) {
        guard let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) else { return nil }
        connection = Object(adopting: UnsafeMutableRawPointer(bus))
        guard let node = g_dbus_node_info_new_for_xml(interface, nil) else {
            preconditionFailure("the interface is no introspection data")
        }
        defer { g_dbus_node_info_unref(node) }
        var table = GDBusInterfaceVTable()
        table.method_call = { _, _, _, _, method, arguments, invocation, data in
            guard let method, let arguments, let invocation, let data else { return }
            let call = BusCall(String(cString: method), Variant(sinking: arguments), invocation)
            Unmanaged<CallHandler>.fromOpaque(data).takeUnretainedValue().body(call)
        }
        let handler = Unmanaged.passRetained(CallHandler(onCall)).toOpaque()
        registration = g_dbus_connection_register_object(
            bus, path, node.pointee.interfaces[0], &table, handler, { releaseSwiftObject($0) }, nil)
        guard registration != 0 else {
            // GDBus has not taken it.
            releaseSwiftObject(handler)
            return nil
        }
    }

    isolated deinit {
        g_dbus_connection_unregister_object(connection.opaque, registration)
    }
}

/// A method that another program called, until it is answered.
@MainActor
public final class BusCall {
    /// The method's name.
    public let method: String
    /// A tuple of the types that the interface says.
    public let arguments: Variant

    /// Nil once it is answered.
    private var invocation: OpaquePointer?

    /// Takes over the caller's reference to the invocation.
    fileprivate init(_ method: String, _ arguments: Variant, _ invocation: OpaquePointer) {
        self.method = method
        self.arguments = arguments
        self.invocation = invocation
    }

    isolated deinit {
        guard let invocation else { return }
        // Without an answer the caller would wait for the timeout of the bus.
        g_dbus_method_invocation_return_dbus_error(
            invocation, "org.freedesktop.DBus.Error.Failed", "not answered")
    }

    /// Sends the results, which must be of the types that the interface says; only the first answer counts.
    public func answer(_ results: Variant...) {
        guard let invocation else { return }
        self.invocation = nil
        let tuple = Variant(tuple: results)
        withExtendedLifetime(tuple) { g_dbus_method_invocation_return_value(invocation, tuple.pointer) }
    }
}

/// Held by GDBus as long as the object is on the bus.
private final class CallHandler {
    let body: @MainActor (BusCall) -> Void

    init(_ body: @escaping @MainActor (BusCall) -> Void) {
        self.body = body
    }
}
