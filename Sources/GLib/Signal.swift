import CGtk

/// The arguments of a signal, without the emitting object.
@MainActor
public struct SignalArguments {
    private let values: UnsafePointer<GValue>
    private let count: Int

    fileprivate init(values: UnsafePointer<GValue>, count: Int) {
        self.values = values
        self.count = count
    }

    private func value(_ index: Int) -> UnsafePointer<GValue> {
        precondition(index + 1 < count, "the signal has \(count - 1) arguments")
        return values + index + 1
    }

    /// An object, borrowed; nil where there is none.
    public func object(_ index: Int) -> UnsafeMutableRawPointer? { g_value_get_object(value(index)) }
    /// A boxed value, borrowed; nil where there is none.
    public func boxed(_ index: Int) -> UnsafeMutableRawPointer? { g_value_get_boxed(value(index)) }
    /// A text; nil where there is none.
    public func string(_ index: Int) -> String? { g_value_get_string(value(index)).map { String(cString: $0) } }
    /// A pointer of any other type.
    public func pointer(_ index: Int) -> UnsafeMutableRawPointer? { g_value_get_pointer(value(index)) }
    /// A string of so many bytes; a negative number means up to its end.
    public func text(_ index: Int, length: Int32) -> String? {
        guard let start = g_value_get_string(value(index)) else { return nil }
        guard length >= 0 else { return String(cString: start) }
        return String(decoding: UnsafeRawBufferPointer(start: start, count: Int(length)), as: UTF8.self)
    }
    /// An unsigned number.
    public func uint(_ index: Int) -> UInt32 { g_value_get_uint(value(index)) }
    /// A signed number.
    public func int(_ index: Int) -> Int32 { g_value_get_int(value(index)) }
    /// A Boolean.
    public func bool(_ index: Int) -> Bool { g_value_get_boolean(value(index)) != 0 }
    /// A floating-point number.
    public func double(_ index: Int) -> Double { g_value_get_double(value(index)) }
    /// A GVariant argument; nil when the signal carries none.
    public func variant(_ index: Int) -> OpaquePointer? { g_value_get_variant(value(index)) }
    /// An enumeration or flags value of its C type.
    public func enumeration(_ index: Int) -> Int32 { g_value_get_enum(value(index)) }
    /// Flags, as their bits.
    public func flags(_ index: Int) -> UInt32 { g_value_get_flags(value(index)) }
}

/// The identity of a signal connection, for disconnecting it.
public struct SignalHandler: Hashable, Sendable {
    let id: gulong
}

extension Object {
    /// Calls the handler at each emission until the object dies or the handler is disconnected. GLib owns the closure, so it
    /// must capture the object's owner weakly.
    @discardableResult
    public final func on(_ signal: String, _ handler: @escaping @MainActor (SignalArguments) -> Void) -> SignalHandler {
        connect(signal) { arguments, _ in handler(arguments) }
    }

    /// The same for a signal with a Boolean answer from its handlers, such as "close-request".
    @discardableResult
    public final func answer(
        _ signal: String, _ handler: @escaping @MainActor (SignalArguments) -> Bool
    ) -> SignalHandler {
        connect(signal) { arguments, result in
            let answer = handler(arguments)
            if let result { g_value_set_boolean(result, answer ? 1 : 0) }
        }
    }

    /// Calls the handler when a property changes.
    @discardableResult
    public final func onChange(of property: String, _ handler: @escaping @MainActor () -> Void) -> SignalHandler {
        connect("notify::\(property)") { _, _ in handler() }
    }

    /// Disconnects a handler of this object.
    public final func disconnect(_ handler: SignalHandler) {
        g_signal_handler_disconnect(pointer, handler.id)
    }

    /// One C function gets the arguments of all signals as GValues, so a wrong signature cannot corrupt the stack.
    private func connect(_ signal: String, _ body: @escaping Marshaller.Body) -> SignalHandler {
        let data = Unmanaged.passRetained(Marshaller(body)).toOpaque()
        guard let closure = g_closure_new_simple(guint(MemoryLayout<GClosure>.size), data) else {
            preconditionFailure("GLib makes no closure")
        }
        g_closure_set_marshal(closure) { closure, result, count, arguments, _, _ in
            guard let data = closure?.pointee.data, let arguments else { return }
            let marshaller = Unmanaged<Marshaller>.fromOpaque(data).takeUnretainedValue()
            marshaller.body(SignalArguments(values: arguments, count: Int(count)), result)
        }
        g_closure_add_finalize_notifier(closure, data) { data, _ in releaseSwiftObject(data) }
        let id = g_signal_connect_closure(pointer, signal, closure, 0)
        precondition(id != 0, "no signal '\(signal)'")
        return SignalHandler(id: id)
    }
}

private final class Marshaller {
    typealias Body = @MainActor (SignalArguments, UnsafeMutablePointer<GValue>?) -> Void

    let body: Body

    init(_ body: @escaping Body) {
        self.body = body
    }
}
