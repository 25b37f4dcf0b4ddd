import DemoServerFaults
import Foundation
import Testing

@testable import DemoServer

@Suite struct FailureTests {
    private let server: DemoServer

    init() throws {
        server = try DemoServer(DemoServerConfiguration(contacts: 20, rateLimit: nil))
    }

    private func get(_ path: String = "api/contacts", limit: Int = 20_000_000) -> RawClient.Answer {
        RawClient.get(server.address.appending(path: path), token: server.token, limit: limit)
    }

    @Test func statusesComeAsOftenAsAskedForAndOnlyWhereTheyShould() {
        server.inject(.status(502), at: "/api/contacts*", times: 2)
        #expect(get("api/me").status == 200)
        #expect(get("api/contacts/1").status == 502)
        #expect(get().status == 502)
        #expect(get().status == 200)
    }

    @Test func failuresMayComeEachSoManyth() {
        server.inject(.status(429), at: "/api/me", every: 2)
        server.inject(.status(500), at: "/api/me", every: 3)
        #expect((0..<6).map { _ in get("api/me").status } == [200, 429, 500, 429, 200, 429])
    }

    @Test func failuresCanBeTakenBack() {
        server.inject(.status(503, retryAfter: 7), at: "*")
        #expect(get().header("Retry-After") == "7")
        server.clearFailures()
        #expect(get().status == 200)
    }

    private func count(_ path: String = "api/contacts/1/notes") throws -> Int {
        let object = try JSONSerialization.jsonObject(with: get(path).content) as? [String: Any]
        return try #require((object?["meta"] as? [String: Any])?["total"] as? Int)
    }

    private func postNote() -> RawClient.Answer {
        RawClient.post(
            server.address.appending(path: "api/notes"), token: server.token, #"{"contact_id": 1, "body": "b"}"#)
    }

    @Test func aLostAnswerIsCarriedOutAndAHangUpIsNot() throws {
        let before = try count()
        server.inject(.hangUp, at: "/api/notes", method: "POST", times: 1)
        #expect(postNote().head.isEmpty)
        #expect(try count() == before)
        server.inject(.lostAnswer, at: "/api/notes", method: "POST", times: 1)
        #expect(postNote().head.isEmpty)
        #expect(try count() == before + 1)
        server.inject(.carriedOut(status: 500), at: "/api/notes", method: "POST", times: 1)
        #expect(postNote().status == 500)
        #expect(try count() == before + 2)
    }

    @Test(.timeLimit(.minutes(1))) func aLateRequestIsCarriedOutInTheEnd() async throws {
        let before = try count()
        server.inject(.lateRequest(.milliseconds(300)), at: "/api/notes", times: 1)
        #expect(postNote().head.isEmpty)
        #expect(try count() == before)
        while try count() == before { try await Task.sleep(for: .milliseconds(20)) }
        #expect(try count() == before + 1)
    }

    @Test func failuresMayMeanOneMethodAlone() {
        server.inject(.status(500), at: "/api/notes", method: "POST")
        #expect(get("api/notes").status == 200)
        #expect(postNote().status == 500)
    }

    @Test func truncatedBodiesEndHalfWay() throws {
        server.inject(.truncatedBody, at: "*")
        let answer = get()
        let declared = try #require(answer.header("Content-Length").flatMap { Int($0) })
        #expect(answer.status == 200)
        #expect(answer.body.count == declared / 2)
    }

    @Test func wrongLengthsPromiseTooMuch() throws {
        let real = get("api/me").content.count
        server.inject(.wrongLength(excess: 10), at: "*")
        let answer = get("api/me")
        #expect(answer.header("Content-Length") == "\(real + 10)")
        #expect(answer.body.count == real)
    }

    @Test func pagesStandWhereJSONShould() {
        server.inject(.htmlPage, at: "*")
        #expect(get().status == 200)
        #expect(get().header("Content-Type")?.hasPrefix("text/html") == true)
    }

    @Test func bodiesCanBeReplaced() {
        server.inject(.body(Data("junk".utf8), type: "image/jpeg"), at: "*")
        #expect(get().body == Data("junk".utf8))
        #expect(get().header("Content-Type") == "image/jpeg")
    }

    @Test func firstBytesCanBeLate() {
        server.inject(.slowFirstByte(.milliseconds(400)), at: "*")
        #expect(get().firstByte >= .milliseconds(390))
    }

    @Test func bodiesCanTrickle() {
        server.inject(.body(Data(repeating: 65, count: 5), type: "text/plain"), at: "/api/me")
        #expect(get("api/me").total < .seconds(1))
        server.clearFailures()
        let size = get("api/tags/1").content.count
        server.inject(.slowBody(bytesPerSecond: size * 2), at: "*")
        let answer = get("api/tags/1")
        #expect(answer.total >= .milliseconds(400))
        #expect(answer.body.count == size)
    }

    @Test func endlessBodiesGoOnAsLongAsOneReads() {
        server.inject(.endlessBody, at: "*")
        #expect(get(limit: 5_000_000).body.count > 4_000_000)
        server.clearFailures()
        #expect(get().status == 200)
    }

    @Test func redirectsLeadAnywhere() {
        server.inject(.redirect(to: "http://evil.example/x"), at: "*")
        #expect(get().status == 302)
        #expect(get().header("Location") == "http://evil.example/x")
    }

    @Test func connectionsCanBeClosedWithoutAWord() {
        server.inject(.hangUp, at: "*", times: 1)
        #expect(get().head.isEmpty)
        #expect(get().status == 200)
    }
}
