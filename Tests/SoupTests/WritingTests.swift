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

    /// libsoup would send it again where the connection served before.
    func testAWriteWithoutAnAnswerIsNotSentAgain() throws {
        let server = try RawServer { request, connection in
            if request.method == "GET" { connection.answer(200) }
        }
        onMainLoop {
            let transport = transport(to: server)
            for method in [HTTPRequest.Method.post, .put, .delete] {
                _ = try await transport.send(HTTPRequest(server.url("/api/tags"), content: .json))
                var request = HTTPRequest(server.url("/api/tags/1"), content: .json)
                request.method = method
                request.body = HTTPRequest.Body(Data("{}".utf8), type: "application/json")
                let error = await failure(of: transport, request)
                XCTAssertEqual(error, .truncated, "\(method)")
                XCTAssertEqual(server.requests.count { $0.method == method.rawValue }, 1, "\(method)")
            }
        }
    }

    func testARefusedWriteIsNotSentAgain() throws {
        let server = try RawServer { _, connection in connection.answer(429, headers: ["Retry-After": "1"]) }
        onMainLoop {
            var request = HTTPRequest(server.url("/api/tags"), content: .json)
            request.method = .post
            let response = try await transport(to: server).send(request)
            XCTAssertEqual(response.status, 429)
            XCTAssertEqual(server.requests.count, 1)
        }
    }

    /// The data that was read for a write is old when its turn under the server's limit comes.
    func testAWriteThatWaitedTooLongDoesNotLeave() throws {
        let server = try RawServer { _, connection in
            connection.answer(429, headers: ["Retry-After": "2", "X-RateLimit-Remaining": "0"])
        }
        onMainLoop {
            let transport = transport(to: server)
            var request = HTTPRequest(server.url("/api/tags"), content: .json, urgency: .edit)
            request.method = .post
            _ = try await transport.send(request)
            request.latestBeginning = .now + .milliseconds(100)
            let error = await failure(of: transport, request)
            XCTAssertEqual(error, .rateLimited(.zero))
            XCTAssertEqual(server.requests.count, 1)
        }
    }

    /// The transport reports `unreachable` only for a write that has certainly not left.
    func testAWriteThatCannotLeaveSaysSo() throws {
        let server = try RawServer { _, connection in connection.answer(200) }
        server.stop()
        onMainLoop {
            var request = HTTPRequest(server.url("/api/tags"), content: .json)
            request.method = .put
            guard case .unreachable = await failure(of: transport(to: server), request) else {
                return XCTFail("something may have left")
            }
        }
    }
}
