import Foundation
import Network
import TestSupport
import XCTest

@testable import Soup

/// The rate limit against a server.
final class RateLimiterTests: XCTestCase {
    /// A server that refuses the first requests with 429, then counts down from a limit.
    private func makeServer(refusals: Int = 0, retryAfter: Int = 1, limit: Int = 60) throws -> RawServer {
        let served = Counter()
        return try RawServer { _, connection in
            served.increase()
            let number = served.value
            if number <= refusals {
                connection.answer(429, headers: ["Retry-After": "\(retryAfter)", "X-RateLimit-Remaining": "0"])
            } else {
                let headers = [
                    "X-RateLimit-Limit": "\(limit)", "X-RateLimit-Remaining": "\(limit + refusals - number)",
                ]
                connection.answer(200, headers: headers)
            }
        }
    }

    @MainActor
    private static func request(_ server: RawServer, _ urgency: HTTPUrgency) -> HTTPRequest {
        HTTPRequest(server.url("/api/contacts"), content: .json, urgency: urgency)
    }

    func testARefusedRequestGoesAgainByItself() throws {
        let server = try makeServer(refusals: 1)
        onMainLoop {
            let transport = transport(to: server)
            for urgency in [HTTPUrgency.background, .person] {
                let start = ContinuousClock.now
                let response = try await transport.send(Self.request(server, urgency))
                XCTAssertEqual(response.status, 200)
                if urgency == .background { XCTAssertGreaterThan(ContinuousClock.now - start, .milliseconds(900)) }
            }
            XCTAssertEqual(transport.statistics.statuses, [429: 1, 200: 2])
        }
    }

    func testTheBackgroundsPauseIsTold() throws {
        let server = try makeServer(refusals: 1, retryAfter: 2)
        onMainLoop {
            let transport = transport(to: server)
            var told: [ContinuousClock.Instant?] = []
            transport.onPause = { told.append($0) }
            let start = ContinuousClock.now
            _ = try await transport.send(Self.request(server, .background))
            XCTAssertEqual(told.count, 2)
            let end = try XCTUnwrap(told.first ?? nil)
            XCTAssertGreaterThan(end, start + .seconds(1))
            XCTAssertLessThan(end, start + .seconds(4))
            XCTAssertNil(try XCTUnwrap(told.last))
            // The pause of a person's request is told otherwise.
            _ = try await transport.send(Self.request(server, .person))
            XCTAssertEqual(told.count, 2)
        }
    }

    func testAPersonIsToldOfALongWait() throws {
        let server = try makeServer(refusals: 1, retryAfter: 42)
        onMainLoop {
            let transport = transport(to: server)
            for _ in 0..<2 {
                let error = await failure(of: transport, Self.request(server, .person))
                guard case .rateLimited(let wait) = error else { return XCTFail("\(String(describing: error))") }
                XCTAssertGreaterThan(wait, .seconds(40))
                XCTAssertLessThanOrEqual(wait, .seconds(42))
            }
            // The second was told without asking the server.
            XCTAssertEqual(server.requests.count, 1)
        }
    }

    func testAPersonWhoWaitsIsToldWhenTheWaitGetsLong() throws {
        let server = try makeServer(refusals: 1, retryAfter: 42)
        onMainLoop {
            let transport = transport(to: server)
            let waiting = Task { try? await transport.send(Self.request(server, .background)) }
            await until("the request is refused") { transport.statistics.statuses[429] == 1 }
            let error = await failure(of: transport, Self.request(server, .person))
            guard case .rateLimited = error else { return XCTFail("\(String(describing: error))") }
            waiting.cancel()
            let response = await waiting.value
            XCTAssertNil(response)
        }
    }

    func testWhatIsNotCountedIsNotHeldUp() throws {
        let server = try makeServer(refusals: 1, retryAfter: 42)
        onMainLoop {
            let transport = transport(to: server)
            _ = await failure(of: transport, Self.request(server, .person))
            let picture = try await transport.send(
                HTTPRequest(server.url("/a.jpg"), content: .image, urgency: .background))
            XCTAssertEqual(picture.status, 200)
            var request = Self.request(server, .background)
            request.sendsCredentials = false
            let response = try await transport.send(request)
            XCTAssertEqual(response.status, 200)
        }
    }

    func testAServerThatAlwaysRefusesIsNotAskedForEver() throws {
        let server = try makeServer(refusals: 100, retryAfter: 0)
        onMainLoop(limit: .seconds(20)) {
            let transport = transport(to: server)
            transport.refusals = 2
            let response = try await transport.send(Self.request(server, .background))
            XCTAssertEqual(response.status, 429)
            XCTAssertEqual(server.requests.count, 2)
        }
    }

    func testTheReserveIsKeptWhateverIsAskedFor() throws {
        let server = try makeServer()
        onMainLoop {
            let transport = transport(to: server)
            let tasks = (0..<100).map { _ in
                Task { try? await transport.send(Self.request(server, .background)) }
            }
            await until("fifty are answered") { transport.statistics.statuses[200] == 50 }
            // None of the other fifty requests goes while a person's requests take the reserve.
            for _ in 0..<10 {
                let response = try await transport.send(Self.request(server, .person))
                XCTAssertEqual(response.status, 200)
            }
            // Log out does not wait for the next window.
            await transport.abortAll()
            for task in tasks { _ = await task.value }
            XCTAssertEqual(server.requests.count, 60)
        }
    }

    func testServersWithoutALimitAreNotLimited() throws {
        let server = try RawServer { _, connection in connection.answer(200) }
        onMainLoop {
            let transport = transport(to: server)
            let tasks = (0..<200).map { _ in
                Task { try await transport.send(Self.request(server, .background)).status }
            }
            for task in tasks {
                let status = try await task.value
                XCTAssertEqual(status, 200)
            }
        }
    }
}
