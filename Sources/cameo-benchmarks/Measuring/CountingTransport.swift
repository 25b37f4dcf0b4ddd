import Foundation
import Model
import Network

/// Counts and times the requests through another transport.
@MainActor
final class CountingTransport: HTTPTransport {
    /// The counts of complete answers with status 200, by URL.
    private(set) var completed: [URL: Int] = [:]
    /// Seconds that requests took, one after the other.
    private(set) var waited = 0.0
    /// The bodies of all answers, while `keepsBodies`.
    private(set) var bodies: [Data] = []
    private let keepsBodies: Bool
    private let transport: any HTTPTransport

    init(_ transport: any HTTPTransport, keepsBodies: Bool = false) {
        self.transport = transport
        self.keepsBodies = keepsBodies
    }

    var count: Int { completed.values.reduce(0, +) }

    func forget() {
        completed = [:]
        waited = 0
        bodies = []
    }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let start = ContinuousClock.now
        let response = try await transport.send(request)
        waited += (ContinuousClock.now - start).seconds
        if response.status == 200 { completed[request.url, default: 0] += 1 }
        if keepsBodies { bodies.append(response.body) }
        return response
    }
}
