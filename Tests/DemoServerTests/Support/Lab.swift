import Foundation
import Testing

@testable import DemoServer

/// A Monica without a network: requests in, responses out, on a day that stays.
struct Lab {
    static let now = 1_795_237_200.0

    let monica: Monica

    init(contacts: Int = 60, _ change: (inout DemoServerConfiguration) -> Void = { _ in }) {
        var configuration = DemoServerConfiguration(contacts: contacts, rateLimit: nil)
        configuration.token = "secret"
        change(&configuration)
        monica = Monica(configuration, today: Timestamp(seconds: Int(Self.now)))
    }

    /// With the token, and asking for JSON, unless said otherwise.
    func get(
        _ target: String, method: String = "GET", token: String? = "secret", accept: String? = "application/json",
        headers: [(String, String)] = [], at now: Double = Lab.now
    ) -> Response {
        let parts = target.split(separator: "?", maxSplits: 1).map(String.init)
        var all = headers + [("Host", "127.0.0.1:8421")]
        if let token { all.append(("Authorization", "Bearer \(token)")) }
        if let accept { all.append(("Accept", accept)) }
        let request = Request(method: method, path: parts[0], query: parts.count > 1 ? parts[1] : nil, headers: all)
        return monica.respond(to: request, at: now)
    }

    func json(_ target: String) throws -> [String: Any] {
        let object = try JSONSerialization.jsonObject(with: get(target).body)
        return object as? [String: Any] ?? [:]
    }

    func data(_ target: String) throws -> [[String: Any]] {
        let answer = try json(target)
        if let list = answer["data"] as? [[String: Any]] { return list }
        return (answer["data"] as? [String: Any]).map { [$0] } ?? []
    }

    func ids(_ target: String) throws -> [Int] {
        try data(target).compactMap { $0["id"] as? Int }
    }
}

// Writing.
extension Lab {
    typealias Object = [String: Any]

    /// Sends a request with a JSON body, a minute after `now`. Written data is therefore later than existing data.
    @discardableResult
    func send(_ method: String, _ target: String, _ body: Object = [:], at now: Double = Lab.now + 60) throws
        -> Response
    {
        let parts = target.split(separator: "?", maxSplits: 1).map(String.init)
        let request = Request(
            method: method, path: parts[0], query: parts.count > 1 ? parts[1] : nil,
            headers: [
                ("Host", "127.0.0.1:8421"), ("Authorization", "Bearer secret"), ("Accept", "application/json"),
                ("Content-Type", "application/json"),
            ], body: try JSONSerialization.data(withJSONObject: body))
        return monica.respond(to: request, at: now)
    }

    /// The id of the object that the request made.
    func make(_ target: String, _ body: Object, at now: Double = Lab.now + 60) throws -> Int {
        let answer = try send("POST", target, body, at: now)
        let object = try JSONSerialization.jsonObject(with: answer.body) as? Object
        return try #require((object?["data"] as? Object)?["id"] as? Int, "\(answer.text)")
    }

    func contact(_ id: Int) throws -> Object {
        try #require(try data("/api/contacts/\(id)?with=contactfields").first)
    }

    /// The keys that every change of a contact must have.
    static func names(_ first: String, _ more: Object = [:]) -> Object {
        ["first_name": first, "is_birthdate_known": false, "is_deceased": false, "is_deceased_date_known": false]
            .merging(more) { _, new in new }
    }
}

extension Response {
    var text: String { String(decoding: body, as: UTF8.self) }
}
