import Testing

@testable import DemoServer

@Suite struct RateLimitTests {
    private let lab = Lab { $0.rateLimit = 60 }

    @Test func the61stRequestOfAMinuteIsRefused() throws {
        for count in 1...60 {
            let response = lab.get("/api/tags")
            #expect(response.status == 200)
            #expect(response["X-RateLimit-Limit"] == "60")
            #expect(response["X-RateLimit-Remaining"] == "\(60 - count)")
            #expect(response["Retry-After"] == nil)
        }
        let refused = lab.get("/api/contacts", at: Lab.now + 2)
        #expect(refused.status == 429)
        #expect(refused.text == (try Recordings.text("ratelimit-429.json")))
        #expect(refused["Retry-After"] == "58")
        #expect(refused["X-RateLimit-Reset"] == "\(Int(Lab.now) + 60)")
        #expect(refused["X-RateLimit-Remaining"] == "0")
        #expect(Set(refused.headers.map { $0.name.lowercased() }) == (try Recordings.headerNames("ratelimit-429")))
    }

    @Test func refusedRequestsDoNotProlongTheWindow() {
        for _ in 0..<100 { _ = lab.get("/api/tags") }
        #expect(lab.get("/api/tags", at: Lab.now + 59.5).status == 429)
        #expect(lab.get("/api/tags", at: Lab.now + 60)["X-RateLimit-Remaining"] == "59")
    }

    @Test func requestsWithoutAGoodTokenAreNotCounted() {
        for _ in 0..<100 { _ = lab.get("/api/tags", token: "wrong") }
        for _ in 0..<100 { _ = lab.get("/store/photos/a.jpg") }
        #expect(lab.get("/api/tags")["X-RateLimit-Remaining"] == "59")
    }
}
