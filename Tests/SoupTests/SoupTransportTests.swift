import Foundation
import Network
import TestSupport
import XCTest

@testable import Soup

/// The data that a request sends, and the result that an answer becomes.
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

    func testAHeaderThatComesTwiceIsJoined() throws {
        let server = try RawServer { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX-A: 1\r\nx-a: 2\r\n\r\n")
        }
        onMainLoop {
            let response = try await transport(to: server).send(HTTPRequest(server.url("/"), content: .json))
            XCTAssertEqual(response.headers["x-a"], "1, 2")
        }
    }

    func testAnUnchangedCopyIsNotSentAgain() throws {
        let server = try RawServer { _, connection in
            // A 304 may tell the length that the body would have.
            connection.send("HTTP/1.1 304 Not Modified\r\nContent-Length: 5000\r\nETag: \"b\"\r\n\r\n")
        }
        onMainLoop {
            var request = HTTPRequest(server.url("/a.jpg"), content: .image)
            request.entityTag = "\"b\""
            request.lastModified = "Sat, 21 Nov 2026 05:06:00 GMT"
            let response = try await transport(to: server).send(request)
            XCTAssertEqual(response.status, 304)
            XCTAssertEqual(response.body, Data())
            XCTAssertEqual(server.requests[0].headers["if-none-match"], "\"b\"")
            XCTAssertEqual(server.requests[0].headers["if-modified-since"], "Sat, 21 Nov 2026 05:06:00 GMT")
        }
    }

    func testAConnectionServesManyRequests() throws {
        let server = try RawServer { _, connection in
            for _ in 0..<3 {
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
                guard connection.readRequest() != nil else { return }
            }
        }
        onMainLoop {
            let transport = transport(to: server)
            for _ in 0..<3 {
                let response = try await transport.send(HTTPRequest(server.url("/"), content: .image))
                XCTAssertEqual(response.body, Data("hello".utf8))
            }
            // The server logs the first request of each connection.
            XCTAssertEqual(server.requests.count, 1)
        }
    }

    func testAConnectionThatTheServerHasClosedMeanwhileIsOpenedAgain() throws {
        let server = try RawServer { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: keep-alive\r\n\r\n")
        }
        onMainLoop {
            let transport = transport(to: server)
            for _ in 0..<20 {
                let response = try await transport.send(HTTPRequest(server.url("/"), content: .image))
                XCTAssertEqual(response.status, 200)
            }
        }
    }

    func testUrlsThatBothParsersReadAlikeAreSent() {
        onMainLoop {
            let urls = [
                "http://[::1]:8080/", "https://[2001:db8::1]/", "https://monica.example/a%20b/ü?q=ß#f",
                "HTTPS://MONICA.example",
                "https://münchen.example/", "https://xn--mnchen-3ya.example/", "http://monica.example:80/",
                "http://a_b.example/",
                "http://monica.example./", "https://monica.example:65535/sub/", "http://127.0.0.1",
                "http://h:99/?a[]=1&b=|",
            ]
            for text in urls {
                let url = try XCTUnwrap(URL(string: text), text)
                let lifetime = RequestLifetime(deadline: .now + .seconds(1))
                XCTAssertNoThrow(try Exchange(url, lifetime: lifetime), text)
                lifetime.finish()
            }
        }
    }

    func testStatisticsCountAndNameNobody() throws {
        let server = try RawServer { request, connection in
            if request.target == "/moved" {
                connection.answer(302, headers: ["Location": "/there"])
            } else if request.target == "/cut" {
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n")
            } else {
                connection.answer(200)
            }
        }
        onMainLoop {
            let transport = transport(to: server)
            for path in ["/", "/moved", "/cut"] {
                _ = try? await transport.send(HTTPRequest(server.url(path), content: .image))
            }
            XCTAssertEqual(transport.statistics.requests, 4)
            XCTAssertEqual(transport.statistics.statuses, [200: 2, 302: 1])
            XCTAssertEqual(transport.statistics.failures, [.truncated: 1])
        }
    }
}
