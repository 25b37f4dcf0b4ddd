import Foundation
import Testing

@testable import DemoServer

/// Over a real connection.
@Suite struct ServerTests {
    private func server(_ change: (inout DemoServerConfiguration) -> Void = { _ in }) throws -> DemoServer {
        var configuration = DemoServerConfiguration(contacts: 40, rateLimit: nil)
        configuration.today = Int(Lab.now)
        change(&configuration)
        return try DemoServer(configuration)
    }

    private func get(_ server: DemoServer, _ path: String) -> RawClient.Answer {
        RawClient.get(server.address.appending(path: path), token: server.token)
    }

    @Test func answersComeChunkedAsPHPSendsThem() throws {
        let server = try server()
        let answer = get(server, "api/me")
        #expect(answer.status == 200)
        #expect(answer.header("Transfer-Encoding") == "chunked")
        #expect(answer.header("Cache-Control") == "no-cache, private")
        #expect(answer.header("Vary") == "Authorization")
        #expect(answer.header("ETag") == nil)
        #expect(answer.isWhole)
        #expect(answer.content.starts(with: Data(#"{"data":{"id":1"#.utf8)))
    }

    @Test func someErrorsComeAsHTTP10() throws {
        let server = try server()
        let answer = get(server, "api/nope")
        #expect(answer.head.hasPrefix("HTTP/1.0 404"))
        #expect(answer.content == Data("{\n    \"message\": \"The route api/nope could not be found.\"\n}".utf8))
    }

    @Test func theTokenLooksLikePassports() throws {
        let server = try server()
        let parts = server.token.split(separator: ".").map(String.init)
        #expect(parts.count == 3)
        #expect((900...1100).contains(server.token.count))
        var claims = parts[1].replacing("-", with: "+").replacing("_", with: "/")
        claims += String(repeating: "=", count: (4 - claims.count % 4) % 4)
        let data = try #require(Data(base64Encoded: claims))
        let payload = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let expiry = try #require(payload["exp"] as? Double)
        #expect(abs(expiry - Lab.now - 365 * 86_400) < 2)
    }

    @Test func theLogSaysHowButNotWithWhat() throws {
        let server = try server()
        _ = RawClient.get(server.address.appending(path: "api/me"), token: "sesame")
        _ = RawClient.get(server.address.appending(path: "api/me"))
        _ = get(server, "api/contacts")
        #expect(server.requests.map(\.authorization) == [.bearer(isValid: false), .none, .bearer(isValid: true)])
        #expect(server.requests.map(\.path) == ["/api/me", "/api/me", "/api/contacts"])
        #expect(server.requestCount("/api/*") == 3 && server.requestCount("/api/me") == 2)
        #expect(!"\(server.requests)".contains("sesame") && !"\(server.requests)".contains(server.token))
        server.forgetRequests()
        #expect(server.requests.isEmpty)
    }

    @Test func manyClientsAtOnceAllGetTheirOwnAnswer() async throws {
        let server = try server { $0.latency = .milliseconds(50) }
        let (address, token) = (server.address, server.token)
        let answers = await withTaskGroup(of: (Int, Data).self) { group in
            for id in 1...24 {
                group.addTask {
                    await withCheckedContinuation { continuation in
                        Thread.detachNewThread {
                            let answer = RawClient.get(address.appending(path: "api/contacts/\(id)"), token: token)
                            continuation.resume(returning: (id, answer.content))
                        }
                    }
                }
            }
            return await group.reduce(into: [Int: Data]()) { $0[$1.0] = $1.1 }
        }
        #expect(answers.count == 24)
        for (id, body) in answers { #expect(body.starts(with: Data(#"{"data":{"id":\#(id),"#.utf8))) }
        #expect(server.peakConcurrency > 1)
    }

    @Test func latencyDelaysTheFirstByte() throws {
        let server = try server { $0.latency = .milliseconds(300) }
        #expect(get(server, "api/me").firstByte >= .milliseconds(290))
    }

    @Test func bandwidthBoundsTheBody() throws {
        let quick = try server()
        let size = get(quick, "api/contacts").body.count
        // As many bits a second as take the body half a second.
        let slow = try server { $0.bandwidth = size * 8 / 1000 * 2 }
        let answer = get(slow, "api/contacts")
        #expect(answer.isWhole)
        #expect(answer.total >= .milliseconds(400))
    }

    @Test func aTakenPortIsAnError() throws {
        let server = try server()
        let port = try #require(server.address.port)
        #expect(throws: DemoServerError.self) { try self.server { $0.port = port } }
    }

    @Test func aStoppedServerIsGone() throws {
        let server = try server()
        #expect(get(server, "api/me").status == 200)
        server.stop()
        let clock = ContinuousClock()
        let limit = clock.now + .seconds(10)
        while get(server, "api/me").status != nil, clock.now < limit { continue }
        #expect(get(server, "api/me").status == nil)
    }

    @Test func loginPageStandsWhereTheRedirectLeads() throws {
        let server = try server()
        let refused = RawClient.get(server.address.appending(path: "store/photos/a.jpg"), headers: ["Accept: image/*"])
        #expect(refused.status == 302)
        #expect(refused.header("Set-Cookie") != nil)
        let location = try #require(refused.header("Location").flatMap { URL(string: $0) })
        let page = RawClient.get(location.appending(path: "/"))
        #expect(page.status == 200)
        #expect(page.header("Content-Type") == "text/html; charset=UTF-8")
    }
}
