import Foundation
import Network
import TestSupport
import XCTest

@testable import Soup

/// Answers that are cut off, too long, too slow or no HTTP at all end in an error of their kind.
final class HostileAnswerTests: XCTestCase {
    /// The error that an answer of these bytes, after which the connection closes, leads to.
    private func assertFailure(
        _ expected: TransportError, bodyLimit: Int = 1 << 20, line: UInt = #line,
        _ answer: @escaping @Sendable (Connection) -> Void
    ) throws {
        let server = try RawServer { _, connection in answer(connection) }
        onMainLoop(line: line) {
            let request = HTTPRequest(server.url("/"), content: .json, bodyLimit: bodyLimit)
            let error = await failure(of: transport(to: server), request, line: line)
            XCTAssertEqual(error, expected, line: line)
        }
    }

    func testABodyShorterThanItsLengthIsTruncated() throws {
        try assertFailure(.truncated) { $0.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nshort") }
        try assertFailure(.truncated) { $0.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n") }
        try assertFailure(.truncated) {
            $0.send("HTTP/1.1 200 OK\r\nContent-Length: 200000\r\n\r\n" + String(repeating: "x", count: 199_999))
        }
        try assertFailure(.truncated) { $0.send("HTTP/1.0 200 OK\r\nContent-Length: 10\r\n\r\nshort") }
    }

    func testWhatFollowsABodyIsNoPartOfTheNextAnswer() throws {
        let isFirst = Flag()
        let server = try RawServer { _, connection in
            guard isFirst.isRaised else {
                isFirst.raise()
                // Longer than its length says, on a connection that stays open.
                let rest = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil"
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello" + rest)
                _ = connection.waitForClose(atMost: 5)
                return
            }
            connection.answer(200, body: Array("next".utf8))
        }
        onMainLoop {
            let transport = transport(to: server)
            for expected in ["hello", "next"] {
                let response = try await transport.send(HTTPRequest(server.url("/"), content: .image))
                XCTAssertEqual(String(decoding: response.body, as: UTF8.self), expected)
            }
        }
    }

    func testChunksThatAreCutOffAreTruncated() throws {
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        try assertFailure(.truncated) { $0.send(head + "5\r\nhello\r\nff\r\nhello") }
        try assertFailure(.truncated) { $0.send(head + "ff\r\nhello") }
        try assertFailure(.truncated) { $0.send(head + "5\r\nhello\r\n5") }
    }

    /// An answer that is too large must also end the connection. No further data then comes.
    private func assertTooLarge(
        bodyLimit: Int, line: UInt = #line, _ answer: @escaping @Sendable (Connection) -> Void
    ) throws {
        let connectionEnded = Flag()
        let server = try RawServer { _, connection in
            answer(connection)
            if connection.waitForClose(atMost: 5) { connectionEnded.raise() }
        }
        onMainLoop(line: line) {
            let request = HTTPRequest(server.url("/"), content: .json, bodyLimit: bodyLimit)
            let error = await failure(of: transport(to: server), request, line: line)
            XCTAssertEqual(error, .tooLarge, line: line)
            await until("the connection ends", line: line) { connectionEnded.isRaised }
        }
    }

    func testALongBodyIsRefusedByItsLengthAlone() throws {
        try assertTooLarge(bodyLimit: 999) { $0.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n") }
        try assertTooLarge(bodyLimit: 999) { $0.send("HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775807\r\n\r\n") }
    }

    func testAnEndlessBodyIsStoppedAtItsLimit() throws {
        try assertTooLarge(bodyLimit: 1 << 20) { connection in
            connection.send("HTTP/1.1 200 OK\r\n\r\n")
            while connection.send([UInt8](repeating: 0, count: 10_000)) {}
        }
    }

    func testAnEndlessChunkedBodyIsStoppedAtItsLimit() throws {
        try assertTooLarge(bodyLimit: 1 << 20) { connection in
            connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            while connection.send("2710\r\n" + String(repeating: "x", count: 10_000) + "\r\n") {}
        }
    }

    func testABodyOfExactlyTheLimitIsRead() throws {
        let server = try RawServer { _, connection in
            connection.answer(200, body: [UInt8](repeating: 7, count: 300_000))
        }
        onMainLoop {
            let request = HTTPRequest(server.url("/"), content: .image, bodyLimit: 300_000)
            let response = try await transport(to: server).send(request)
            XCTAssertEqual(response.body, Data(repeating: 7, count: 300_000))
        }
    }

    func testAServerThatNeverAnswersTimesOut() throws {
        let server = try RawServer { _, connection in _ = connection.waitForClose(atMost: 5) }
        onMainLoop {
            let request = HTTPRequest(server.url("/"), content: .json, answerTimeout: .milliseconds(200))
            let start = ContinuousClock.now
            let error = await failure(of: transport(to: server), request)
            XCTAssertEqual(error, .timedOut)
            XCTAssertLessThan(ContinuousClock.now - start, .seconds(2))
        }
    }

    func testAServerThatDoesNotAnswerTLSTimesOut() throws {
        // It waits for the end of a request that does not come: the client waits to encrypt.
        let server = try RawServer { _, _ in }
        onMainLoop {
            let url = try XCTUnwrap(URL(string: "https://127.0.0.1:\(server.port)/"))
            let request = HTTPRequest(url, content: .json, answerTimeout: .milliseconds(200))
            let error = await failure(of: transport(to: server), request)
            XCTAssertEqual(error, .timedOut)
        }
    }

    func testAnAddressThatSwallowsEverythingTimesOut() throws {
        let server = try RawServer { _, _ in }
        onMainLoop {
            // An address for documentation (RFC 5737). Without a network there is no way to it, which is told at once.
            let url = try XCTUnwrap(URL(string: "http://192.0.2.1/"))
            let request = HTTPRequest(url, content: .json, answerTimeout: .milliseconds(200))
            let start = ContinuousClock.now
            let error = await failure(of: transport(to: server), request)
            if case .unreachable = error { return }
            XCTAssertEqual(error, .timedOut)
            XCTAssertLessThan(ContinuousClock.now - start, .seconds(2))
        }
    }

    func testHeadersThatNeverEndTimeOut() throws {
        let server = try RawServer { _, connection in
            connection.send("HTTP/1.1 200 OK\r\n")
            while connection.send("X: y\r\n") { usleep(20_000) }
        }
        onMainLoop {
            let request = HTTPRequest(server.url("/"), content: .json, answerTimeout: .milliseconds(300))
            let error = await failure(of: transport(to: server), request)
            XCTAssertEqual(error, .timedOut)
        }
    }

    func testABodyThatComesInDropsTimesOut() throws {
        let server = try RawServer { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
            while connection.send("x") { usleep(20_000) }
        }
        onMainLoop {
            let transport = transport(to: server)
            transport.slowestBody = BodyPace.Minimum(bytes: 32 << 10, span: .milliseconds(400))
            let error = await failure(of: transport, HTTPRequest(server.url("/"), content: .json))
            XCTAssertEqual(error, .timedOut)
        }
    }

    func testASlowButSteadyBodyIsRead() throws {
        let server = try RawServer { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10000\r\n\r\n")
            for _ in 0..<20 {
                connection.send([UInt8](repeating: 1, count: 500))
                usleep(50_000)
            }
        }
        onMainLoop {
            let transport = transport(to: server)
            transport.slowestBody = BodyPace.Minimum(bytes: 1000, span: .milliseconds(400))
            let request = HTTPRequest(server.url("/"), content: .json, answerTimeout: .milliseconds(300))
            let response = try await transport.send(request)
            XCTAssertEqual(response.body.count, 10_000)
        }
    }

    func testGarbageIsMalformed() throws {
        try assertFailure(.malformed) { $0.send("SSH-2.0-OpenSSH_9.2\r\n\r\n") }
        try assertFailure(.malformed) { $0.send("220 mail.example.org ESMTP\r\n\r\n") }
        try assertFailure(.malformed) { $0.send("HTTP/1.1 OK\r\n\r\n") }
        try assertFailure(.malformed) { $0.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: rot13\r\n\r\nhello") }
    }

    func testHeadersWithoutAnEndAreUnreachable() throws {
        let server = try RawServer { _, connection in
            connection.send("HTTP/1.1 200 OK\r\n")
            while connection.send("X: " + String(repeating: "y", count: 10_000) + "\r\n") {}
        }
        onMainLoop {
            let error = await failure(of: transport(to: server), HTTPRequest(server.url("/"), content: .json))
            guard case .unreachable = error else { return XCTFail("\(String(describing: error))") }
        }
    }

    func testBrokenChunkSizesEndTheBody() throws {
        let server = try RawServer { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n0\r\n\r\n")
        }
        onMainLoop {
            let response = try await transport(to: server).send(HTTPRequest(server.url("/"), content: .json))
            XCTAssertEqual(response.body, Data())
        }
    }

    func testAConnectionThatClosesAtOnceIsUnreachable() throws {
        let server = try RawServer { _, _ in }
        onMainLoop {
            let error = await failure(of: transport(to: server), HTTPRequest(server.url("/"), content: .json))
            guard case .unreachable = error else { return XCTFail("\(String(describing: error))") }
        }
    }

    func testARefusedConnectionIsUnreachable() throws {
        let server = try RawServer { _, _ in }
        server.stop()
        onMainLoop {
            let error = await failure(of: transport(to: server), HTTPRequest(server.url("/"), content: .json))
            guard case .unreachable(let text) = error else { return XCTFail("\(String(describing: error))") }
            XCTAssertFalse(text.isEmpty)
        }
    }

    func testAnUnknownHostIsUnreachable() throws {
        let server = try RawServer { _, _ in }
        onMainLoop {
            let url = try XCTUnwrap(URL(string: "http://no-such-host.invalid/"))
            let error = await failure(of: transport(to: server), HTTPRequest(url, content: .json))
            guard case .unreachable = error else { return XCTFail("\(String(describing: error))") }
        }
    }

    func testOtherSchemesAreNotLoaded() throws {
        let server = try RawServer { _, _ in }
        onMainLoop {
            for text in ["file:///etc/passwd", "data:text/plain,a", "ftp://127.0.0.1/", "about:blank", "/relative"] {
                let url = try XCTUnwrap(URL(string: text))
                let error = await failure(of: transport(to: server), HTTPRequest(url, content: .json))
                XCTAssertEqual(error, .malformed, text)
            }
        }
    }
}
