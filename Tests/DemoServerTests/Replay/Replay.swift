import Foundation
import Testing

@testable import DemoServer

/// Sends recorded requests to a server of the same state, at the same times.
struct Replay {
    static let token = "secret"

    let scenario: Scenario
    private let monica: Monica

    init(_ scenario: Scenario) throws {
        self.scenario = scenario
        var configuration = DemoServerConfiguration(contacts: 0, rateLimit: scenario.rateLimit)
        configuration.token = Self.token
        let first = try scenario.recordings.first.map { try RecordedExchange($0).date } ?? Lab.now
        monica = Monica(configuration, today: Timestamp(seconds: Int(first)))
        monica.change { scenario.state(&$0.account) }
    }

    func run() throws {
        var now = try scenario.recordings.first.map { try RecordedExchange($0).date } ?? Lab.now
        for step in scenario.steps {
            switch step {
            case .change(let change): monica.change { change(&$0.account) }
            case .mode(let mode): monica.change { $0.mode = mode }
            case .unrecorded(let method, let target, let body):
                let answer = send(method, target, Self.own, Data(body.utf8), at: now - 10)
                #expect((200..<300).contains(answer.status), "\(method) \(target): \(answer.text)")
            case .recorded(let name, let sending):
                let exchange = try RecordedExchange(name)
                now = exchange.date
                try compare(exchange, answer(exchange, sending))
            }
        }
    }

    private static let own = [
        ("Content-Type", "application/json"), ("Accept", "application/json"), ("Authorization", "Bearer \(token)"),
    ]

    private func answer(_ exchange: RecordedExchange, _ sending: Scenario.Sending) throws -> Response {
        var body = Data((exchange.body ?? "").utf8)
        switch sending {
        case .asRecorded:
            if let text = exchange.body, text.hasPrefix("multipart/form-data") {
                body = SampleFiles.form(text, boundary: "----kit77777777777777777777")
            } else if let text = exchange.body {
                body = Data(Self.lengthened(text).utf8)
            }
        case .json(let text): body = Data(text.utf8)
        case .echo(let target):
            let data = try JSONSerialization.jsonObject(
                with: send("GET", target, Self.own, Data(), at: exchange.date).body)
            body = try JSONSerialization.data(withJSONObject: (data as? [String: Any])?["data"] ?? [:])
        }
        return send(exchange.method, exchange.target, exchange.headers, body, at: exchange.date)
    }

    /// Where the recording shows the first hundred of so many equal characters.
    private static func lengthened(_ text: String) -> String {
        guard let match = text.firstMatch(of: /(x+)…\[(\d+) chars\]/) else { return text }
        return text.replacingCharacters(
            in: match.range, with: String(repeating: "x", count: Int(match.output.2) ?? 0))
    }

    private func send(
        _ method: String, _ target: String, _ headers: [(String, String)], _ body: Data, at now: Double
    ) -> Response {
        let parts = target.split(separator: "?", maxSplits: 1).map(String.init)
        let request = Request(
            method: method, path: parts[0], query: parts.count > 1 ? parts[1] : nil,
            headers: headers + [("Host", "127.0.0.1:8501")], body: body)
        return monica.respond(to: request, at: now)
    }

    private func compare(_ exchange: RecordedExchange, _ response: Response) throws {
        let name = Comment(rawValue: exchange.name)
        #expect(response.status == exchange.status, "\(exchange.name): \(response.text.prefix(600))")
        #expect(response.isHTTP10 == exchange.isHTTP10, name)
        // `artisan down` says when it ends only if it was told.
        #expect(
            Set(response.headers.map { $0.name.lowercased() }).subtracting(
                exchange.status == 503 ? ["retry-after"] : [])
                == exchange.headerNames, name)
        guard response["Content-Type"] == "application/json" else {
            #expect(exchange.answer.hasPrefix("<!DOCTYPE"), name)
            return
        }
        let seen = try JSONSerialization.jsonObject(with: response.body, options: .fragmentsAllowed)
        var comparison = Comparison(date: exchange.date)
        if exchange.target.hasPrefix("/api/photos"),
            exchange.body?.hasSuffix("bytes)") != true || exchange.name.hasSuffix("MB")
        {
            // Written anew, by another writer.
            comparison.loose = ["filesize"]
        }
        let differences = comparison.differences(try exchange.json(), seen)
        #expect(differences.isEmpty, "\(exchange.name): \(differences.prefix(8))")
        try checkShape(seen, name)
    }

    /// Values that the recording no longer shows have the keys and kinds of any contact.
    private func checkShape(_ answer: Any, _ name: Comment) throws {
        guard let data = (answer as? [String: Any])?["data"] as? [String: Any], data["is_partial"] as? Bool != true
        else { return }
        guard data["object"] as? String == "contact" else {
            let complaints = Self.anything.complaints(about: ["data": data]).subtracting(Self.seenWhenWritten)
            #expect(complaints.isEmpty, "\(name): \(complaints)")
            return
        }
        let complaints = Self.contacts.complaints(about: data).subtracting(Self.seenWhenWritten)
        #expect(complaints.isEmpty, "\(name): \(complaints)")
    }

    /// Of which the recordings of lists and items have shown every kind.
    private static let anything = Shape(of: [["data": [String: Any]()]])
    /// Shapes that only the recordings of writes have.
    private static let seenWhenWritten: Set<String> = [
        "@task.contact: never seen", "@reminder.contact: never seen", "@photo.contact: never seen",
        "@note.contact: never seen", "@document: never seen", "@address.city: null, not [\"string\"]",
        "@gift.url: null, not [\"string\"]", "@gift.comment: null, not [\"string\"]",
        "@gift.amount: null, not [\"string\"]", "@gift.date: string, not [\"null\"]",
        "@call.content: null, not [\"string\"]", "@call.contact_called: null, not [\"bool\"]",
        "@contactfieldtype.fontawesome_icon: null, not [\"string\"]",
    ]

    private static let contacts: Shape = {
        let names = [
            "contacts-limit100", "contact-ada", "contact-archived", "contact-gravatar_null_url",
            "contact-default_empty_url", "contact-me", "contact-photo_deleted", "contact-adorable", "contact-gravatar",
            "contact-single_name",
        ]
        let plain = names.flatMap { (try? Recordings.data($0)) ?? [] }
        let withFields = plain.map { $0.merging(["contactFields": [Any](), "notes": [Any]()]) { old, _ in old } }
        return Shape(of: plain + withFields + ((try? Recordings.data("contact-ada-with-contactfields")) ?? []))
    }()
}
