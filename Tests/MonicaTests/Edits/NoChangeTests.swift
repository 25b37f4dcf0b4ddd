import Foundation
import Model
import Network
import TestSupport
import XCTest

@testable import Contacts
@testable import Monica

/// A value that is set changes nothing else, and changed back it leaves the contact as it was.
final class NoChangeTests: XCTestCase {
    func testRecordedContactsThereAndBack() {
        onMainLoop(limit: .seconds(600)) {
            let lab = try await EditLab()
            let recorded = try await Recorded.copyAll(to: lab)
            XCTAssertGreaterThan(recorded.count, 40)
            for place in stride(from: 0, to: recorded.count, by: Self.step) {
                try await Self.thereAndBack(recorded[place], place, lab)
            }
        }
    }

    func testDemoContactsThereAndBack() {
        onMainLoop(limit: .seconds(600)) {
            let lab = try await EditLab(contacts: 25)
            for id in stride(from: 1, through: 25, by: Self.step) {
                try await Self.thereAndBack(RemoteID(String(id)), id, lab)
            }
        }
    }

    /// The usual run tries a fifteenth of the contacts; 15 is not a factor of the eighths below.
    private static var step: Int { ProcessInfo.processInfo.environment["CAMEO_TESTS"] == "usual" ? 15 : 1 }

    /// Each contact has some of its slots changed, together all of them; with CAMEO_EDITS=all each has all.
    @MainActor
    private static func thereAndBack(_ remote: RemoteID, _ place: Int, _ lab: EditLab) async throws {
        let isThorough = ProcessInfo.processInfo.environment["CAMEO_EDITS"] == "all"
        let contact = try await lab.open(remote)
        let former = try await image(of: remote, lab)
        // The server cannot keep such a day.
        let moved = ContactKey.allCases.filter {
            contact.copy[.value($0)]?.contactValue?.remindableDay == .monthDay(month: 2, day: 29)
        }
        var changes: [SlotState] = [.tag("there")]
        for (number, key) in ContactKey.allCases.enumerated()
        where (isThorough || number % 8 == place % 8) && key.isReadable
            && !moved.contains(where: { $0.group == key.group })
        {
            changes.append(
                SlotState(.value(key), other(than: contact.copy[.value(key)]?.contactValue, for: key, remote)))
        }
        for (slot, value) in contact.copy.values where isThorough || place % 3 == 0 {
            guard case .part(let part) = value, part.kind != .reminder else { continue }
            changes.append(SlotState(slot, .part(other(than: part))))
        }
        for change in changes {
            let before = lab.contacts[contact.id]?.copy[change.slot]
            try await lab.save(change, of: contact.id)
            let there = difference(former, try await image(of: remote, lab))
            XCTAssertFalse(there.isEmpty, "\(change.slot) of \(remote)")
            let fresh = try await lab.open(remote).copy
            let others = Set(fresh.values.keys).union(contact.copy.values.keys).filter { slot in
                let isOfDeath = change.slot == .value(.death) && slot.list == .parts(.reminder)
                return slot != change.slot && !isOfDeath && fresh[slot] != contact.copy[slot]
            }
            XCTAssertEqual(others, [], "\(change.slot) of \(remote)")
            try await lab.save(SlotState(change.slot, before), of: contact.id)
            let back = difference(former, try await image(of: remote, lab))
            XCTAssertEqual(back, [], "\(change.slot) of \(remote)")
        }
        XCTAssertEqual(lab.contacts[contact.id]?.rows, [:])
        XCTAssertEqual(lab.contacts[contact.id]?.notices, [])
    }

    private static func difference(_ first: String, _ second: String) -> [String] {
        second.split(separator: "\n").difference(from: first.split(separator: "\n")).map { "\($0)" }
    }

    private static func other(than value: ContactValue?, for key: ContactKey, _ id: RemoteID) -> SlotValue? {
        switch key {
        case .birthday, .metOn: .value(.day(.date(year: 1999, month: 6, day: 7)))
        case .death:
            value == .death(nil) ? nil : .value(.death(value.flatMap { _ in .date(year: 1999, month: 6, day: 7) }))
        case .metThrough: value == nil ? .value(.contact(.remote(id))) : nil
        case .gender: .value(.text(value == .text("Man") ? "Woman" : "Man"))
        default: .value(.text("Another"))
        }
    }

    private static func other(than value: PartValue) -> PartValue {
        switch value {
        case .field(var field):
            field.content = "another"
            return .field(field)
        case .address(var address):
            address.street = "Another Street"
            return .address(address)
        case .relationship(var relationship):
            relationship.type = RemoteID(relationship.type == RemoteID("friend") ? "cousin" : "friend")
            return .relationship(relationship)
        default: return value
        }
    }

    /// All that the server has of a contact, but for times, the numbers of reminders, and the year of days without one.
    @MainActor
    private static func image(of id: RemoteID, _ lab: EditLab) async throws -> String {
        let contact = try await lab.data("contacts/\(id.rawValue)?with=contactfields")
        let days = daysWithoutYear(contact)
        let reminders = try await lab.list("contacts/\(id.rawValue)/reminders?limit=100").map { reminder in
            let date = "\(reminder["initial_date"] ?? "")"
            let day = days.contains(String(date.dropFirst(4))) ? String(date.dropFirst(4)) : date
            let others = ["title", "frequency_type", "frequency_number", "delible", "description"]
            return ([day] + others.map { "\(reminder[$0] ?? "")" }).joined(separator: " ")
                // Alive or dead, by the order in which the server learnt of it.
                .replacing(
                    /Wish happy birthday to (.*) year|On this date, (.*) would have celebrated their birthday year/
                ) {
                    "Birthday of \($0.output.1 ?? $0.output.2 ?? "") year"
                }
        }
        let data = try JSONSerialization.data(
            withJSONObject: ["contact": cleaned(contact), "reminders": reminders.sorted()],
            options: [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes])
        return String(decoding: data, as: UTF8.self).replacing(/(avatars\/[^"?]*)\?[0-9]+/) { String($0.output.1) }
    }

    private static func cleaned(_ value: Any) -> Any {
        if let list = value as? [Any] { return list.map(cleaned) }
        guard var object = value as? EditLab.Object else { return value }
        object["updated_at"] = nil
        if let day = dayWithoutYear(object) { object["date"] = day }
        return object.mapValues(cleaned)
    }

    private static func dayWithoutYear(_ object: EditLab.Object) -> String? {
        guard object["is_year_unknown"] as? Bool == true, let date = object["date"] as? String else { return nil }
        return String(date.dropFirst(4))
    }

    private static func daysWithoutYear(_ value: Any) -> Set<String> {
        guard let object = value as? EditLab.Object else { return [] }
        return object.values.reduce(into: Set([dayWithoutYear(object)].compactMap(\.self))) {
            $0.formUnion(daysWithoutYear($1))
        }
    }
}

/// Contacts that a real server had, made anew on a demo server.
@MainActor
enum Recorded {
    static func copyAll(to lab: EditLab) async throws -> [RemoteID] {
        var contacts: [RemoteID: MonicaContact] = [:]
        for answer in try RecordedAnswer.all() where answer.status == 200 && answer.path.hasPrefix("/api/contacts") {
            guard let data = JSONText.members(of: answer.body)?["data"] else { continue }
            let list = try? JSONText.elements(of: data, atMost: 1_000)
            for json in (list ?? nil) ?? [data] {
                // Contacts without their fields are read all the same.
                guard let object = JSONObject(parsing: json), object.string("object") == "contact",
                    let contact = MonicaContact(object, copy: json), object.bool("is_active", or: true)
                else { continue }
                if contacts[contact.id].map({ $0.parts.count < contact.parts.count }) ?? true {
                    contacts[contact.id] = contact
                }
            }
        }
        var copies: [RemoteID] = []
        for contact in contacts.values.sorted(by: { $0.id < $1.id }) { copies.append(try await copy(contact, to: lab)) }
        return copies
    }

    /// As "Create Again" makes it.
    private static func copy(_ contact: MonicaContact, to lab: EditLab) async throws -> RemoteID {
        var states = contact.tags.keys.map { SlotState.tag($0) }
        var values = contact.values
        values[.firstName] = values[.firstName] ?? .text("Nobody")
        values[.metThrough] = nil
        if ![.text("Man"), .text("Woman")].contains(values[.gender]) { values[.gender] = nil }
        for (key, value) in values {
            states.append(SlotState(.value(key), .value(value)))
            if value.remindableDay != nil { states.append(.reminder(key)) }
        }
        for part in contact.parts {
            var value = part.value
            if case .address(var address) = value {
                (address.latitude, address.longitude) = (48.85, -2.35)
                value = .address(address)
            } else if case .relationship = value {
                let other = try await lab.makeContact("Relative")
                value = .relationship(RelationshipValue(type: RemoteID("parent"), other: .remote(other)))
            }
            states.append(lab.part(value))
        }
        let id = lab.create(UUID().uuidString, states)
        try await lab.send(id)
        let made = try XCTUnwrap(lab.contacts[id])
        XCTAssertEqual(made.rows, [:], "\(contact.id)")
        // Not every year has 29 February.
        let leapDay = ContactDay.monthDay(month: 2, day: 29)
        for state in states where state.value?.contactValue?.remindableDay != leapDay {
            XCTAssert(
                lab.server.planner.isSame(made.copy[state.slot], state.value, in: state.slot),
                "\(contact.id): \(state)")
        }
        // It is opened as a contact that came from the server.
        lab.contacts[id] = nil
        return try XCTUnwrap(made.remote)
    }
}
