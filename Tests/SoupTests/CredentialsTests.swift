import Foundation
import Network
import TestSupport
import XCTest

@testable import Soup

/// The token stays with the account's origin, for all answers of servers.
final class CredentialsTests: XCTestCase {
    /// A request that is sent on with a status must arrive there without the token.
    private func assertTokenStaysHome(status: Int, host: String, line: UInt = #line) throws {
        let other = try RawServer { _, connection in connection.answer(200, body: Array("there".utf8)) }
        let home = try RawServer { _, connection in
            connection.answer(status, headers: ["Location": other.url("/x", host: host).absoluteString])
        }
        onMainLoop(line: line) {
            let response = try await transport(to: home).send(HTTPRequest(home.url("/"), content: .image))
            XCTAssertEqual(response.url, other.url("/x", host: host), line: line)
            XCTAssertEqual(home.requests.map { $0.headers["authorization"] }, ["Bearer secret"], line: line)
            XCTAssertEqual(other.requests.count, 1, line: line)
            for request in other.requests {
                XCTAssertFalse("\(request)".contains("secret"), line: line)
                XCTAssertNil(request.headers["referer"], line: line)
            }
        }
    }

    func testARedirectToAnotherPortLosesTheToken() throws {
        for status in [301, 302, 303, 307, 308] {
            try assertTokenStaysHome(status: status, host: "127.0.0.1")
        }
    }

    func testARedirectToAnotherHostLosesTheToken() throws {
        try assertTokenStaysHome(status: 302, host: "localhost")
    }

    func testAnotherNameOfTheSameServerIsAnotherOrigin() throws {
        let server = try RawServer { _, connection in connection.answer(200) }
        onMainLoop {
            let transport = transport(to: server)
            _ = try await transport.send(HTTPRequest(server.url("/", host: "localhost"), content: .json))
            XCTAssertEqual(server.requests.map { $0.headers["authorization"] }, [nil])
        }
    }

    func testTheTokenComesBackWithTheOrigin() throws {
        // Home sends to the other server, which sends back home.
        let box = PortBox()
        let other = try RawServer { _, connection in
            connection.answer(302, headers: ["Location": "http://127.0.0.1:\(box.port)/end"])
        }
        let home = try RawServer { request, connection in
            if request.target == "/end" {
                connection.answer(200)
            } else {
                connection.answer(302, headers: ["Location": other.url("/").absoluteString])
            }
        }
        box.port = home.port
        onMainLoop {
            let response = try await transport(to: home).send(HTTPRequest(home.url("/"), content: .json))
            XCTAssertEqual(response.url, home.url("/end"))
            XCTAssertEqual(home.requests.map { $0.headers["authorization"] }, ["Bearer secret", "Bearer secret"])
            XCTAssertEqual(other.requests.map { $0.headers["authorization"] }, [nil])
        }
    }

    func testAUrlThatTwoParsersReadDifferentlyIsNotSent() throws {
        let server = try RawServer { _, connection in connection.answer(200) }
        onMainLoop {
            let transport = transport(to: server)
            let hosts = ["127.0.0.1:\(server.port)\\@localhost:\(server.port)", "localhost:\(server.port)#@127.0.0.1"]
            for host in hosts {
                guard let url = URL(string: "http://\(host)/") else { continue }
                // The request may be sent or refused. The token must reach no other origin than the account's.
                _ = try? await transport.send(HTTPRequest(url, content: .json))
            }
            for request in server.requests where request.headers["authorization"] != nil {
                XCTAssertEqual(request.headers["host"], "127.0.0.1:\(server.port)")
            }
        }
    }

    func testCredentialsInAUrlAreNotSent() throws {
        let server = try RawServer { request, connection in
            connection.answer(401, headers: ["WWW-Authenticate": "Basic realm=\"x\""])
        }
        onMainLoop {
            let url = try XCTUnwrap(URL(string: "http://ada:lovelace@127.0.0.1:\(server.port)/"))
            let response = try await transport(to: server, token: { nil }).send(HTTPRequest(url, content: .json))
            XCTAssertEqual(response.status, 401)
            XCTAssertEqual(server.requests.map { $0.headers["authorization"] }, [nil])
        }
    }

    func testCookiesAreNotKept() throws {
        let server = try RawServer { _, connection in connection.answer(200, headers: ["Set-Cookie": "a=b; Path=/"]) }
        onMainLoop {
            let transport = transport(to: server)
            _ = try await transport.send(HTTPRequest(server.url("/"), content: .image))
            _ = try await transport.send(HTTPRequest(server.url("/"), content: .image))
            XCTAssertEqual(server.requests.map { $0.headers["cookie"] }, [nil, nil])
        }
    }

    func testATokenWithALineBreakIsNotSent() throws {
        let server = try RawServer { _, connection in connection.answer(200) }
        onMainLoop {
            let transport = transport(to: server, token: { "a\r\nX-Injected: b" })
            _ = try await transport.send(HTTPRequest(server.url("/"), content: .json))
            XCTAssertEqual(server.requests.map { $0.headers["authorization"] }, [nil])
            XCTAssertEqual(server.requests.map { $0.headers["x-injected"] }, [nil])
        }
    }
}
