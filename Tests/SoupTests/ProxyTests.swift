import CSoup
import Foundation
import GLib
import Network
import TestSupport
import XCTest

@testable import Soup

/// The network's proxy, on this machine.
final class ProxyTests: XCTestCase {
    func testAProxyThatAsksForAPasswordIsNamedAsSuch() throws {
        let proxy = try RawServer { _, connection in
            connection.answer(407, headers: ["Proxy-Authenticate": "Basic realm=\"Office\""])
        }
        onMainLoop {
            for scheme in ["http", "https"] {
                let url = try XCTUnwrap(URL(string: "\(scheme)://monica.example.org/api/me"))
                let transport = SoupTransport(
                    origin: try XCTUnwrap(Origin(url)), token: { "secret" }, userAgent: "Cameo")
                transport.use(proxy)
                let answer = try await transport.send(HTTPRequest(url, content: .json))
                XCTAssertEqual(answer.status, 407, scheme)
            }
            XCTAssertEqual(proxy.requests.map(\.method), ["GET", "CONNECT"])
            XCTAssertNil(proxy.requests.last?.headers["authorization"], "the token is for the server alone")
        }
    }
}

extension SoupTransport {
    /// Sends all requests through a proxy, as the desktop's settings do.
    fileprivate func use(_ proxy: RawServer) {
        guard let resolver = g_simple_proxy_resolver_new(proxy.url("").absoluteString, nil) else { return }
        soup_session_set_proxy_resolver(session.cast(), resolver)
        g_object_unref(UnsafeMutableRawPointer(resolver))
    }
}
