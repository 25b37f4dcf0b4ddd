import Foundation
import Network
import XCTest

@testable import Soup

/// The limits that headers tell.
final class RateLimitAnswerTests: XCTestCase {
    private func answer(_ status: Int, _ headers: [String: String]) throws -> RateLimitAnswer {
        let url = try XCTUnwrap(URL(string: "https://monica.example/api"))
        let response = HTTPResponse(status: status, url: url, headers: headers, body: Data())
        return RateLimitAnswer(response, at: Date(timeIntervalSince1970: 1_795_237_560))
    }

    func testMonicasHeaders() throws {
        let counts = ["x-ratelimit-limit": "60", "x-ratelimit-remaining": "59"]
        XCTAssertEqual(try answer(200, counts), .counted(limit: 60, remaining: 59))
        XCTAssertEqual(try answer(404, counts), .counted(limit: 60, remaining: 59))
        let refusal = [
            "x-ratelimit-limit": "60", "x-ratelimit-remaining": "0", "retry-after": "58",
            "x-ratelimit-reset": "1795237618",
        ]
        XCTAssertEqual(try answer(429, refusal), .refused(.seconds(58)))
        let date = ["retry-after": "Sat, 21 Nov 2026 05:06:58 GMT"]
        XCTAssertEqual(try answer(429, date), .refused(.seconds(58)))
    }

    func testTheResetStandsInForTheWait() {
        XCTAssertEqual(try answer(429, ["x-ratelimit-reset": "1795237618"]), .refused(.seconds(58)))
        XCTAssertEqual(try answer(429, [:]), .refused(nil))
        XCTAssertEqual(try answer(429, ["retry-after": "soon"]), .refused(nil))
    }

    func testWithoutHeadersOnlySuccessMeansThatThereIsNoLimit() {
        XCTAssertEqual(try answer(200, [:]), .unlimited)
        for status in [301, 401, 403, 500, 502, 503] {
            XCTAssertEqual(try answer(status, [:]), .notCounted)
        }
    }

    func testNonsenseIsNoLimit() {
        for limit in ["0", "-1", "", "sixty", "1e3", "99999999999999999999"] {
            XCTAssertEqual(try answer(200, ["x-ratelimit-limit": limit, "x-ratelimit-remaining": "1"]), .unlimited)
        }
        let more = ["x-ratelimit-limit": "60", "x-ratelimit-remaining": "70"]
        XCTAssertEqual(try answer(200, more), .counted(limit: 60, remaining: 60))
    }
}
