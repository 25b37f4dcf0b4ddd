import CSoup
import Foundation
import GLib
import Network
import TestSupport
import XCTest

@testable import Soup

/// Requests that no caller wants any more end. Ended requests leave nothing behind.
final class CancellationTests: XCTestCase {
    /// A server that tells when clients go away: it never answers, or sends a body without end.
    private func makeServer(gone: Counter, sent: Counter = Counter(), answers: Bool = false) throws -> RawServer {
        try RawServer { _, connection in
            if answers {
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10000000\r\n\r\n")
                while connection.send([UInt8](repeating: 0, count: 1000)) {
                    sent.increase()
                    usleep(1000)
                }
                gone.increase()
            } else if connection.waitForClose(atMost: 10) {
                gone.increase()
            }
        }
    }

    private func assertCancellingEndsARequest(answers: Bool, line: UInt = #line) throws {
        let gone = Counter()
        let sent = Counter()
        let server = try makeServer(gone: gone, sent: sent, answers: answers)
        onMainLoop(line: line) {
            let transport = transport(to: server)
            let alive = LiveObjects(of: transport.session)
            let task = Task { await failure(of: transport, HTTPRequest(server.url("/"), content: .image), line: line) }
            await until("the request arrives", line: line) { server.requests.count == 1 }
            if answers { await until("the body is on its way", line: line) { sent.value >= 50 } }
            let start = ContinuousClock.now
            task.cancel()
            let error = await task.value
            XCTAssertEqual(error, .cancelled, line: line)
            // The whole body would take ten seconds, an answer for ever.
            XCTAssertLessThan(ContinuousClock.now - start, .seconds(5), line: line)
            await until("the connection ends", line: line) { gone.value == 1 }
            await until("the message is freed", line: line) { alive.count == 0 }
            XCTAssertEqual(alive.total, 1, line: line)
            XCTAssertEqual(transport.statistics.failures, [.cancelled: 1], line: line)
        }
    }

    func testCancellingEndsARequestThatWaitsForItsAnswer() throws {
        try assertCancellingEndsARequest(answers: false)
    }

    func testCancellingEndsARequestInTheMiddleOfItsBody() throws {
        try assertCancellingEndsARequest(answers: true)
    }

    func testACancelledTaskSendsNothing() throws {
        let server = try RawServer { _, connection in connection.answer(200) }
        onMainLoop {
            let transport = transport(to: server)
            let task = Task { await failure(of: transport, HTTPRequest(server.url("/"), content: .json)) }
            task.cancel()
            let error = await task.value
            XCTAssertEqual(error, .cancelled)
            XCTAssertEqual(server.requests.count, 0)
        }
    }

    func testRequestsLeaveNothingBehind() throws {
        let server = try RawServer { request, connection in
            switch request.target {
            case "/cut": connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
            case "/moved": connection.answer(302, headers: ["Location": "/there"])
            default: connection.answer(200, body: [UInt8](repeating: 1, count: 200_000))
            }
        }
        onMainLoop {
            weak var weakTransport: SoupTransport?
            var alive: LiveObjects?
            do {
                let transport = transport(to: server)
                weakTransport = transport
                alive = LiveObjects(of: transport.session)
                for path in ["/", "/cut", "/moved", "/"] {
                    _ = try? await transport.send(HTTPRequest(server.url(path), content: .image))
                }
            }
            await until("the messages are freed") { alive?.count == 0 }
            XCTAssertEqual(alive?.total, 5)
            XCTAssertNil(weakTransport)
        }
    }

    func testAbortAllEndsEverythingAndWaitsForIt() throws {
        let gone = Counter()
        let server = try makeServer(gone: gone)
        onMainLoop {
            let transport = transport(to: server)
            let alive = LiveObjects(of: transport.session)
            var ended = 0
            for content in [HTTPRequest.Content.image, .json] {
                for _ in 0..<20 {
                    Task {
                        let error = await failure(of: transport, HTTPRequest(server.url("/"), content: content))
                        XCTAssertEqual(error, .cancelled)
                        ended += 1
                    }
                }
            }
            await until("requests arrive") { server.requests.count >= 12 }
            await transport.abortAll()
            await until("the callers hear of it") { ended == 40 }
            await until("the messages are freed") { alive.count == 0 }
            XCTAssertLessThan(server.requests.count, 40)
            await until("the connections end") { gone.value == server.requests.count }
        }
    }

    func testRequestsThatBeginWhileAbortingAreCancelled() throws {
        let server = try makeServer(gone: Counter())
        onMainLoop {
            let transport = transport(to: server)
            let first = Task { await failure(of: transport, HTTPRequest(server.url("/"), content: .image)) }
            await until("the request arrives") { server.requests.count == 1 }
            let second = Task {
                _ = await first.value
                return await failure(of: transport, HTTPRequest(server.url("/"), content: .image))
            }
            async let aborted: Void = transport.abortAll()
            let third = Task { await failure(of: transport, HTTPRequest(server.url("/"), content: .image)) }
            let errors = [await first.value, await third.value]
            XCTAssertEqual(errors, [.cancelled, .cancelled])
            await aborted
            second.cancel()
            _ = await second.value
        }
    }

    func testAClosedTransportSendsNothing() throws {
        let server = try RawServer { _, connection in connection.answer(200) }
        onMainLoop {
            let transport = transport(to: server)
            await transport.close()
            let error = await failure(of: transport, HTTPRequest(server.url("/"), content: .json))
            XCTAssertEqual(error, .cancelled)
            XCTAssertEqual(server.requests.count, 0)
        }
    }

    func testTheTransportWorksAfterAbortAll() throws {
        let server = try RawServer { _, connection in connection.answer(200) }
        onMainLoop {
            let transport = transport(to: server)
            _ = try await transport.send(HTTPRequest(server.url("/"), content: .json))
            await transport.abortAll()
            let response = try await transport.send(HTTPRequest(server.url("/"), content: .json))
            XCTAssertEqual(response.status, 200)
        }
    }
}
