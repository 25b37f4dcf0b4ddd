import CSoup
import Foundation
import GLib
import Network
import TestSupport
import XCTest

@testable import Soup

/// Certificates for which no authority vouches.
final class CertificateTests: XCTestCase {
    /// A server on loopback with a new certificate.
    private func makeServer(_ name: String) throws -> (server: TLSServer, fingerprint: String) {
        let identity = try TestCertificate(name: name)
        let server = try MainActor.assumeIsolated {
            try TLSServer(certificate: identity.certificate, key: identity.key)
        }
        return (server, identity.fingerprint)
    }

    func testAnUntrustedCertificateIsRefusedWithItsFingerprint() throws {
        let (server, fingerprint) = try makeServer("refused")
        onMainLoop {
            let transport = SoupTransport(origin: server.origin, token: { "secret" }, userAgent: "Cameo")
            let error = await failure(of: transport, HTTPRequest(server.url, content: .json))
            XCTAssertEqual(error?.certificate?.fingerprint, fingerprint)
            XCTAssertEqual(server.tokens, [])
        }
    }

    func testARefusedCertificateSaysWhoseItIsAndForHowLong() throws {
        let (server, _) = try makeServer("somebody")
        onMainLoop {
            let transport = SoupTransport(origin: server.origin, token: { nil }, userAgent: "Cameo")
            let error = await failure(of: transport, HTTPRequest(server.url, content: .json))
            let certificate = try XCTUnwrap(error?.certificate)
            XCTAssertEqual(certificate.host, "127.0.0.1")
            XCTAssertEqual(certificate.subject, "CN=somebody")
            XCTAssertEqual(certificate.issuer, "CN=somebody")
            XCTAssertFalse(certificate.replacesTrusted)
            let (from, until) = (try XCTUnwrap(certificate.validFrom), try XCTUnwrap(certificate.validUntil))
            XCTAssertLessThan(abs(from.timeIntervalSinceNow), 600)
            XCTAssertEqual(until.timeIntervalSince(from), 2 * 24 * 3600, accuracy: 1)
        }
    }

    func testTheTrustedCertificateIsAccepted() throws {
        let (server, fingerprint) = try makeServer("trusted")
        onMainLoop {
            for spelling in [fingerprint, fingerprint.uppercased()] {
                let transport = SoupTransport(
                    origin: server.origin, token: { "secret" }, userAgent: "Cameo", trustedFingerprint: spelling)
                let response = try await transport.send(HTTPRequest(server.url, content: .json))
                XCTAssertEqual(response.status, 200)
                XCTAssertEqual(String(decoding: response.body, as: UTF8.self), "hello")
            }
            XCTAssertEqual(server.tokens, ["Bearer secret", "Bearer secret"])
        }
    }

    func testAnotherCertificateForTheSameNameIsRefused() throws {
        let (server, fingerprint) = try makeServer("same")
        let (_, other) = try makeServer("same-again")
        onMainLoop {
            let transport = SoupTransport(
                origin: server.origin, token: { "secret" }, userAgent: "Cameo", trustedFingerprint: other)
            let error = await failure(of: transport, HTTPRequest(server.url, content: .json))
            XCTAssertEqual(error?.certificate?.fingerprint, fingerprint)
            XCTAssertEqual(error?.certificate?.replacesTrusted, true)
            XCTAssertEqual(server.tokens, [])
        }
    }

    func testTrustThatIsGivenLaterHolds() throws {
        let (server, fingerprint) = try makeServer("later")
        onMainLoop {
            let transport = SoupTransport(origin: server.origin, token: { "secret" }, userAgent: "Cameo")
            _ = await failure(of: transport, HTTPRequest(server.url, content: .json))
            await transport.setTrustedFingerprint(fingerprint)
            let response = try await transport.send(HTTPRequest(server.url, content: .json))
            XCTAssertEqual(response.status, 200)
        }
    }

    func testTrustThatIsTakenBackEndsConnectionsToo() throws {
        let (server, fingerprint) = try makeServer("taken-back")
        onMainLoop {
            let transport = SoupTransport(
                origin: server.origin, token: { "secret" }, userAgent: "Cameo", trustedFingerprint: fingerprint)
            _ = try await transport.send(HTTPRequest(server.url, content: .json))
            await transport.setTrustedFingerprint(nil)
            let error = await failure(of: transport, HTTPRequest(server.url, content: .json))
            XCTAssertEqual(error?.certificate?.fingerprint, fingerprint)
            XCTAssertEqual(server.tokens.count, 1, "the connection that was open does not serve again")
        }
    }

    func testTheTrustIsForTheAccountsHostAlone() throws {
        let (server, fingerprint) = try makeServer("elsewhere")
        onMainLoop {
            let home = try XCTUnwrap(URL(string: "https://monica.example/").flatMap { Origin($0) })
            let transport = SoupTransport(
                origin: home, token: { "secret" }, userAgent: "Cameo", trustedFingerprint: fingerprint,
                foreignHosts: ForeignHosts(allowsOrigin: { _ in true }, allowsAddress: { _ in true }))
            let error = await failure(of: transport, HTTPRequest(server.url, content: .image))
            XCTAssertEqual(error?.certificate?.fingerprint, fingerprint)
        }
    }

    func testManyRequestsShareAConnection() throws {
        let (server, fingerprint) = try makeServer("many")
        onMainLoop {
            let transport = SoupTransport(
                origin: server.origin, token: { "secret" }, userAgent: "Cameo", trustedFingerprint: fingerprint)
            let tasks = (0..<40).map { _ in
                Task { try await transport.send(HTTPRequest(server.url, content: .image)).status }
            }
            for task in tasks {
                let status = try await task.value
                XCTAssertEqual(status, 200)
            }
            XCTAssertEqual(server.tokens.count, 40)
        }
    }

    func testAServerThatPrefersHTTP2IsAskedForHTTP1() throws {
        let identity = try TestCertificate(name: "h2")
        let fingerprint = identity.fingerprint
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "openssl", "s_server", "-accept", "127.0.0.1:0", "-cert", identity.certificate, "-key", identity.key,
            "-alpn",
            "h2,http/1.1", "-www",
        ]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        defer { process.terminate() }
        var text = ""
        while !text.contains("ACCEPT 127.0.0.1:") || !text.hasSuffix("\n") {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { return XCTFail("openssl does not listen: \(text)") }
            text += String(decoding: data, as: UTF8.self)
        }
        let port = try XCTUnwrap(text.split(separator: "ACCEPT 127.0.0.1:").last).trimmingCharacters(in: .newlines)
        let url = try XCTUnwrap(URL(string: "https://127.0.0.1:\(port)/"))
        onMainLoop {
            let transport = SoupTransport(
                origin: try XCTUnwrap(Origin(url)), token: { nil }, userAgent: "Cameo", trustedFingerprint: fingerprint)
            var protocols: [String?] = []
            transport.session.on("request-queued") { arguments in
                guard let message = arguments.object(0) else { return }
                Object(borrowing: message).on("network-event") { event in
                    guard event.enumeration(0) == Int32(G_SOCKET_CLIENT_TLS_HANDSHAKED.rawValue),
                        let connection = event.object(1)?.assumingMemoryBound(to: GTlsConnection.self)
                    else { return }
                    protocols.append(g_tls_connection_get_negotiated_protocol(connection).map { String(cString: $0) })
                }
            }
            let response = try await transport.send(HTTPRequest(url, content: .json))
            XCTAssertEqual(response.status, 200)
            XCTAssertEqual(protocols, ["http/1.1"])
        }
    }
}

extension TransportError {
    fileprivate var certificate: ServerCertificate? {
        if case .untrustedCertificate(let certificate) = self { certificate } else { nil }
    }
}
