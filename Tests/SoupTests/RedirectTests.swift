import Foundation
import Network
import TestSupport
import XCTest

@testable import Soup

/// Which redirects are followed.
final class RedirectTests: XCTestCase {
    private func answer(_ url: String, status: Int = 302, location: String?) throws -> HTTPResponse {
        let url = try XCTUnwrap(URL(string: url))
        return HTTPResponse(status: status, url: url, headers: location.map { ["location": $0] } ?? [:], body: Data())
    }

    private func target(_ url: String, _ location: String?) throws -> String? {
        let response = try answer(url, location: location)
        return try Redirect.target(of: response)?.absoluteString
    }

    func testTargetsAreRelativeToTheAnswer() throws {
        XCTAssertEqual(try target("http://a/b/c?d", "e"), "http://a/b/e")
        XCTAssertEqual(try target("http://a/b/c", "/e?f=g"), "http://a/e?f=g")
        XCTAssertEqual(try target("https://a/b", "//c/d"), "https://c/d")
        XCTAssertEqual(try target("http://a/b", "https://a/b"), "https://a/b")
    }

    func testOtherAnswersAreNoRedirects() throws {
        for status in [200, 300, 304, 305, 404] {
            let response = try answer("http://a", status: status, location: "http://b")
            XCTAssertNil(try Redirect.target(of: response))
        }
    }

    func testWhatIsNotFollowed() {
        XCTAssertThrowsError(try target("https://a/b", "http://a/b"))
        XCTAssertThrowsError(try target("http://a/b", "ftp://a/b"))
        XCTAssertThrowsError(try target("http://a/b", "file:///etc/passwd"))
        XCTAssertThrowsError(try target("http://a/b", "data:image/png;base64,AAAA"))
        XCTAssertThrowsError(try target("http://a/b", "http://"))
        XCTAssertThrowsError(try target("http://a/b", ""))
        XCTAssertThrowsError(try target("http://a/b", nil))
        XCTAssertThrowsError(try target("http://a/b", "http://b/" + String(repeating: "x", count: 10_000)))
    }

    func testTheSixthRedirectInARowIsRefused() throws {
        let server = try RawServer { request, connection in
            let step = Int(request.target.dropFirst()) ?? 0
            if step == 5 {
                connection.answer(200)
            } else {
                connection.answer(302, headers: ["Location": "/\(step + 1)"])
            }
        }
        onMainLoop {
            let transport = transport(to: server)
            let response = try await transport.send(HTTPRequest(server.url("/0"), content: .json))
            XCTAssertEqual(response.url, server.url("/5"))
            // Six redirects end here only if all were followed.
            let error = await failure(of: transport, HTTPRequest(server.url("/-1"), content: .json))
            XCTAssertEqual(error, .refusedRedirect)
        }
    }

    func testAThousandRedirectsCostSixRequests() throws {
        let server = try RawServer { _, connection in connection.answer(301, headers: ["Location": "/again"]) }
        onMainLoop {
            let error = await failure(of: transport(to: server), HTTPRequest(server.url("/"), content: .image))
            XCTAssertEqual(error, .refusedRedirect)
            XCTAssertEqual(server.requests.count, 6)
        }
    }

    func testARedirectIsReturnedWhenItIsNotToBeFollowed() throws {
        let server = try RawServer { _, connection in connection.answer(302, headers: ["Location": "/"]) }
        onMainLoop {
            var request = HTTPRequest(server.url("/store/photos/a.jpg"), content: .image)
            request.followsRedirects = false
            let response = try await transport(to: server).send(request)
            XCTAssertEqual(response.status, 302)
            XCTAssertEqual(response.headers["location"], "/")
        }
    }
}
