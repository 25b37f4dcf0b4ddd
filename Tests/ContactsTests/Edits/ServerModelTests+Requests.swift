import Foundation
import Model

@testable import Contacts

// A write of the client's, as a request of the server.
extension ServerModelTests {
    /// Whether it is about a gender by a word that the account has not.
    static func knowsNoGender(_ write: EditWrite) -> Bool {
        switch write {
        case .create(let creation): creation.values[.gender] == ServerModel.badGender
        case .values(_, .person, let values, let changed, reminders: _):
            changed.contains(.gender) && values[.gender] == ServerModel.badGender
        default: false
        }
    }

    static func sendToMonica(_ write: EditWrite, _ pair: Pair) throws -> (status: Int, object: Object) {
        func contact(_ remote: RemoteID) -> Int { pair.contacts[remote] ?? 0 }
        switch write {
        case .create(let creation):
            var body = person(creation.values, Set(ContactKey.allCases), creation.reminders)
            body["uuid"] = creation.uuid
            return try pair.send("POST", "contacts", body)
        case .values(let remote, .person, let values, let changed, let reminders):
            return try pair.send("PUT", "contacts/\(contact(remote))", person(values, changed, reminders))
        case .values(let remote, .work, let values, changed: _, reminders: _):
            return try pair.send(
                "PUT", "contacts/\(contact(remote))/work",
                ["job": text(values[.job]), "company": text(values[.company])])
        case .values(let remote, .food, let values, changed: _, reminders: _):
            return try pair.send(
                "PUT", "contacts/\(contact(remote))/food", ["food_preferences": text(values[.food])])
        case .values(let remote, .meeting, let values, changed: _, let reminders):
            return try pair.send(
                "PUT", "contacts/\(contact(remote))/introduction", meeting(values, reminders, pair))
        case .addPart(let remote, let value):
            return try pair.send("POST", path(value.kind), part(value, of: contact(remote)))
        case .changePart(let remote, let key, let value):
            return try pair.send("PUT", "\(path(key.kind))/\(pair.parts[key] ?? 0)", part(value, of: contact(remote)))
        case .removePart(_, let key): return try pair.send("DELETE", "\(path(key.kind))/\(pair.parts[key] ?? 0)")
        case .addTags(let remote, let names):
            return try pair.send("POST", "contacts/\(contact(remote))/setTags", ["tags": names])
        case .removeTags(let remote, let tags):
            let names = pair.model.person(remote)?.tags.filter { tags.contains($0.value) }.map(\.key) ?? []
            let there = try tagNumbers(contact(remote), pair).filter { names.contains($0.key) }
            return try pair.send("POST", "contacts/\(contact(remote))/unsetTag", ["tags": Array(there.values)])
        case .me(let remote, let isMe):
            return try pair.send(isMe ? "POST" : "DELETE", "me/contact", ["contact_id": contact(remote)])
        case .delete(let remote): return try pair.send("DELETE", "contacts/\(contact(remote))")
        }
    }

    private static func path(_ kind: PartKind) -> String {
        switch kind {
        case .field: "contactfields"
        case .address: "addresses"
        case .relationship: "relationships"
        }
    }

    private static func text(_ value: ContactValue?) -> Any {
        if case .text(let text)? = value { text } else { NSNull() }
    }

    /// Names and gender are kept where they are left out.
    private static func person(
        _ values: [ContactKey: ContactValue], _ changed: Set<ContactKey>, _ reminders: Set<ContactKey>
    ) -> Object {
        var death: ContactDay?
        if case .death(let day)? = values[.death] { death = day }
        var body: Object = [
            "first_name": text(values[.firstName]), "description": text(values[.description]),
            "is_birthdate_known": values[.birthday] != nil, "is_deceased": values[.death] != nil,
            "is_deceased_date_known": death != nil,
        ]
        if changed.contains(.lastName) { body["last_name"] = text(values[.lastName]) }
        if changed.contains(.nickname) { body["nickname"] = text(values[.nickname]) }
        if changed.contains(.gender) {
            // The server numbers them from 1.
            body["gender_id"] = genders.firstIndex { values[.gender] == .text($0) }.map { $0 + 1 } ?? NSNull()
        }
        // A day that is missing is refused.
        if case .day(let day)? = values[.birthday], values[.birthday] != ServerModel.bad {
            set(day, "birthdate_", reminders.contains(.birthday), &body)
        }
        if let death { set(death, "deceased_date_", reminders.contains(.death), &body) }
        return body
    }

    private static func meeting(
        _ values: [ContactKey: ContactValue], _ reminders: Set<ContactKey>, _ pair: Pair
    ) -> Object {
        var body: Object = [
            "general_information": text(values[.metStory]), "where": text(values[.metWhere]),
            "is_date_known": values[.metOn] != nil, "day": NSNull(), "month": NSNull(), "year": NSNull(),
        ]
        if case .contact(.remote(let other))? = values[.metThrough] {
            body["met_through_contact_id"] = pair.contacts[other] ?? 0
        }
        if case .day(let day)? = values[.metOn] { set(day, "", reminders.contains(.metOn), &body) }
        return body
    }

    private static func set(_ day: ContactDay, _ prefix: String, _ wantsReminder: Bool, _ body: inout Object) {
        guard case .date(let year, let month, let day) = day else { return }
        (body[prefix + "year"], body[prefix + "month"], body[prefix + "day"]) = (year, month, day)
        body[prefix + "add_reminder"] = wantsReminder
    }

    private static func part(_ value: PartValue, of contact: Int) -> Object {
        switch value {
        case .field(let field):
            // Without content it is refused.
            let content = field.content == ServerModel.badContent ? "" : field.content
            let body: Object = ["contact_id": contact, "contact_field_type_id": 1, "data": content]
            return field.labels.isEmpty ? body : body.merging(["labels": field.labels]) { _, new in new }
        case .address(let address): return ["contact_id": contact, "street": address.street ?? ""]
        case .relationship: return ["contact_id": contact]
        }
    }

    static func tagNumbers(_ contact: Int, _ pair: Pair) throws -> [String: Int] {
        let data = try pair.send("GET", "contacts/\(contact)").object["data"] as? Object
        let tags = (data?["tags"] as? [Object] ?? []).compactMap { tag in
            (tag["name"] as? String).flatMap { name in (tag["id"] as? Int).map { (name, $0) } }
        }
        return Dictionary(tags) { first, _ in first }
    }
}
