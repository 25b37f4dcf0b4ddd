import Foundation
import Network
import TestSupport
import XCTest

@testable import Soup

/// Compressed bodies. Their length is the length on the wire. Their limit is the limit of the decompressed bodies.
final class CompressionTests: XCTestCase {
    /// A hundred times `{"data":[]}`, by gzip.
    private static let compressed =
        Data(base64Encoded: "H4sIAAAAAAACA6tWSkksSVSyio6trR5ljjJHmaNMcpkAUGSz1EwEAAA=")
        .map { [UInt8]($0) } ?? []

    private static let plain = Data(String(repeating: #"{"data":[]}"#, count: 100).utf8)

    func testACompressedBodyIsDecoded() throws {
        let server = try RawServer { _, connection in
            connection.answer(200, headers: ["Content-Encoding": "gzip"], body: Self.compressed)
        }
        onMainLoop {
            let response = try await transport(to: server).send(HTTPRequest(server.url("/"), content: .json))
            XCTAssertEqual(response.body, Self.plain)
            XCTAssertTrue(server.requests[0].headers["accept-encoding"]?.contains("gzip") == true)
        }
    }

    func testACompressedBodyThatIsCutOffIsTruncated() throws {
        for isClosing in [true, false] {
            let server = try RawServer { _, connection in
                let fields = isClosing ? "Connection: close\r\n" : ""
                connection.send(
                    "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(Self.compressed.count)\r\n\(fields)\r\n"
                )
                connection.send(Array(Self.compressed.dropLast(12)))
            }
            onMainLoop {
                let error = await failure(of: transport(to: server), HTTPRequest(server.url("/"), content: .json))
                XCTAssertEqual(error, .truncated)
            }
        }
    }

    func testABrokenCompressionGivesWhatCame() throws {
        let server = try RawServer { _, connection in
            connection.answer(200, headers: ["Content-Encoding": "gzip"], body: Array("no gzip".utf8))
        }
        onMainLoop {
            let response = try await transport(to: server).send(HTTPRequest(server.url("/"), content: .json))
            XCTAssertEqual(response.body, Data("no gzip".utf8))
        }
    }

    func testTheLimitIsThatOfTheDecodedBody() throws {
        let server = try RawServer { _, connection in
            connection.answer(200, headers: ["Content-Encoding": "gzip"], body: Self.compressed)
        }
        onMainLoop {
            let request = HTTPRequest(server.url("/"), content: .json, bodyLimit: Self.plain.count - 1)
            let error = await failure(of: transport(to: server), request)
            XCTAssertEqual(error, .tooLarge)
        }
    }
}
