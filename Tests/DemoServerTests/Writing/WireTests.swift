import Foundation
import Testing

@testable import DemoServer

/// Bodies of requests, as they come over the wire.
@Suite struct WireTests {
    private let server: DemoServer

    init() throws {
        server = try DemoServer(DemoServerConfiguration(contacts: 3, rateLimit: nil))
    }

    private var port: Int { server.address.port ?? 0 }

    private func head(_ more: [String]) -> String {
        ([
            "POST /api/contacts HTTP/1.1", "Host: 127.0.0.1:\(port)", "Connection: close", "Accept: application/json",
            "Authorization: Bearer \(server.token)", "Content-Type: application/json",
        ] + more).joined(separator: "\r\n") + "\r\n\r\n"
    }

    private static let body = """
        {"first_name": "Wire", "is_birthdate_known": false, "is_deceased": false, "is_deceased_date_known": false}
        """

    @Test func aContactIsMadeAndThere() throws {
        let answer = RawClient.post(server.address.appending(path: "api/contacts"), token: server.token, Self.body)
        #expect(answer.status == 201)
        let object = try JSONSerialization.jsonObject(with: answer.content) as? [String: Any]
        let id = try #require((object?["data"] as? [String: Any])?["id"] as? Int)
        #expect(server.contactCount == 4)
        let got = RawClient.get(server.address.appending(path: "api/contacts/\(id)"), token: server.token)
        #expect(got.status == 200)
    }

    @Test func chunksAreOneBody() {
        let (first, second) = (Self.body.prefix(20), Self.body.dropFirst(20))
        let chunks = [first, second].map { String($0.utf8.count, radix: 16) + "\r\n\($0)\r\n" }.joined()
        let text = head(["Transfer-Encoding: chunked"]) + chunks + "0\r\n\r\n"
        #expect(RawClient.send(text, port: port, limit: 100_000).status == 201)
        #expect(server.contactCount == 4)
    }

    @Test(.timeLimit(.minutes(1))) func whoLeavesAfterTheLastByteIsServedAllTheSame() async throws {
        RawClient.sendAndLeave(head(["Content-Length: \(Self.body.utf8.count)"]) + Self.body, port: port)
        while server.contactCount == 3 { try await Task.sleep(for: .milliseconds(10)) }
        #expect(server.contactCount == 4)
    }

    @Test(.timeLimit(.minutes(1))) func aBodyThatIsCutShortIsNeverCarriedOut() async throws {
        let before = server.requests.count
        let whole = head(["Content-Length: \(Self.body.utf8.count)"])
        RawClient.sendAndLeave(whole + Self.body.dropLast(), port: port)
        // A later request is answered, so the earlier connection's end has been seen or brings nothing any more.
        let answer = RawClient.post(server.address.appending(path: "api/contacts"), token: server.token, Self.body)
        #expect(answer.status == 201)
        #expect(server.contactCount == 4)
        #expect(server.requests.count == before + 1)
    }
}
