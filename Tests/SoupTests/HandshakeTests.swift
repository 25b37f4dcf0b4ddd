import Foundation
import Network
import TestSupport
import XCTest

@testable import Soup

/// Servers that are asked for encryption and have none.
final class HandshakeTests: XCTestCase {
    func testAServerThatAnswersInPlainHTTPIsNamedAsSuch() throws {
        let server = try RawServer(readsRequests: false) { $1.answer(400) }
        onMainLoop {
            let (transport, request) = try server.encryptedRequest()
            let error = await failure(of: transport, request)
            XCTAssertEqual(error, .handshakeFailed)
        }
    }

    func testAServerThatHangsUpIsNamedAsSuch() throws {
        let server = try RawServer(readsRequests: false) { _, _ in }
        onMainLoop {
            let (transport, request) = try server.encryptedRequest()
            let error = await failure(of: transport, request)
            XCTAssertEqual(error, .handshakeFailed)
        }
    }

    func testAServerThatSaysNothingHasLittleTime() throws {
        let server = try RawServer(readsRequests: false) { _ = $1.waitForClose(atMost: 20) }
        onMainLoop {
            let (transport, request) = try server.encryptedRequest()
            transport.handshakeLimit = .milliseconds(200)
            let start = ContinuousClock.now
            let error = await failure(of: transport, request)
            XCTAssertEqual(error, .handshakeFailed)
            XCTAssertLessThan(ContinuousClock.now - start, .seconds(5))
        }
    }

    func testAHandshakeThatSucceededLimitsNothingMore() throws {
        let identity = try TestCertificate(name: "slow")
        onMainLoop {
            let server = try TLSServer(certificate: identity.certificate, key: identity.key)
            let transport = SoupTransport(
                origin: server.origin, token: { nil }, userAgent: "Cameo", trustedFingerprint: identity.fingerprint)
            transport.handshakeLimit = .milliseconds(500)
            server.pause = .seconds(1)
            let response = try await transport.send(HTTPRequest(server.url, content: .json))
            XCTAssertEqual(response.status, 200)
        }
    }
}

extension RawServer {
    /// A request to this server for which encryption is wanted.
    @MainActor
    fileprivate func encryptedRequest() throws -> (SoupTransport, HTTPRequest) {
        let url = try XCTUnwrap(URL(string: "https://127.0.0.1:\(port)/"))
        let transport = SoupTransport(
            origin: try XCTUnwrap(Origin(url)), token: { nil }, userAgent: "Cameo")
        return (transport, HTTPRequest(url, content: .json))
    }
}
