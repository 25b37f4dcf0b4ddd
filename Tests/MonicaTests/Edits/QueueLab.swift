import Contacts
import Foundation
import Model
import Network
import TestSupport
import XCTest

@testable import Monica

/// The queue of edits, over the wire to a demo server.
@MainActor
final class QueueLab {
    let lab: EditLab
    let queue: EditQueue
    private let sending: Task<Void, Never>

    init(_ lab: EditLab) async throws {
        self.lab = lab
        let queue = EditQueue(store: lab.store, account: "a", server: lab.server)
        self.queue = queue
        sending = Task { await queue.run() }
        try await lab.readChoices()
    }

    deinit { sending.cancel() }

    /// Stores what the server has of a contact, and what a form would begin with.
    func open(_ id: RemoteID) async throws -> EditableContact {
        let number = try XCTUnwrap(Int(id.rawValue))
        try await lab.store.upsert([try await lab.client.contact(id: number)])
        let contact = try await queue.editable(ContactID(Int64(number)))
        return try XCTUnwrap(contact)
    }

    /// Changes a contact, waits until that is carried out or stuck, and returns the requests of it.
    @discardableResult
    func send(_ changes: ContactChange..., of contact: EditableContact) async throws -> [String] {
        lab.forgetRequests()
        _ = try await queue.store(changes.map { PlannedChange($0) }, of: contact.id)
        return try await sent()
    }

    /// The requests until nothing is on its way any more.
    func sent() async throws -> [String] {
        let limit = ContinuousClock.now + .seconds(20) * sanitizerSlowdown
        while try await queue.edits().contains(where: { $0.state != .refused && $0.state != .conflicting }) {
            guard ContinuousClock.now < limit else {
                XCTFail("still on its way: \(try await queue.edits())")
                break
            }
            try await Task.sleep(for: .milliseconds(1))
        }
        return lab.sent.map { request in
            // Without bodies, and with `$` for numbers.
            request.split(separator: " ").prefix(2).joined(separator: " ").replacing(/\d+/, with: "$")
        }
    }

    /// Whatever the server has of a contact, but what a change there and back may leave behind: times; of what the server
    /// makes anew its numbers, and whether the words are those for somebody dead, of which it knows only what was before; the year that it makes up where none is known; the time in the address of its own initials.
    func image(of id: RemoteID) async throws -> String {
        let contact = try await lab.data("contacts/\(id.rawValue)?with=contactfields")
        let reminders = try await lab.plain(.get, "contacts/\(id.rawValue)/reminders?limit=100").1["data"]
        let unknown = Self.daysWithoutYear(contact)
        let text = try Self.text([
            "contact": Self.cleaned(contact), "reminders": Self.reminders(reminders, daysWithoutYear: unknown),
        ])
        return text.replacing(/(avatars\/[^"?]*)\?[0-9]+/) { String($0.output.1) }
    }

    private static func text(_ object: Any) throws -> String {
        let data = try JSONSerialization.data(
            withJSONObject: object, options: [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes])
        return String(decoding: data, as: UTF8.self)
    }

    private static func cleaned(_ value: Any) -> Any {
        if let list = value as? [Any] { return list.map(cleaned) }
        guard var object = value as? [String: Any] else { return value }
        object["updated_at"] = nil
        // A date without a year is in that of its entry.
        if let day = dayWithoutYear(object) { object["date"] = day }
        return object.mapValues(cleaned)
    }

    private static func dayWithoutYear(_ object: [String: Any]) -> String? {
        guard object["is_year_unknown"] as? Bool == true, let date = object["date"] as? String else { return nil }
        return String(date.dropFirst(4))
    }

    private static func daysWithoutYear(_ value: Any) -> Set<String> {
        guard let object = value as? [String: Any] else { return [] }
        return object.values.reduce(into: Set([dayWithoutYear(object)].compactMap { $0 })) {
            $0.formUnion(daysWithoutYear($1))
        }
    }

    /// In their order by day, since those that were made anew are the last.
    private static func reminders(_ list: Any?, daysWithoutYear: Set<String>) -> [String] {
        (list as? [[String: Any]] ?? []).map { reminder in
            let date = "\(reminder["initial_date"] ?? "")"
            let day = String(date.dropFirst(4))
            let others = ["title", "frequency_type", "frequency_number", "delible", "description"]
            return ([daysWithoutYear.contains(day) ? day : date] + others.map { "\(reminder[$0] ?? "")" })
                .joined(separator: " ").replacing(
                    /Wish happy birthday to (.*) year|On this date, (.*) would have celebrated their birthday year/
                ) { "Birthday of \($0.output.1 ?? $0.output.2 ?? "") year" }
        }.sorted()
    }
}
