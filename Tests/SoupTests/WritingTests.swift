import Foundation
import Network
import TestSupport
import XCTest

@testable import Soup

/// Requests that change something on the server.
final class WritingTests: XCTestCase {
    func testMethodBodyAndItsTypeAreSent() throws {
        let server = try RawServer { _, connection in connection.answer(201) }
        onMainLoop {
            let transport = transport(to: server)
            let body = HTTPRequest.Body(Data(#"{"name":"Zoë"}"#.utf8), type: "application/json")
            for method in [HTTPRequest.Method.post, .put, .delete] {
                var request = HTTPRequest(server.url("/api/tags"), content: .json)
                request.method = method
                request.body = method == .delete ? nil : body
                let response = try await transport.send(request)
                XCTAssertEqual(response.status, 201)
            }
            XCTAssertEqual(server.requests.map(\.method), ["POST", "PUT", "DELETE"])
            XCTAssertEqual(server.requests.map(\.body), [Array(body.bytes), Array(body.bytes), []])
            XCTAssertEqual(
                server.requests.map { $0.headers["content-type"] }, ["application/json", "application/json", nil])
            XCTAssertEqual(
                server.requests.map { $0.headers["authorization"] }, Array(repeating: "Bearer secret", count: 3))
        }
    }

    func testARedirectOfAWriteIsNotFollowed() throws {
        let server = try RawServer { _, connection in
            connection.answer(307, headers: ["Location": "/elsewhere"])
        }
        onMainLoop {
            var request = HTTPRequest(server.url("/api/tags"), content: .json)
            request.method = .post
            request.body = HTTPRequest.Body(Data("{}".utf8), type: "application/json")
            let response = try await transport(to: server).send(request)
            XCTAssertEqual(response.status, 307)
            XCTAssertEqual(server.requests.map(\.target), ["/api/tags"])
        }
    }
}
