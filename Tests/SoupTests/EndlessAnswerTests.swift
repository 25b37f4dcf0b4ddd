import CSoup
import Foundation
import Network
import TestSupport
import XCTest

@testable import Soup

/// A server may send without an end, as fast as it can. The main loop goes on turning, and the request ends.
final class EndlessAnswerTests: XCTestCase {
    /// An answer that begins and then repeats something for as long as the client stays.
    private struct Endless {
        let name: String
        var start = ""
        let again: [UInt8]
        /// The errors that the request may end with.
        let errors: [TransportError?]

        init(_ name: String, _ start: String = "", again: [UInt8], errors: [TransportError?]) {
            self.name = name
            self.start = start
            self.again = again
            self.errors = errors
        }

        init(_ name: String, _ start: String = "", again: String, errors: [TransportError?]) {
            self.init(name, start, again: Array(again.utf8), errors: errors)
        }
    }

    /// A client that never ends would hang the test with its main loop: the server gives up instead.
    private static let maxAnswer = Duration.seconds(4)

    private func assertEnds(_ endless: Endless, line: UInt = #line) throws {
        let piece = [UInt8](Array(repeating: endless.again, count: max(1, 100_000 / endless.again.count)).joined())
        let server = try RawServer { _, connection in
            connection.send(endless.start)
            let end = ContinuousClock.now + Self.maxAnswer
            while ContinuousClock.now < end, connection.send(piece) {}
        }
        onMainLoop(limit: .seconds(20), line: line) {
            let gaps = LoopGaps()
            let transport = transport(to: server)
            var ended: TransportError?
            do throws(TransportError) {
                let request = HTTPRequest(
                    server.url("/"), content: .json, bodyLimit: 1 << 20, answerTimeout: .seconds(2))
                _ = try await transport.send(request)
            } catch {
                ended = error
            }
            if case .unreachable = ended { ended = .unreachable("") }
            XCTAssertTrue(endless.errors.contains(ended), "\(endless.name): \(String(describing: ended))", line: line)
            let longest = gaps.end()
            XCTAssertLessThan(longest, .milliseconds(500), endless.name, line: line)
            print("longest turn of the main loop, \(endless.name): \(longest)")
        }
    }

    private let ok = "HTTP/1.1 200 OK\r\n"

    func testInterimAnswersWithoutEnd() throws {
        for status in ["100 Continue", "101 Switching", "102 Processing", "103 Early Hints", "199 Odd"] {
            try assertEnds(Endless(status, again: "HTTP/1.1 \(status)\r\n\r\n", errors: [.malformed]))
        }
        let hint = "HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n"
        try assertEnds(Endless("103 with fields", again: hint, errors: [.malformed]))
    }

    func testFieldsWithoutEnd() throws {
        let tooLong: [TransportError?] = [.unreachable(""), .malformed]
        try assertEnds(Endless("lines", ok, again: "a:b\r\n", errors: tooLong))
        try assertEnds(Endless("one line", ok + "X: ", again: "a", errors: tooLong))
        try assertEnds(Endless("folded lines", ok + "X: y\r\n", again: " \r\n", errors: tooLong))
        try assertEnds(Endless("empty lines", again: "\r\n", errors: tooLong))
        let megabyte = ok + String(repeating: "X-Field: \(String(repeating: "y", count: 1000))\r\n", count: 1024)
        try assertEnds(Endless("1 MB", megabyte, again: "\r\n", errors: tooLong))
    }

    func testChunksWithoutEnd() throws {
        let chunked = ok + "Transfer-Encoding: chunked\r\n\r\n"
        try assertEnds(Endless("chunks of a byte", chunked, again: "1\r\na\r\n", errors: [.tooLarge]))
        try assertEnds(Endless("an extension", chunked + "5;", again: "a=b;", errors: [.truncated]))
        try assertEnds(Endless("extensions", chunked, again: "1;a=b\r\na\r\n", errors: [.tooLarge]))
        try assertEnds(
            Endless("trailers", chunked + "5\r\nhello\r\n0\r\n", again: "a: b\r\n", errors: [nil, .timedOut]))
    }

    func testCompressionThatBecomesNothingWithoutEnd() throws {
        let gzip: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
        let head = "Content-Encoding: gzip\r\n\r\n"
        let emptyBlock: [UInt8] = [0, 0, 0, 0xFF, 0xFF]
        let server = { (encoding: String, start: [UInt8]) in
            Endless(
                encoding, self.ok + "Content-Encoding: \(encoding)\r\n\r\n", again: start + emptyBlock,
                errors: [.tooLarge])
        }
        for encoding in ["gzip", "deflate", "br"] { try assertEnds(server(encoding, [])) }
        try assertEnds(server("gzip", gzip))
        try assertEnds(Endless("a name", ok + head, again: "a", errors: [.tooLarge]))
    }

    func testManyFieldsOfOneNameAreReadSoon() throws {
        let fields = String(repeating: "a:b\r\n", count: 12_000)
        let server = try RawServer { _, connection in
            connection.send("HTTP/1.1 200 OK\r\n\(fields)Content-Length: 2\r\n\r\n{}")
        }
        onMainLoop {
            let gaps = LoopGaps()
            let response = try await transport(to: server).send(HTTPRequest(server.url("/"), content: .json))
            XCTAssertEqual(response.headers["a"]?.utf8.count, 12_000 * 3 - 2)
            let longest = gaps.end()
            XCTAssertLessThan(longest, .milliseconds(500))
            print("longest turn of the main loop, 12,000 fields: \(longest)")
        }
    }

    func testAFewInterimAnswersAreNoHarm() throws {
        let hints = String(repeating: "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n", count: 8)
        let server = try RawServer { _, connection in
            connection.send(hints + "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
        }
        onMainLoop {
            let response = try await transport(to: server).send(HTTPRequest(server.url("/"), content: .json))
            XCTAssertEqual(response.body, Data("hello".utf8))
            XCTAssertNil(response.headers["link"])
        }
    }

    func testALengthThatIsNoNumberOfBytesIsMalformed() throws {
        // GLib's complaints end the test.
        let lengths = [
            "-5", "-1", "+5", "0x5", "5 5", "five", "99999999999999999999999", "18446744073709551611",
            "9223372036854775808",
        ]
        for length in lengths {
            for end in ["", "Connection: close\r\n"] {
                let server = try RawServer { _, connection in
                    connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\(end)\r\nhello")
                }
                onMainLoop {
                    let error = await failure(of: transport(to: server), HTTPRequest(server.url("/"), content: .json))
                    XCTAssertEqual(error, .malformed, length)
                }
            }
        }
    }

    func testACompressedBombIsTooLarge() throws {
        // 200 blocks of the largest size, each a run of one byte: some hundred bytes a megabyte.
        let bomb = try XCTUnwrap(gzip([UInt8](repeating: 0, count: 50 << 20)))
        XCTAssertLessThan(bomb.count, 1 << 20)
        let server = try RawServer { _, connection in
            connection.answer(200, headers: ["Content-Encoding": "gzip"], body: bomb)
        }
        onMainLoop {
            let gaps = LoopGaps()
            let request = HTTPRequest(server.url("/"), content: .json, bodyLimit: 20 << 20)
            let error = await failure(of: transport(to: server), request)
            XCTAssertEqual(error, .tooLarge)
            XCTAssertLessThan(gaps.end(), .milliseconds(500))
        }
    }

    private func gzip(_ bytes: [UInt8]) -> [UInt8]? {
        guard let converter = g_zlib_compressor_new(G_ZLIB_COMPRESSOR_FORMAT_GZIP, 9) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(converter)) }
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        var (read, written): (gsize, gsize) = (0, 0)
        let result = g_converter_convert(
            converter, bytes, gsize(bytes.count), &buffer, gsize(buffer.count), G_CONVERTER_INPUT_AT_END, &read,
            &written, nil)
        return result == G_CONVERTER_FINISHED ? Array(buffer.prefix(Int(written))) : nil
    }
}

/// The longest time for which the main loop did nothing else.
@MainActor
final class LoopGaps {
    private var last = ContinuousClock.now
    private var longest = Duration.zero
    private var source: guint = 0

    init() {
        let data = Unmanaged.passUnretained(self).toOpaque()
        source = g_timeout_add(
            1,
            { data in
                guard let data else { return 0 }
                MainActor.assumeIsolated { Unmanaged<LoopGaps>.fromOpaque(data).takeUnretainedValue().turn() }
                return 1
            }, data)
    }

    isolated deinit {
        stop()
    }

    /// Ends the measurement.
    func end() -> Duration {
        turn()
        stop()
        return longest
    }

    private func stop() {
        if source != 0 { g_source_remove(source) }
        source = 0
    }

    private func turn() {
        let now = ContinuousClock.now
        longest = max(longest, now - last)
        last = now
    }
}
