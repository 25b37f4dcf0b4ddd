import TestSupport
import XCTest

@testable import GLib

final class MemoryMonitorTests: XCTestCase {
    func testLowMemoryIsToldUntilTheMonitorIsFreed() {
        onMainLoop {
            var told = 0
            var monitor: MemoryMonitor? = MemoryMonitor { told += 1 }
            announceLowMemory()
            announceLowMemory()
            XCTAssertEqual(told, 2)
            withExtendedLifetime(monitor) {}
            monitor = nil
            announceLowMemory()
            XCTAssertEqual(told, 2)
        }
    }
}
