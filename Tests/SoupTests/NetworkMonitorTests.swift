import CSoup
import TestSupport
import XCTest

@testable import Soup

/// The desktop's network monitor.
final class NetworkMonitorTests: XCTestCase {
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
            for isAvailable in [now, !now, !now, now, now] { announceNetwork(isAvailable: isAvailable) }
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
            announceNetwork(isAvailable: !now)
            XCTAssertEqual(told, 0)
        }
    }
}
