import CSoup
import Foundation
import GLib
import MonicaAPI
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

    /// A server on loopback with a new self-signed certificate, and the SHA-256 that OpenSSL says it has.
    private func makeServer(_ name: String) throws -> (server: TLSServer, fingerprint: String) {
        let directory = try XCTUnwrap(directory)
        let key = directory.appending(path: "\(name).key").path
        let certificate = directory.appending(path: "\(name).crt").path
        _ = try openSSL(
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", key,
            "-out",
            certificate, "-days", "2", "-subj", "/CN=\(name)", "-addext", "subjectAltName=IP:127.0.0.1")
        let line = try openSSL("x509", "-in", certificate, "-noout", "-fingerprint", "-sha256")
        let fingerprint = line.split(separator: "=")[1].filter(\.isHexDigit).lowercased()
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
}
