import CSoup
import Foundation
import GLib
import MonicaAPI
import TestSupport
import XCTest

@testable import HTTP

/// Certificates that nobody vouches for.
final class CertificateTests: XCTestCase {
    private var directory: URL?

    override func setUpWithError() throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "cameo-tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        self.directory = directory
    }

    override func tearDownWithError() throws {
        if let directory { try FileManager.default.removeItem(at: directory) }
    }

    /// The files of a new self-signed certificate, and the SHA-256 that OpenSSL says it has.
    private func makeCertificate(_ name: String) throws -> (certificate: String, key: String, fingerprint: String) {
        let directory = try XCTUnwrap(directory)
        let key = directory.appending(path: "\(name).key").path
        let certificate = directory.appending(path: "\(name).crt").path
        _ = try openSSL(
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", key,
            "-out",
            certificate, "-days", "2", "-subj", "/CN=\(name)", "-addext", "subjectAltName=IP:127.0.0.1")
        let line = try openSSL("x509", "-in", certificate, "-noout", "-fingerprint", "-sha256")
        return (certificate, key, line.split(separator: "=")[1].filter(\.isHexDigit).lowercased())
    }

    /// A server on loopback with a new certificate.
    private func makeServer(_ name: String) throws -> (server: TLSServer, fingerprint: String) {
        let (certificate, key, fingerprint) = try makeCertificate(name)
        let server = try MainActor.assumeIsolated { try TLSServer(certificate: certificate, key: key) }
        return (server, fingerprint)
    }

    private func openSSL(_ arguments: String...) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["openssl"] + arguments
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        XCTAssertEqual(process.terminationStatus, 0, "openssl \(arguments)")
        return String(decoding: data, as: UTF8.self)
    }

    func testAnUntrustedCertificateIsRefusedWithItsFingerprint() throws {
        let (server, fingerprint) = try makeServer("refused")
        onMainLoop {
            let transport = SoupTransport(origin: server.origin, token: { "secret" }, userAgent: "Cameo")
            let error = await failure(of: transport, HTTPRequest(server.url, content: .json))
            XCTAssertEqual(error, .untrustedCertificate(fingerprint: fingerprint))
            XCTAssertEqual(server.tokens, [])
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
            XCTAssertEqual(error, .untrustedCertificate(fingerprint: fingerprint))
            XCTAssertEqual(server.tokens, [])
        }
    }

    func testTheTrustIsForTheAccountsHostAlone() throws {
        let (server, fingerprint) = try makeServer("elsewhere")
        onMainLoop {
            let home = try XCTUnwrap(URL(string: "https://monica.example/").flatMap { Origin($0) })
            let transport = SoupTransport(
                origin: home, token: { "secret" }, userAgent: "Cameo", trustedFingerprint: fingerprint)
            let error = await failure(of: transport, HTTPRequest(server.url, content: .image))
            XCTAssertEqual(error, .untrustedCertificate(fingerprint: fingerprint))
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
        let (certificate, key, fingerprint) = try makeCertificate("h2")
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "openssl", "s_server", "-accept", "127.0.0.1:0", "-cert", certificate, "-key", key, "-alpn", "h2,http/1.1",
            "-www",
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
