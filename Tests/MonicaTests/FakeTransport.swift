import Foundation
import Monica
import Network

/// Answers from memory, and remembers the requests.
@MainActor
final class FakeTransport: HTTPTransport {
    private(set) var requests: [HTTPRequest] = []
    private let answer: (HTTPRequest) throws(TransportError) -> HTTPResponse

    init(_ answer: @escaping (HTTPRequest) throws(TransportError) -> HTTPResponse) {
        self.answer = answer
    }

    /// Gives the same answer to everything.
    convenience init(
        status: Int = 200, headers: [String: String] = ["content-type": "application/json"], _ body: String
    ) {
        self.init { HTTPResponse(status: status, url: $0.url, headers: headers, body: Data(body.utf8)) }
    }

    convenience init(_ recorded: RecordedAnswer) {
        self.init {
            HTTPResponse(status: recorded.status, url: $0.url, headers: recorded.headers, body: recorded.body)
        }
    }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        requests.append(request)
        return try answer(request)
    }
}

@MainActor
func makeClient(_ transport: FakeTransport, at address: String = "https://monica.example.org") throws -> MonicaClient {
    MonicaClient(server: try ServerAddress(address), transport: transport)
}
