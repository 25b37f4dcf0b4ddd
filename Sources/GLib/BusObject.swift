import CGtk

/// An object of this program on the session bus. Other programs call the methods of its interface.
///
/// An application makes its objects before it claims its name. GDBus answers calls for unknown objects at once with an error,
/// from a thread of its own. The call that started the program arrives together with the name.
@MainActor
public final class BusObject {
    private let connection: Object
    private let registration: guint

    /// Puts an object at a path. Nil without a session bus, or when the path is taken.
    ///
    /// `interface` describes one interface in D-Bus's introspection format. Calls that do not match it are refused before they
    /// arrive here.
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
            // GDBus did not take the handler.
            releaseSwiftObject(handler)
            return nil
        }
    }

    isolated deinit {
        g_dbus_connection_unregister_object(connection.opaque, registration)
    }
}

/// A method call of another program, until it is answered.
@MainActor
public final class BusCall {
    /// The method's name.
    public let method: String
    /// A tuple of the types in the interface.
    public let arguments: Variant

    /// Nil after the answer.
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

    /// Sends the results, which must have the interface's types; only the first answer counts.
    public func answer(_ results: Variant...) {
        guard let invocation else { return }
        self.invocation = nil
        let tuple = Variant(tuple: results)
        withExtendedLifetime(tuple) { g_dbus_method_invocation_return_value(invocation, tuple.pointer) }
    }
}

/// GDBus owns it as long as the object is on the bus.
private final class CallHandler {
    let body: @MainActor (BusCall) -> Void

    init(_ body: @escaping @MainActor (BusCall) -> Void) {
        self.body = body
    }
}
