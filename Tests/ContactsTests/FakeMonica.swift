import Foundation
import Model
import Monica
import Network

@testable import Contacts

/// A server with an address book in memory, which can misbehave.
@MainActor
final class FakeMonica: HTTPTransport {
    typealias Fields = [String: Any]

    /// The answer to one request instead of the usual one; nil for the usual one.
    var misbehave: ((_ request: String) throws(TransportError) -> (status: Int, body: String)?)?
    /// The wait that an answer with status 429 asks for, in seconds.
    var retryAfter = 7
    /// Runs before each answer, with the number of the request from 1.
    var beforeAnswer: (Int) -> Void = { _ in }
    private(set) var requests: [String] = []
    /// Who waits for the answers, request by request.
    private(set) var urgencies: [HTTPUrgency] = []
    private(set) var contacts: [Int: Fields] = [:]
    private var clock = 1_700_000_000.0

    init(contacts count: Int = 0) {
        for id in 0..<count { add(id + 1) }
    }

    /// Adds or changes a contact, as a person at the server does.
    func add(_ id: Int, _ fields: Fields = [:]) {
        clock += 60
        var contact = contacts[id] ?? Self.contact(id)
        contact["updated_at"] = Date(timeIntervalSince1970: clock).formatted(.iso8601)
        contact["created_at"] = contact["created_at"] ?? contact["updated_at"]
        contacts[id] = contact.merging(fields) { $1 }
    }

    /// Gives a contact one relationship, by its name and the number of its row there.
    func relate(_ id: Int, to other: Int, as name: String, row: Int) {
        let relationship: Fields = [
            "relationship": ["id": row, "name": name], "contact": ["id": other, "first_name": "First\(other)"],
        ]
        add(id, ["information": ["relationships": ["family": ["total": 1, "contacts": [relationship]]]]])
    }

    func delete(_ id: Int) {
        contacts[id] = nil
    }

    /// Answers everything with this body from now on.
    func answer(_ body: String) {
        misbehave = { _ in (200, body) }
    }

    func forgetRequests() {
        requests = []
        urgencies = []
    }

    func client() throws -> MonicaClient {
        MonicaClient(server: try ServerAddress("https://monica.example.org"), transport: self)
    }

    func synchroniser(_ store: ContactStore, waits: Waits = Waits()) throws -> Synchroniser {
        Synchroniser(server: try client(), store: store) { await waits.add($0) }
    }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let query = request.url.query.map { "?\($0)" } ?? ""
        let path = request.url.path.replacing("/api/", with: "")
        requests.append(
            path + query.replacing("&with=contactfields", with: "").replacing("?with=contactfields", with: ""))
        urgencies.append(request.urgency)
        beforeAnswer(requests.count)
        if let answer = try misbehave?(requests[requests.count - 1]) { return respond(request, answer) }
        if path == "contacts" { return respond(request, page(request.url)) }
        guard path.hasPrefix("contacts/") else {
            return respond(request, (404, #"{"message":"The route api/\#(path) could not be found."}"#))
        }
        guard let id = Int(path.dropFirst("contacts/".count)), let contact = contacts[id] else {
            return respond(request, (404, #"{"error":{"message":"The resource has not been found","error_code":31}}"#))
        }
        return respond(request, (200, json(["data": contact])))
    }

    /// The answer to a request for more contacts than the server can send, and for contacts that it stumbles over; nil for
    /// any other.
    nonisolated static func trouble(
        with request: String, over limit: Int = .max, at broken: Set<Int> = [], status: Int = 500
    ) -> (status: Int, body: String)? {
        let query = URLComponents(string: request)?.queryItems ?? []
        func number(_ name: String) -> Int? { query.first { $0.name == name }?.value.flatMap { Int($0) } }
        guard let page = number("page"), let size = number("limit") else { return nil }
        let ids = (page - 1) * size + 1...page * size
        return size > limit || broken.contains(where: ids.contains) ? (status, #"{"message":"Error"}"#) : nil
    }

    /// The server's page of listed contacts.
    func page(_ number: Int, size: Int = 100, sort: String = "created_at", total: Int? = nil) -> String {
        let date = sort.trimmingCharacters(in: ["-"])
        var listed = contacts.filter { $1["is_active"] as? Bool != false && $1["is_partial"] as? Bool != true }
            .map { (date: $1[date] as? String ?? "", id: $0) }.sorted { ($0.date, $0.id) < ($1.date, $1.id) }
        if sort.hasPrefix("-") { listed.reverse() }
        let shown = listed.dropFirst((number - 1) * size).prefix(size).compactMap { contacts[$0.id] }
        let total = total ?? listed.count
        let meta: Fields = ["current_page": number, "last_page": max(1, (total + size - 1) / size), "total": total]
        return json(["data": shown, "meta": meta])
    }

    nonisolated static func contact(_ id: Int) -> Fields {
        [
            "id": id, "first_name": "First\(id)", "last_name": "Last\(id)", "complete_name": "First\(id) Last\(id)",
            "is_active": true, "information": ["avatar": ["source": "default", "default_avatar_color": "#bd5067"]],
        ]
    }

    private func page(_ url: URL) -> (status: Int, body: String) {
        let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? []
        let query = Dictionary(items.map { ($0.name, $0.value ?? "") }) { $1 }
        let size = query["limit"].flatMap { Int($0) } ?? 15
        return (200, page(query["page"].flatMap { Int($0) } ?? 1, size: size, sort: query["sort"] ?? "created_at"))
    }

    private func respond(_ request: HTTPRequest, _ answer: (status: Int, body: String)) -> HTTPResponse {
        let headers = answer.status == 429 ? ["retry-after": "\(retryAfter)"] : ["content-type": "application/json"]
        return HTTPResponse(status: answer.status, url: request.url, headers: headers, body: Data(answer.body.utf8))
    }

    private func json(_ fields: Fields) -> String {
        // The tests put in only JSON. This server sends the same bytes for the same content, as a real server does.
        (try? JSONSerialization.data(withJSONObject: fields, options: .sortedKeys))
            .map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}

/// The waits that a synchronisation would have made.
actor Waits {
    private(set) var all: [Duration] = []

    func add(_ wait: Duration) {
        all.append(wait)
    }
}

/// Takes on the disk about as much as in memory.
func incompressibleText(bytes: Int) -> String {
    Data((0..<bytes * 3 / 4).map { _ in UInt8.random(in: 0...255) }).base64EncodedString()
}

func makeContact(_ id: Int, _ fields: FakeMonica.Fields = [:]) throws -> Contact {
    let json = try JSONSerialization.data(
        withJSONObject: FakeMonica.contact(id).merging(fields) { $1 }, options: .sortedKeys)
    return try Contact(json: json)
}

extension FakeMonica {
    /// Brings a store up to date; throws where that does not come to its end.
    func synchronise(_ store: ContactStore) async throws {
        let synchroniser = try synchroniser(store)
        await synchroniser.run()
        guard case .finished = synchroniser.progress else { throw UnexpectedProgress(synchroniser.progress) }
    }
}
