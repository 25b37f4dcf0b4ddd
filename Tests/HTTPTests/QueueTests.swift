import Foundation
import GLib
import MonicaAPI
import TestSupport
import XCTest

@testable import HTTP

/// In which order requests go, and how many at once.
final class QueueTests: XCTestCase {
    /// A server that answers one request at a time, when the test says so.
    private final class SlowServer: Sendable {
        let server: RawServer
        private let gate: Gate

        init() throws {
            let gate = Gate()
            self.gate = gate
            server = try RawServer { _, connection in
                gate.wait()
                connection.answer(200)
            }
        }

        var targets: [String] { server.requests.map { String($0.target.dropFirst()) } }

        func answer(_ count: Int = 1) { gate.open(count) }
    }

    @MainActor
    private static func start(
        _ names: [String], on server: SlowServer, _ transport: SoupTransport, urgency: HTTPUrgency,
        content: HTTPRequest.Content = .image, purpose: HTTPRequest.Purpose = .data
    ) async -> [Task<Void, Never>] {
        var tasks: [Task<Void, Never>] = []
        for name in names {
            var request = HTTPRequest(server.server.url("/\(name)"), content: content, urgency: urgency)
            request.purpose = purpose
            tasks.append(Task { [request] in _ = try? await transport.send(request) })
            // Tasks begin in the order in which they are made.
            await Task.yield()
        }
        return tasks
    }

    func testSixPicturesLoadAtOnceAndApiRequestsPassThem() throws {
        let slow = try SlowServer()
        onMainLoop {
            let transport = transport(to: slow.server)
            let names = (1...20).map { "p\($0)" }
            var tasks = await Self.start(names, on: slow, transport, urgency: .visible)
            await until("six are under way") { slow.targets.count == 6 }
            tasks += await Self.start(["click"], on: slow, transport, urgency: .person, content: .json)
            await until("the click is sent") { slow.targets.last == "click" }
            XCTAssertEqual(slow.targets.count, 7)
            slow.answer(21)
            for task in tasks { await task.value }
            XCTAssertEqual(slow.targets.count, 21)
        }
    }

    func testTheNewestVisiblePictureIsNext() throws {
        let slow = try SlowServer()
        onMainLoop {
            let transport = transport(to: slow.server)
            var tasks = await Self.start((1...6).map(String.init), on: slow, transport, urgency: .background)
            await until("six are under way") { slow.targets.count == 6 }
            tasks += await Self.start(["b1", "b2"], on: slow, transport, urgency: .background)
            tasks += await Self.start(["v1", "v2", "v3"], on: slow, transport, urgency: .visible)
            tasks += await Self.start(["p1"], on: slow, transport, urgency: .person)
            tasks += await Self.start(["b3"], on: slow, transport, urgency: .background)
            for count in 7...13 {
                slow.answer()
                await until("request \(count) is sent") { slow.targets.count == count }
            }
            XCTAssertEqual(Array(slow.targets.dropFirst(6)), ["p1", "v3", "v2", "v1", "b1", "b2", "b3"])
            slow.answer(6)
            for task in tasks { await task.value }
        }
    }

    func testPhotosOverTheApiTakeSlotsToo() throws {
        let slow = try SlowServer()
        onMainLoop {
            let transport = transport(to: slow.server)
            let names = (1...8).map(String.init)
            let tasks = await Self.start(
                names, on: slow, transport, urgency: .person, content: .json, purpose: .photo)
            await until("six are under way") { slow.targets.count == 6 }
            try await Task.sleep(for: .milliseconds(30))
            XCTAssertEqual(slow.targets.count, 6)
            slow.answer(8)
            for task in tasks { await task.value }
        }
    }

    func testWhoeverIsCancelledLeavesTheQueue() throws {
        let slow = try SlowServer()
        onMainLoop {
            let transport = transport(to: slow.server)
            let running = await Self.start((1...6).map(String.init), on: slow, transport, urgency: .visible)
            await until("six are under way") { slow.targets.count == 6 }
            let waiting = await Self.start(["a", "b", "c"], on: slow, transport, urgency: .visible)
            waiting[1].cancel()
            await waiting[1].value
            // One that holds a slot gives it back.
            running[0].cancel()
            await running[0].value
            await until("the next is sent") { slow.targets.count == 7 }
            slow.answer(8)
            for task in running + waiting { await task.value }
            XCTAssertEqual(Array(slow.targets.dropFirst(6)), ["c", "a"])
        }
    }
}
