import CGtk
import TestSupport
import XCTest

@testable import GLib

/// Objects on the session bus, called over it.
final class BusObjectTests: XCTestCase {
    private static let path = "/io/github/cameo_contacts/Test"
    private static let interface = """
        <node>
          <interface name="io.github.cameo_contacts.Test">
            <method name="Double">
              <arg type="as" direction="in"/>
              <arg type="as" direction="out"/>
            </method>
            <method name="Keep"/>
          </interface>
        </node>
        """

    /// The answer of the object at `path` to a method that gets texts.
    @MainActor
    private static func call(_ method: String, _ texts: [String]?) async throws(GLibError) -> Variant? {
        guard let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) else { return nil }
        let connection = Object(adopting: UnsafeMutableRawPointer(bus))
        let arguments = texts.map { Variant(tuple: [Variant($0)]) }
        return try await gioOperation { cancellable, callback, data in
            g_dbus_connection_call(
                bus, g_dbus_connection_get_unique_name(bus), path, "io.github.cameo_contacts.Test", method,
                arguments?.pointer, nil, G_DBUS_CALL_FLAGS_NONE, 10_000, cancellable, callback, data)
        } finish: { result, error in
            guard let answer = g_dbus_connection_call_finish(connection.opaque, result, error) else { return nil }
            defer { g_variant_unref(answer) }
            return Variant(sinking: answer)
        }
    }

    private func skipWithoutBus() throws {
        guard let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) else {
            throw XCTSkip("there is no session bus")
        }
        g_object_unref(UnsafeMutableRawPointer(bus))
    }

    func testAnswersWithWhatTheHandlerSays() throws {
        try skipWithoutBus()
        onMainLoop {
            let object = BusObject(path: Self.path, interface: Self.interface) { call in
                XCTAssertEqual(call.method, "Double")
                call.answer(Variant((call.arguments[0]?.texts(atMost: 2) ?? []).map { $0 + $0 }))
                call.answer(Variant(["another answer"]))
            }
            let answer = try await Self.call("Double", ["ä", "", "beyond the limit"])
            XCTAssertEqual(answer?[0]?.texts(atMost: 9), ["ää", ""])
            XCTAssertNotNil(object)
        }
    }

    func testRefusesWhatTheHandlerDoesNotAnswerAndWhatTheInterfaceDoesNotHave() throws {
        try skipWithoutBus()
        onMainLoop {
            let object = BusObject(path: Self.path, interface: Self.interface) { _ in }
            for (method, texts) in [("Keep", nil), ("Keep", ["unexpected"]), ("NoSuchMethod", nil)] {
                do {
                    _ = try await Self.call(method, texts)
                    XCTFail("\(method) was answered")
                } catch {}
            }
            XCTAssertNotNil(object)
        }
    }

    func testIsGoneWithItsSwiftObject() throws {
        try skipWithoutBus()
        onMainLoop {
            _ = BusObject(path: Self.path, interface: Self.interface) { $0.answer() }
            XCTAssertNotNil(BusObject(path: Self.path, interface: Self.interface) { _ in }, "the path is free again")
        }
    }

    func testASecondObjectAtAPathIsRefused() throws {
        try skipWithoutBus()
        onMainLoop {
            let first = BusObject(path: Self.path, interface: Self.interface) { _ in }
            XCTAssertNotNil(first)
            XCTAssertNil(BusObject(path: Self.path, interface: Self.interface) { _ in })
        }
    }
}

/// Values as D-Bus sees them.
final class VariantTests: XCTestCase {
    func testIndexesAndTypesThatAreNotThereGiveNothing() {
        MainActor.assumeIsolated {
            let texts = Variant(["a", "b"])
            XCTAssertEqual(texts[1]?.text, "b")
            XCTAssertNil(texts[2])
            XCTAssertNil(texts[-1])
            XCTAssertNil(texts.text)
            XCTAssertEqual(Variant("a").texts(atMost: 1), [])
            XCTAssertNil(Variant("a")[0])
        }
    }

    func testDictionariesAreWrittenAsSearchProvidersAnswer() {
        MainActor.assumeIsolated {
            let value = Variant([["id": Variant("1"), "name": Variant("Ä")], [:]])
            let printed = g_variant_print(value.pointer, 1)
            defer { g_free(printed) }
            XCTAssertEqual(
                printed.map { String(cString: $0) }, "[{'id': <'1'>, 'name': <'Ä'>}, {}]")
        }
    }
}
