import Contacts
import DemoServer
import Foundation
import Model
import Network
import TestSupport
import XCTest

@testable import Monica

/// Who changes nothing sends nothing; a change there and back leaves a contact as it was.
final class NoChangeTests: XCTestCase {
    /// Each contact's values as they are, as a form would send them.
    func testWhatNobodyChangedIsNotSent() throws {
        onMainLoop(limit: .seconds(120)) {
            let lab = try await QueueLab(EditLab(contacts: 30))
            let recorded = try await Recorded.copyAll(to: lab.lab)
            XCTAssertGreaterThan(recorded.count, 40)
            for id in recorded + (1...30).map({ RemoteID(String($0)) }) {
                let contact = try await lab.open(id)
                var changes: [ContactChange] = ContactGroup.allCases.map { group in
                    let keys = group.keys.filter(\.isReadable)
                    let deltas = keys.map { ($0, Delta(before: contact.values[$0], after: contact.values[$0])) }
                    return .values(ValueChange(group: group, deltas: Dictionary(uniqueKeysWithValues: deltas)))
                }
                changes += contact.parts.map { part in
                    .part(PartChange(kind: part.kind, part: part.part, before: part.value, after: part.value))
                }
                changes += [.addTags(contact.tags), .me(contact.isMe)]
                lab.lab.forgetRequests()
                _ = try await lab.queue.store(changes.map { PlannedChange($0) }, of: contact.id)
                let sent = try await lab.sent()
                XCTAssertEqual(sent.filter { !$0.hasPrefix("GET ") }, [], "\(id)")
                let left = try await lab.queue.edits()
                XCTAssertEqual(left, [], "\(id)")
            }
        }
    }

    /// Each contact has some of its values changed, together all of them; with CAMEO_EDITS=all each has all.
    func testRecordedContactsThereAndBack() throws {
        onMainLoop(limit: .seconds(600)) {
            let lab = try await QueueLab(EditLab())
            for (place, id) in try await Recorded.copyAll(to: lab.lab).enumerated() {
                try await Self.thereAndBack(id, place, lab)
            }
        }
    }

    func testDemoContactsThereAndBack() throws {
        onMainLoop(limit: .seconds(600)) {
            let lab = try await QueueLab(EditLab(contacts: 25))
            for id in 1...25 { try await Self.thereAndBack(RemoteID(String(id)), id, lab) }
        }
    }

    /// Changes values of a contact, one after the other, parts and tags, and changes all back.
    @MainActor
    private static func thereAndBack(_ id: RemoteID, _ place: Int, _ lab: QueueLab) async throws {
        let contact = try await lab.open(id)
        let image = try await lab.image(of: id)
        let me = try await lab.lab.data("me")["me_contact"]
        for change in Self.changes(of: contact, place, isAnotherMe: !contact.isMe && me is [String: Any]) {
            try await lab.send(change.there, of: contact)
            let changed = try await lab.image(of: id)
            XCTAssertNotEqual(changed, image, "\(change.what) of \(id)")
            try await lab.send(change.back, of: contact)
            let back = try await lab.image(of: id)
            expectSame(back, image, "\(change.what) of \(id)")
        }
        // Nor is anything told that was not meant so.
        let left = try await lab.queue.waiting()
        XCTAssertEqual(left, [], "\(id)")
    }

    private struct Change {
        let what: String
        let there: ContactChange
        let back: ContactChange
    }

    private static func changes(of contact: EditableContact, _ place: Int, isAnotherMe: Bool) -> [Change] {
        let isThorough = ProcessInfo.processInfo.environment["CAMEO_EDITS"] == "all"
        let keys = ContactKey.allCases.enumerated().filter { number, key in
            // Such a day moves with any change of its group, which a form says before: the server cannot keep it.
            (isThorough || number % 8 == place % 8) && key.isReadable && !contact.hasMovingDay(in: key.group)
        }
        var changes = keys.map { _, key in
            let (old, new) = (contact.values[key], Self.other(than: contact.values[key], for: key, of: contact.remote))
            return Change(what: key.rawValue, there: change(key, old, new), back: change(key, new, old))
        }
        for (number, part) in contact.parts.enumerated() where isThorough || (number + place) % 6 == 0 {
            let other = Self.other(than: part.value)
            func change(_ before: PartValue, _ after: PartValue) -> ContactChange {
                .part(PartChange(kind: part.kind, part: part.part, before: before, after: after))
            }
            changes.append(
                Change(what: "\(part.value)", there: change(part.value, other), back: change(other, part.value)))
        }
        if isThorough || place % 6 == 0 {
            changes.append(Change(what: "tags", there: .addTags(["there"]), back: .removeTags(["there"])))
            // It takes that away from another.
            if isAnotherMe { return changes }
            changes.append(Change(what: "me", there: .me(!contact.isMe), back: .me(contact.isMe)))
        }
        return changes
    }

    /// Says only where two images differ.
    private static func expectSame(_ image: String, _ before: String, _ what: String) {
        let difference = image.split(separator: "\n").difference(from: before.split(separator: "\n"))
        let lines = difference.map { change in
            switch change {
            case .insert(_, let line, _): "+\(line)"
            case .remove(_, let line, _): "-\(line)"
            }
        }
        XCTAssertEqual(lines, [], what)
    }

    private static func change(_ key: ContactKey, _ before: ContactValue?, _ after: ContactValue?) -> ContactChange {
        .values(ValueChange(group: key.group, deltas: [key: Delta(before: before, after: after)]))
    }

    private static func other(than value: ContactValue?, for key: ContactKey, of id: RemoteID?) -> ContactValue? {
        switch key {
        // A reminder of a day goes along to the other day, and comes back.
        case .birthday, .metOn: .day(.date(year: 1999, month: 6, day: 7))
        case .death: value == .death(nil) ? nil : .death(value.flatMap { _ in .date(year: 1999, month: 6, day: 7) })
        case .metThrough: value == nil ? id.map { .contact(.remote($0)) } : nil
        case .gender: value == .text("Man") ? .text("Woman") : .text("Man")
        default: .text("Another")
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
        }
    }
}

extension EditableContact {
    fileprivate func hasMovingDay(in group: ContactGroup) -> Bool {
        values.contains { key, value in
            key.group == group && value.remindableDay == .monthDay(month: 2, day: 29)
        }
    }
}

/// Contacts that a real server had, made anew on a demo server by plain requests.
@MainActor
enum Recorded {
    typealias Body = EditLab.Body

    static func contacts() throws -> [ServerContact] {
        var contacts: [RemoteID: ServerContact] = [:]
        for answer in try RecordedAnswer.all() where answer.status == 200 && answer.path.hasPrefix("/api/contacts") {
            guard let data = JSONText.members(of: answer.body)?["data"] else { continue }
            let list = try? JSONText.elements(of: data, atMost: 1_000)
            for json in (list ?? nil) ?? [data] {
                // Those without their fields are read all the same.
                guard let object = try? JSONObject(parsing: json), object.string("object") == "contact",
                    let contact = ServerContact(object, copy: json)
                else { continue }
                if contacts[contact.id].map({ $0.parts.count < contact.parts.count }) ?? true {
                    contacts[contact.id] = contact
                }
            }
        }
        return contacts.values.filter { $0.isActive }.sorted { $0.id < $1.id }
    }

    static func copyAll(to lab: EditLab) async throws -> [RemoteID] {
        var copies: [RemoteID] = []
        for contact in try contacts() { copies.append(try await copy(contact, to: lab)) }
        return copies
    }

    private static func text(_ contact: ServerContact, _ key: ContactKey) -> String? {
        if case .text(let text)? = contact.values[key] { text } else { nil }
    }

    private static func copy(_ contact: ServerContact, to lab: EditLab) async throws -> RemoteID {
        let genders = ["Man": 1, "Woman": 2, "Rather not say": 3]
        var body: Body = [
            "last_name": text(contact, .lastName), "nickname": text(contact, .nickname), "middle_name": "Middle",
            "description": text(contact, .description), "gender_id": text(contact, .gender).flatMap { genders[$0] },
        ]
        if case .day(let day)? = contact.values[.birthday] {
            body["is_birthdate_known"] = true
            body.merge(Self.day(day, "birthdate_")) { $1 }
            body["birthdate_add_reminder"] = true
        }
        if case .death(let day)? = contact.values[.death] {
            body["is_deceased"] = true
            body["is_deceased_date_known"] = day != nil
            if let day { body.merge(Self.day(day, "deceased_date_")) { $1 } }
            body["deceased_date_add_reminder"] = true
        }
        let id = try await lab.makeContact(text(contact, .firstName) ?? "Nobody", body)
        let path = "contacts/\(id.rawValue)"
        let number = Int(id.rawValue) ?? 0
        try await lab.plain(.put, path + "/work", ["job": text(contact, .job), "company": text(contact, .company)])
        try await lab.plain(.put, path + "/food", ["food_preferences": text(contact, .food)])
        var meeting: Body = ["general_information": text(contact, .metStory), "is_date_known": false]
        if case .day(let day)? = contact.values[.metOn] {
            meeting["is_date_known"] = true
            meeting.merge(Self.day(day, "")) { $1 }
            // The key has to be there.
            if meeting["year"] == nil { meeting["year"] = 0 }
            meeting["add_reminder"] = true
        }
        try await lab.plain(.put, path + "/introduction", meeting)
        for part in contact.parts.sorted(by: { $0.key.id < $1.key.id }) {
            switch part.value.value {
            case .field(let field):
                _ = try await lab.make(
                    "contactfields",
                    [
                        "contact_id": number, "contact_field_type_id": Int(field.type.rawValue) ?? 1,
                        "data": field.content, "labels": field.labels,
                    ])
            case .address(let address):
                _ = try await lab.make(
                    "addresses",
                    [
                        "contact_id": number, "name": address.name, "street": address.street, "city": address.city,
                        "province": address.province, "postal_code": address.postalCode,
                        "country": address.country, "latitude": 48.85, "longitude": -2.35,
                    ])
            case .relationship:
                let other = try await lab.makeContact("Relative")
                _ = try await lab.make(
                    "relationships",
                    ["contact_is": number, "of_contact": Int(other.rawValue) ?? 0, "relationship_type_id": 8])
            }
        }
        if !contact.tags.isEmpty {
            try await lab.plain(.post, path + "/setTags", ["tags": contact.tags.keys.sorted()])
        }
        return id
    }

    private static func day(_ day: ContactDay, _ prefix: String) -> Body {
        switch day {
        case .date(let year, let month, let day):
            [prefix + "year": year, prefix + "month": month, prefix + "day": day]
        case .monthDay(let month, let day): [prefix + "month": month, prefix + "day": day]
        case .year(let year):
            [prefix + "is_age_based": true, prefix + "age": Calendar.current.component(.year, from: .now) - year]
        }
    }
}
