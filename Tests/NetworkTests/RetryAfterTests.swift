import Foundation
import Network
import Testing

struct RetryAfterTests {
    private func wait(_ headers: [String: String]) throws -> Duration? {
        let url = try #require(URL(string: "https://h/api"))
        let response = HTTPResponse(status: 429, url: url, headers: headers, body: Data())
        // 2026-11-21 05:06:00.
        return RetryAfter.wait(in: response, now: Date(timeIntervalSince1970: 1_795_237_560))
    }

    @Test(
        arguments: [
            ("17", 17), (" 17 ", 17), ("0", 1), ("-5", 1), ("999999999", 3_600), ("99999999999999999999", nil),
            ("Sat, 21 Nov 2026 05:06:58 GMT", 58), ("Sat, 21 Nov 2020 05:06:58 GMT", 1), ("soon", nil), ("", nil),
        ] as [(String, Int?)])
    func isSecondsOrADate(value: String, seconds: Int?) throws {
        #expect(try wait(["retry-after": value]) == seconds.map { .seconds($0) })
    }

    @Test func aDateCountsFromTheServersClock() throws {
        let headers = ["retry-after": "Sat, 21 Nov 2026 05:06:58 GMT", "date": "Sat, 21 Nov 2026 05:06:05 GMT"]
        #expect(try wait(headers) == .seconds(53))
        #expect(try wait([:]) == nil)
    }
}
