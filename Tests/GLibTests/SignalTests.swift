import CGtk
import TestSupport
import XCTest

@testable import GLib

/// Signals call their handlers. Handlers are freed with the object that they are connected to.
final class SignalTests: XCTestCase {
    @MainActor
    private static func action(parameter: String? = nil) -> Object {
        let type = parameter.flatMap { g_variant_type_new($0) }
        defer { if let type { g_variant_type_free(type) } }
        return Object(adopting: UnsafeMutableRawPointer(g_simple_action_new("a", type)))
    }

    @MainActor
    private final class Witness {
        var calls = 0
        var handler: SignalHandler?
    }

    func testAHandlerIsCalledAtEachEmission() {
        onMainLoop {
            let action = Self.action()
            var calls = 0
            action.on("activate") { _ in calls += 1 }
            for _ in 0..<3 { g_action_activate(action.opaque, nil) }
            XCTAssertEqual(calls, 3)
        }
    }

    func testArgumentsArrive() {
        onMainLoop {
            let action = Self.action(parameter: "s")
            var received: String?
            action.on("activate") { arguments in
                received = arguments.variant(0).map { String(cString: g_variant_get_string($0, nil)) }
            }
            g_action_activate(action.opaque, g_variant_new_string("hello"))
            XCTAssertEqual(received, "hello")

            let buffer = Object(adopting: UnsafeMutableRawPointer(gtk_entry_buffer_new(nil, 0)))
            var inserted: [String] = []
            buffer.on("inserted-text") { arguments in
                inserted.append("\(arguments.uint(0)) \(arguments.string(1) ?? "-") \(arguments.uint(2))")
            }
            buffer.setProperty("text", to: "abc")
            XCTAssertEqual(inserted, ["0 abc 3"])
        }
    }

    func testAnAnswerReachesTheEmitter() {
        onMainLoop {
            let service = Object(type: g_socket_service_get_type(), [:])
            for answer in [true, false] {
                let handler = service.answer("incoming") { _ in answer }
                XCTAssertEqual(Self.emitIncoming(service), answer)
                service.disconnect(handler)
            }
        }
    }

    /// Emits a signal that returns a boolean, with empty arguments.
    @MainActor
    private static func emitIncoming(_ service: Object) -> Bool {
        var arguments = [GValue(), GValue(), GValue()]
        let types = ["GSocketService", "GSocketConnection", "GObject"]
        _ = g_socket_connection_get_type()
        for (index, type) in types.enumerated() { g_value_init(&arguments[index], g_type_from_name(type)) }
        g_value_set_object(&arguments[0], service.pointer)
        var result = GValue()
        g_value_init(&result, cgtk_type_boolean())
        g_signal_emitv(arguments, g_signal_lookup("incoming", g_socket_service_get_type()), 0, &result)
        g_value_unset(&arguments[0])
        return g_value_get_boolean(&result) != 0
    }

    func testADisconnectedHandlerIsNotCalledAndFreed() {
        onMainLoop {
            let action = Self.action()
            weak var witness: Witness?
            let handler: SignalHandler
            do {
                let strong = Witness()
                witness = strong
                handler = action.on("activate") { _ in strong.calls += 1 }
            }
            g_action_activate(action.opaque, nil)
            XCTAssertEqual(witness?.calls, 1)
            action.disconnect(handler)
            XCTAssertNil(witness)
            g_action_activate(action.opaque, nil)
        }
    }

    func testHandlersAreFreedWithTheirObject() {
        onMainLoop {
            weak var witness: Witness?
            var action: Object? = Self.action()
            do {
                let strong = Witness()
                witness = strong
                action?.on("activate") { _ in strong.calls += 1 }
                action?.onChange(of: "enabled") { strong.calls += 1 }
            }
            XCTAssertNotNil(witness)
            action = nil
            XCTAssertNil(witness)
        }
    }

    func testAHandlerMayDisconnectItself() {
        onMainLoop {
            let action = Self.action()
            let witness = Witness()
            witness.handler = action.on("activate") { [unowned action] _ in
                witness.calls += 1
                witness.handler.map(action.disconnect)
            }
            for _ in 0..<3 { g_action_activate(action.opaque, nil) }
            XCTAssertEqual(witness.calls, 1)
        }
    }

    func testHandlersOutliveTheHandle() {
        onMainLoop {
            let pointer = UnsafeMutableRawPointer(try XCTUnwrap(g_simple_action_new("a", nil)))
            var calls = 0
            Object(borrowing: pointer).on("activate") { _ in calls += 1 }
            g_action_activate(OpaquePointer(pointer), nil)
            XCTAssertEqual(calls, 1)
            g_object_unref(pointer)
        }
    }

    func testAChangedPropertyIsTold() {
        onMainLoop {
            let action = Self.action()
            var changes = 0
            action.onChange(of: "enabled") { changes += 1 }
            action.setProperty("enabled", to: false)
            action.setProperty("enabled", to: true)
            XCTAssertEqual(changes, 2)
        }
    }
}
