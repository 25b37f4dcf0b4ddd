import Contacts
import DemoServer
import Foundation
import Model
import Network
import Soup
import XCTest

@testable import Monica

/// A demo server, the way to it over the wire, and requests of the test's own.
@MainActor
final class EditLab {
    typealias Object = [String: Any]
    /// The body of a request.
    typealias Body = [String: (any Sendable)?]

    let demo: DemoServer
    let transport: Wire
    let client: MonicaClient
    let server: MonicaWriteServer
    private let soup: SoupTransport

    init(
        contacts: Int = 0, below path: String = "", knowsChoices: Bool = true,
        store: ContactStore? = nil,
        _ change: (inout DemoServerConfiguration) -> Void = { _ in }
    ) async throws {
        var configuration = DemoServerConfiguration(contacts: contacts, rateLimit: nil)
        change(&configuration)
        demo = try DemoServer(configuration)
        let address = try ServerAddress(demo.address.absoluteString + path)
        let token = demo.token
        soup = SoupTransport(origin: address.origin, token: { token }, userAgent: "Cameo")
        transport = Wire(next: soup)
        client = MonicaClient(server: address, transport: transport)
        let choices = knowsChoices ? try await client.formChoices() : nil
        server = try XCTUnwrap(
            client.writeServer(
                choices: { choices }, photo: { try? await store?.pendingPhoto(named: $0) }) as? MonicaWriteServer)
        forgetRequests()
    }

    func forgetRequests() {
        transport.requests = []
        demo.forgetRequests()
    }

    /// A request that is none of the client's.
    @discardableResult
    func plain(
        _ method: HTTPRequest.Method, _ target: String, _ body: Body? = nil, form: HTTPRequest.Body? = nil
    ) async throws -> (Int, Object) {
        let url = try XCTUnwrap(URL(string: "\(demo.address.absoluteString)/api/\(target)"))
        var request = HTTPRequest(url, content: .json)
        request.method = method
        request.body =
            try body.map {
                HTTPRequest.Body(
                    try JSONSerialization.data(withJSONObject: $0.compactMapValues(\.self)), type: "application/json")
            } ?? form
        let response = try await soup.send(request)
        return (response.status, try JSONSerialization.jsonObject(with: response.body) as? Object ?? [:])
    }

    /// The number of the thing that a request makes.
    func make(_ target: String, _ body: Body) async throws -> RemoteID {
        let (status, answer) = try await plain(.post, target, body)
        let id = (answer["data"] as? Object)?["id"] as? Int
        return RemoteID(String(try XCTUnwrap(id, "\(status) \(answer)")))
    }

    func makeContact(_ first: String = "Ann", _ more: Body = [:]) async throws -> RemoteID {
        let names: Body = [
            "first_name": first, "is_birthdate_known": false, "is_deceased": false, "is_deceased_date_known": false,
        ]
        return try await make("contacts", names.merging(more) { $1 })
    }

    func data(_ target: String) async throws -> Object {
        let answer = try await plain(.get, target).1
        return try XCTUnwrap(answer["data"] as? Object, "\(answer)")
    }

    /// The requests on the wire: the method, the path below the API's address, and the body.
    var sent: [String] {
        transport.requests.map { request in
            let path = request.url.path.replacing("/api/", with: "")
            let body = request.body.map { " " + String(decoding: $0.bytes, as: UTF8.self) } ?? ""
            return "\(request.method.rawValue) \(path)\(body)"
        }
    }

    /// The requests without bodies, and with `$` for numbers.
    var calls: [String] {
        sent.map { $0.split(separator: " ").prefix(2).joined(separator: " ").replacing(/\d+/, with: "$") }
    }
}

/// Equality of a value that is waited for: `XCTAssertEqual` waits for none.
func expect<Value: Equatable>(
    _ found: Value, _ expected: Value, _ title: String = "", file: StaticString = #filePath, line: UInt = #line
) {
    XCTAssertEqual(found, expected, title, file: file, line: line)
}

extension RemoteID {
    var number: Int { Int(rawValue) ?? 0 }
}

/// Remembers the requests on their way.
@MainActor
final class Wire: HTTPTransport {
    var requests: [HTTPRequest] = []
    /// In place of the timeouts of the requests.
    var timeout: Duration?
    /// Called before each request leaves.
    var onRequest: ((HTTPRequest) async throws -> Void)?
    /// Changes the answers.
    var onAnswer: ((HTTPResponse) -> HTTPResponse)?
    private let next: any HTTPTransport

    init(next: any HTTPTransport) { self.next = next }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        requests.append(request)
        // The rest of the test fails too.
        try? await onRequest?(request)
        var request = request
        request.answerTimeout = timeout ?? request.answerTimeout
        let answer = try await next.send(request)
        return onAnswer?(answer) ?? answer
    }
}
