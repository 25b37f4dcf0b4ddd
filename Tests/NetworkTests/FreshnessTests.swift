import Foundation
import Testing

@testable import Network

struct FreshnessTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    private func freshness(
        _ headers: [String: String], isOwn: Bool = false, isImmutable: Bool = false
    ) -> Freshness? {
        var request = HTTPRequest(URL(filePath: "/picture"), content: .image)
        request.sendsCredentials = isOwn
        let response = HTTPResponse(status: 200, url: request.url, headers: headers, body: Data())
        return Freshness(response, to: request, isImmutable: isImmutable, now: now)
    }

    static let lifetimes: [([String: String], TimeInterval)] = [
        ([:], 86_400), (["cache-control": "max-age=300"], 300), (["cache-control": "private, Max-Age=\"60\""], 60),
        (["cache-control": "max-age=300", "age": "100"], 200), (["cache-control": "max-age=5", "age": "100"], 0),
        (["cache-control": "no-cache"], 0), (["cache-control": "max-age=60, max-age=9"], 60),
        (["cache-control": "max-age=-3"], 0), (["cache-control": "max-age=soon"], 0),
        (["cache-control": "max-age=99999999999999999999"], 31_536_000),
        (["cache-control": "max-age=1e9"], 0), (["cache-control": "public"], 86_400),
        (["cache-control": "max-age=nan"], 0), (["expires": "0"], 0), (["expires": "-1"], 0),
        (["expires": "Fri, 15 Jan 2027 08:10:00 GMT"], 600),
        (["expires": "Fri, 15 Jan 2027 08:10:00 GMT", "date": "Fri, 15 Jan 2027 08:09:00 GMT"], 60),
        (["expires": "Fri, 15 Jan 2027 08:10:00 GMT", "cache-control": "max-age=7"], 7),
        (["expires": "Thu, 01 Jan 1970 00:00:00 GMT"], 0),
    ]

    @Test(arguments: lifetimes)
    func theServerSaysHowLongAPictureIsFresh(headers: [String: String], seconds: TimeInterval) throws {
        let freshness = try #require(self.freshness(headers))
        #expect(freshness.expiry == now.addingTimeInterval(seconds))
        #expect(freshness.isFresh(at: now) == (seconds > 0))
    }

    @Test func onlyOtherHostsCanForbidToStore() {
        #expect(freshness(["cache-control": "private, no-store"]) == nil)
        #expect(freshness(["cache-control": "no-store"], isOwn: true) != nil)
        #expect(freshness(["cache-control": "no-store"], isOwn: true, isImmutable: true) != nil)
    }

    @Test func anUploadNeverExpires() throws {
        let headers = ["cache-control": "no-cache", "etag": "\"1\""]
        let freshness = try #require(self.freshness(headers, isOwn: true, isImmutable: true))
        #expect(freshness.expiry == nil)
        #expect(freshness.isFresh(at: .distantFuture))
    }

    @Test func validatorsAreKeptUnlessTheyAreHostile() throws {
        let kept = try #require(freshness(["etag": "W/\"1\"", "last-modified": "Fri, 15 Jan 2027 08:10:00 GMT"]))
        #expect(kept.entityTag == "W/\"1\"")
        #expect(kept.lastModified == "Fri, 15 Jan 2027 08:10:00 GMT")
        let hostile = try #require(
            freshness(["etag": String(repeating: "x", count: 5_000), "last-modified": "a\r\nHost: evil"]))
        #expect(hostile.entityTag == nil && hostile.lastModified == nil)
    }
}
