import Foundation
import Network
import Testing

@testable import CameoApp

/// The log tells each request's method, path, status and duration, and nothing of a person.
@MainActor struct RequestLogTests {
    @MainActor
    private final class Server: HTTPTransport {
        /// Nil gives no answer.
        private let status: Int?

        init(status: Int?) { self.status = status }

        func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
            guard let status else { throw .unreachable("ada.example") }
            return HTTPResponse(
                status: status, url: request.url, headers: ["x-token": "secret"], body: Data("Ada".utf8))
        }
    }

    @Test(
        arguments: [
            (.get, "https://monica.example/api/contacts?query=Ada&api_token=secret", 200, "GET /api/contacts: 200"),
            (.put, "https://monica.example:443/api/contacts/4711/avatar", 422, "PUT /api/contacts/#/avatar: 422"),
            (.get, "https://monica.example/people/h:Ada/Zo%C3%AB", 404, "GET /people/#/#: 404"),
            (.get, "https://monica.example/store/photos/xIRKJvZEMvtphIezwYeQTQrUdo", 302, "GET /store/photos/#: 302"),
            (.post, "https://ada:secret@monica.example/sub/api/notes", nil, "POST /sub/api/notes: no answer"),
            (.get, "https://pictures.example/Ada", 200, nil),
        ] as [(HTTPRequest.Method, String, Int?, String?)])
    func aLineTellsNothingOfAPerson(method: HTTPRequest.Method, url: String, status: Int?, line: String?) async throws {
        var request = HTTPRequest(try #require(URL(string: url)), content: .json)
        request.method = method
        request.body = HTTPRequest.Body(Data("Ada secret".utf8), type: "application/json")
        let origin = try ServerAddress("https://monica.example").origin
        var lines: [String] = []
        let log = RequestLog(origin: origin, next: Server(status: status)) { lines.append($0) }
        let answer = try? await log.send(request)
        #expect(answer?.status == status)
        #expect(lines.map { $0.replacing(/\d+ ms$/, with: "# ms") } == (line.map { ["\($0) in # ms"] } ?? []))
    }
}
