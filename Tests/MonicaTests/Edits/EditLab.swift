import DemoServer
import Foundation
import Model
import Network
import Soup
import XCTest

@testable import Contacts
@testable import Monica

/// A demo server, the way to it over the wire, and whole saves of contacts in memory, without a database.
@MainActor
final class EditLab {
    typealias Object = [String: Any]
    /// The body of a request.
    typealias Body = [String: (any Sendable)?]

    struct Names: ContactNames {
        var remotes: [ContactID: RemoteID] = [:]

        func remote(of id: ContactID) -> RemoteID? { remotes[id] }
        func local(of remote: RemoteID) -> ContactID? { remotes.first { $0.value == remote }?.key }
    }

    let demo: DemoServer
    let transport: Wire
    let client: MonicaClient
    let server: MonicaWriteServer
    private let soup: SoupTransport
    var contacts: [ContactID: OutboxContact] = [:]
    /// In seconds. It passes only while an answer is waited for.
    private var now = 0.0
    private var lastPart: Int64 = 1_000_000

    init(
        contacts: Int = 0, below path: String = "", knowsChoices: Bool = true, store: ContactStore? = nil,
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

    /// The entries of a list.
    func list(_ target: String) async throws -> [Object] {
        try await plain(.get, target).1["data"] as? [Object] ?? []
    }

    func data(_ target: String) async throws -> Object {
        let answer = try await plain(.get, target).1
        return try XCTUnwrap(answer["data"] as? Object, "\(answer)")
    }

    /// The requests on the wire: the method, and the path below the API's address with `$` for numbers.
    var calls: [String] {
        transport.requests.map { request in
            let path = request.url.path.replacing("/api/", with: "")
            return "\(request.method.rawValue) \(path.replacing(/\d+/, with: "$"))"
        }
    }
}

// Contacts are visited until all is sent.
extension EditLab {
    var names: Names { Names(remotes: contacts.compactMapValues(\.remote)) }
    private var reconciler: Reconciler { Reconciler(reader: server.planner) }

    /// Reads a contact as a form does. It has the same number here as there.
    @discardableResult
    func open(_ remote: RemoteID) async throws -> OutboxContact {
        let id = ContactID(Int64(remote.number))
        var contact = contacts[id] ?? OutboxContact(id: id, remote: remote, uuid: "")
        contacts[id] = contact
        var reading: MonicaPlanner.Reading?
        while let question = server.planner.nextFormRead(of: contact, after: reading) {
            guard case .success(let answer) = await server.ask(question, after: reading) else {
                throw EditLabError.noContact
            }
            reading = answer
        }
        let read = try XCTUnwrap(reading)
        contact.copy = server.planner.view(read, parts: &contact.parts, names: names)
        contacts[id] = contact
        return contact
    }

    /// A new contact, which the server does not have.
    func create(_ uuid: String, _ states: [SlotState]) -> ContactID {
        let id = ContactID(1 << 40 + Int64(contacts.count))
        contacts[id] = OutboxContact(id: id, remote: nil, uuid: uuid)
        set([.exists] + states, of: id)
        return id
    }

    func set(_ states: [SlotState], of id: ContactID) {
        guard var contact = contacts[id] else { return XCTFail("no contact") }
        for state in states {
            let shown = contact.copy[state.slot]
            let saw = state.slot == .existence ? contact.seen : [SlotState(state.slot, shown)]
            reconciler.set(state.slot, to: state.value, base: shown, saw: saw, at: now, in: &contact)
        }
        contacts[id] = contact
    }

    /// Sets slots, sends until nothing is left to send, and returns the requests.
    @discardableResult
    func save(_ states: SlotState..., of id: ContactID) async throws -> [String] {
        try await save(states, of: id)
    }

    @discardableResult
    func save(_ states: [SlotState], of id: ContactID) async throws -> [String] {
        forgetRequests()
        set(states, of: id)
        try await send(id)
        return calls
    }

    /// A new part.
    func part(_ value: PartValue) -> SlotState {
        lastPart += 1
        return .part(lastPart, value)
    }

    /// Visits a contact until nothing is left to send.
    func send(_ id: ContactID) async throws {
        var pace = Pace()
        for _ in 1...20 {
            guard let contact = contacts[id] else { return }
            let isDue = contact.rows.values.contains { $0.problem == nil }
            guard isDue || contact.attempt != nil || pace.isStale else { return }
            now = max(now, pace.wait)
            try await visit(id, &pace)
        }
        XCTFail("still on its way: \(contacts[id]?.rows ?? [:])")
    }

    private func visit(_ id: ContactID, _ pace: inout Pace) async throws {
        var visit = Visit(server.planner)
        while let contact = contacts[id], let question = visit.nextRead(of: contact) {
            switch await server.ask(question, after: visit.reading) {
            case .success(let reading): visit.reading = reading
            case .failure(.gone): return gone(id)
            default: return now += 60
            }
        }
        guard var contact = contacts[id] else { return }
        visit.compare(at: now, names: names, in: &contact, pace: &pace)
        var goesOn = true
        while goesOn, let write = visit.nextWrite(at: now, names: names, in: &contact, pace: &pace) {
            let answer = await server.send(write.request)
            if case .done = answer, write.sent == [SlotState.exists.removed] { return gone(id) }
            goesOn = visit.answered(answer, to: write, at: now, names: names, in: &contact, pace: &pace)
            contacts[id] = contact
        }
        contacts[id] = contact
    }

    private func gone(_ id: ContactID) {
        guard var contact = contacts[id] else { return }
        contacts[id] = reconciler.isWantedStill(&contact) ? contact : nil
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

enum EditLabError: Error { case noContact }

extension SlotState {
    static let exists = SlotState(.existence, .on)

    /// The slot without a value.
    var removed: SlotState { SlotState(slot, nil) }

    static func part(_ id: Int64, _ value: PartValue) -> SlotState {
        SlotState(.part(value.kind, PartID(id)), .part(value))
    }

    static func text(_ key: ContactKey, _ text: String?) -> SlotState {
        SlotState(.value(key), text.map { .value(.text($0)) })
    }

    static func day(_ key: ContactKey, _ day: ContactDay?) -> SlotState {
        SlotState(.value(key), day.map { .value(key == .death ? .death($0) : .day($0)) })
    }

    static func reminder(_ key: ContactKey, _ isOn: Bool = true) -> SlotState {
        SlotState(.reminder(key), isOn ? .on : nil)
    }

    static func tag(_ name: String, _ isOn: Bool = true) -> SlotState { SlotState(.tag(name), isOn ? .on : nil) }
}
