import CSoup
import GLib
import TestSupport
import XCTest

@testable import HTTP

/// The desktop's network monitor.
final class NetworkMonitorTests: XCTestCase {
    /// Lets GIO's monitor say that routes have changed.
    @MainActor
    private static func announce(isAvailable: Bool) {
        guard let monitor = g_network_monitor_get_default() else { return XCTFail("no monitor") }
        var arguments = [GValue(), GValue()]
        g_value_init(&arguments[0], g_type_from_name("GNetworkMonitor"))
        g_value_set_object(&arguments[0], UnsafeMutableRawPointer(monitor))
        g_value_init(&arguments[1], g_type_from_name("gboolean"))
        g_value_set_boolean(&arguments[1], isAvailable ? 1 : 0)
        let signal = g_signal_lookup("network-changed", g_type_from_name("GNetworkMonitor"))
        g_signal_emitv(arguments, signal, 0, nil)
        g_value_unset(&arguments[0])
    }

    func testItKnowsWhatGIOKnows() {
        onMainLoop {
            let known = g_network_monitor_get_network_available(g_network_monitor_get_default()) != 0
            XCTAssertEqual(NetworkMonitor().isAvailable, known)
        }
    }

    func testOnlyRealChangesAreTold() {
        onMainLoop {
            let monitor = NetworkMonitor()
            let now = monitor.isAvailable
            var told: [Bool] = []
            monitor.onChange = { told.append($0) }
            for isAvailable in [now, !now, !now, now, now] { Self.announce(isAvailable: isAvailable) }
            XCTAssertEqual(told, [!now, now])
        }
    }

    func testItsHandlerGoesWithIt() {
        onMainLoop {
            var told = 0
            var monitor: NetworkMonitor? = NetworkMonitor()
            weak let weakMonitor = monitor
            let now = monitor?.isAvailable ?? false
            monitor?.onChange = { _ in told += 1 }
            monitor = nil
            XCTAssertNil(weakMonitor)
            Self.announce(isAvailable: !now)
            XCTAssertEqual(told, 0)
        }
    }
}
