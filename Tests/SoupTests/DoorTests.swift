import Network
import TestSupport
import XCTest

@testable import Soup

/// A door before the server that the connection tells of. It does not see the token.
final class DoorTests: XCTestCase {
    func testAServerThatWantsACertificateOfThePersonSaysSo() throws {
        let files = try TestCertificate(name: "door")
        onMainLoop {
            let server = try TLSServer(
                certificate: files.certificate, key: files.key, asksForCertificate: true)
            let transport = SoupTransport(
                origin: server.origin, token: { "secret" }, userAgent: "Cameo", trustedFingerprint: files.fingerprint)
            let error = await failure(of: transport, HTTPRequest(server.url, content: .json))
            XCTAssertEqual(error, .certificateRequired)
            XCTAssertEqual(server.tokens, [])
        }
    }
}
