import Foundation
import MonicaAPI
import XCTest

@testable import HTTP

/// What a request sends and what an answer becomes.
final class SoupTransportTests: XCTestCase {
    func testAnAnswerComesWithStatusHeadersAndBody() throws {
        let server = try RawServer { _, connection in
            connection.answer(404, headers: ["Content-Type": "application/json", "X-A": "1"], body: Array("{}".utf8))
        }
        onMainLoop {
            let response = try await transport(to: server).send(HTTPRequest(server.url("/api"), content: .json))
            XCTAssertEqual(response.status, 404)
            XCTAssertEqual(response.url, server.url("/api"))
            XCTAssertEqual(response.headers["content-type"], "application/json")
            XCTAssertEqual(response.headers["x-a"], "1")
            XCTAssertEqual(String(decoding: response.body, as: UTF8.self), "{}")
        }
    }

    func testTheTokenGoesToTheAccountAndIsAskedForEachTime() throws {
        let server = try RawServer { _, connection in connection.answer(200) }
        onMainLoop {
            var token = "one"
            let transport = transport(to: server, token: { token })
            _ = try await transport.send(HTTPRequest(server.url("/"), content: .json))
            token = "two"
            _ = try await transport.send(HTTPRequest(server.url("/"), content: .image))
            var request = HTTPRequest(server.url("/"), content: .json)
            request.sendsCredentials = false
            _ = try await transport.send(request)
            XCTAssertEqual(server.requests.map { $0.headers["authorization"] }, ["Bearer one", "Bearer two", nil])
            XCTAssertEqual(
                server.requests.map { $0.headers["accept"] }, ["application/json", "image/*", "application/json"])
            XCTAssertEqual(server.requests.map { $0.headers["user-agent"] }, ["Cameo", "Cameo", "Cameo"])
        }
    }
}
