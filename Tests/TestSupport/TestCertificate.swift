import Foundation
import XCTest

/// A new self-signed certificate for 127.0.0.1, made by the `openssl` program; its files go with it.
public final class TestCertificate: Sendable {
    /// Paths of PEM files.
    public let certificate: String
    public let key: String
    /// The SHA-256 that OpenSSL says it has, in lower-case hex.
    public let fingerprint: String
    private let folder: URL

    /// Skips the test where there is no `openssl`.
    public init(name: String) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "cameo-tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        key = folder.appending(path: "key.pem").path
        certificate = folder.appending(path: "certificate.pem").path
        _ = try Self.openSSL(
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", key,
            "-out", certificate, "-days", "2", "-subj", "/CN=\(name)", "-addext", "subjectAltName=IP:127.0.0.1")
        let line = try Self.openSSL("x509", "-in", certificate, "-noout", "-fingerprint", "-sha256")
        fingerprint = line.split(separator: "=").last.map { $0.filter(\.isHexDigit).lowercased() } ?? ""
    }

    deinit {
        // Leftover files lie in the system's folder for temporary files.
        try? FileManager.default.removeItem(at: folder)
    }

    private static func openSSL(_ arguments: String...) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["openssl"] + arguments
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        // `env` answers 127 for a program that is not there.
        try XCTSkipIf(process.terminationStatus == 127, "openssl is not installed")
        XCTAssertEqual(process.terminationStatus, 0, "openssl \(arguments)")
        return String(decoding: data, as: UTF8.self)
    }
}
