import XCTest

@testable import Soup

/// At least 32 KiB in any 10 seconds.
final class BodyPaceTests: XCTestCase {
    private let start = ContinuousClock.now

    /// How long after the start the deadline is, having received these bytes at these seconds.
    private func deadline(_ arrivals: [(seconds: Double, bytes: Int)]) -> Duration {
        var pace = BodyPace(start: start)
        for arrival in arrivals { pace.received(arrival.bytes, at: start + .seconds(arrival.seconds)) }
        return pace.deadline - start
    }

    func testNothingHasTenSeconds() {
        XCTAssertEqual(deadline([]), .seconds(10))
    }

    func testTooLittleDoesNotMoveTheDeadline() {
        XCTAssertEqual(deadline([(1, 1), (5, 1), (9, 32_765)]), .seconds(10))
    }

    func testEnoughMovesTheDeadlineToTenSecondsAfterIt() {
        XCTAssertEqual(deadline([(3, 32_768)]), .seconds(13))
        XCTAssertEqual(deadline([(3, 1_000_000), (8, 32_768)]), .seconds(18))
    }

    func testAFastStartDoesNotExcuseASlowEnd() {
        XCTAssertEqual(deadline([(1, 10_000_000), (2, 1), (8, 1)]), .seconds(11))
    }

    func testTheDeadlineIsThatOfTheOldestOfTheLast32KiB() {
        XCTAssertEqual(deadline([(1, 16_384), (4, 16_384)]), .seconds(11))
        XCTAssertEqual(deadline([(1, 16_384), (4, 16_384), (7, 16_384)]), .seconds(14))
    }

    func testManySmallArrivalsAreBounded() {
        let drops = (0..<100_000).map { (seconds: Double($0) * 0.001, bytes: 1) }
        XCTAssertLessThan(deadline(drops), .seconds(100 - 32 + 10))
        XCTAssertGreaterThan(deadline(drops), .seconds(100 - 33 + 9))
    }
}
