import Foundation
import Model
import Testing

@testable import Contacts
@testable import DemoServer

/// The checker's server does as the demo server, which does as was recorded of a real one: the same requests leave the
/// same contacts behind.
struct ServerModelTests {
    typealias Object = [String: Any]

    /// Both servers, and the names that each gave to the same thing.
    private struct Pair {
        let monica: Monica
        var model = ServerModel()
        /// The demo server's numbers, by the model's.
        var contacts: [RemoteID: Int] = [:]
        var parts: [RemotePart: Int] = [:]
        var time = 1_795_237_200.0

        init() {
            var configuration = DemoServerConfiguration(contacts: 0, rateLimit: nil)
            configuration.token = "secret"
            monica = Monica(configuration, today: Timestamp(seconds: Int(time)))
            model.now = time
        }

        func send(_ method: String, _ target: String, _ body: Object = [:]) throws -> (status: Int, object: Object) {
            let parts = target.split(separator: "?", maxSplits: 1).map(String.init)
            let request = Request(
                method: method, path: "/api/" + parts[0], query: parts.count > 1 ? parts[1] : nil,
                headers: [
                    ("Host", "127.0.0.1:1"), ("Authorization", "Bearer secret"), ("Accept", "application/json"),
                    ("Content-Type", "application/json"),
                ], body: try JSONSerialization.data(withJSONObject: body))
            let response = monica.respond(to: request, at: time)
            let object = try JSONSerialization.jsonObject(with: response.body, options: .fragmentsAllowed)
            return (response.status, object as? Object ?? [:])
        }
    }

    /// What a request comes to.
    private enum Outcome: Equatable { case done, refused, gone, failed }

    private static func outcome(_ answer: EditAnswer) -> Outcome {
        switch answer {
        case .done: .done
        case .refused: .refused
        case .gone, .goneOrPersonGone: .gone
        default: .failed
        }
    }

    /// The server says in two ways that something is not there.
    private static func outcome(_ status: Int, _ object: Object) -> Outcome {
        let message = ((object["error"] as? Object)?["message"] as? [String])?.joined() ?? ""
        switch status {
        case 200..<300: return .done
        case 404: return .gone
        case 422: return message.contains("The selected") ? .gone : .refused
        default: return .failed
        }
    }

    // The same write to both.

    private static func write(_ write: EditWrite, _ pair: inout Pair) throws {
        let (status, object) = try sendToMonica(write, pair)
        let answer = pair.model.answer(.write(write))
        #expect(outcome(answer) == outcome(status, object), "\(write): \(answer), \(status) \(object)")
        let number = (object["data"] as? Object)?["id"] as? Int
        switch write {
        case .create:
            // Also a refused one has made the contact.
            let newest = try pair.send("GET", "contacts?sort=-created_at&limit=100").object["data"] as? [Object]
            let new = newest?.compactMap { $0["id"] as? Int }.first { !pair.contacts.values.contains($0) }
            let made = pair.model.people.keys.map { RemoteID(String($0)) }.first { pair.contacts[$0] == nil }
            if let made, let new { pair.contacts[made] = new }
        case .addPart(_, let value):
            if case .done(_, let made?) = answer { pair.parts[RemotePart(value.kind, made)] = number }
        default: break
        }
        for (remote, number) in pair.contacts { try compare(remote, number, pair) }
    }

    private static func sendToMonica(_ write: EditWrite, _ pair: Pair) throws -> (status: Int, object: Object) {
        func contact(_ remote: RemoteID) -> Int { pair.contacts[remote] ?? 0 }
        switch write {
        case .create(let creation):
            var body = person(creation.values, creation.reminders)
            body["uuid"] = creation.uuid
            return try pair.send("POST", "contacts", body)
        case .values(let remote, .person, let values, changed: _, let reminders):
            return try pair.send("PUT", "contacts/\(contact(remote))", person(values, reminders))
        case .values(let remote, .work, let values, changed: _, reminders: _):
            return try pair.send(
                "PUT", "contacts/\(contact(remote))/work",
                ["job": text(values[.job]), "company": text(values[.company])])
        case .values(let remote, .food, let values, changed: _, reminders: _):
            return try pair.send(
                "PUT", "contacts/\(contact(remote))/food", ["food_preferences": text(values[.food])])
        case .values(let remote, .meeting, let values, changed: _, let reminders):
            return try pair.send(
                "PUT", "contacts/\(contact(remote))/introduction", meeting(values, reminders))
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

    private static func person(_ values: [ContactKey: ContactValue], _ reminders: Set<ContactKey>) -> Object {
        var body: Object = [
            "first_name": text(values[.firstName]), "last_name": text(values[.lastName]),
            "nickname": text(values[.nickname]), "description": text(values[.description]),
            "is_birthdate_known": values[.birthday] != nil, "is_deceased": values[.death] != nil,
            "is_deceased_date_known": false,
        ]
        switch values[.birthday] {
        // A day that is missing is refused.
        case ServerModel.bad?: break
        case .day(.date(let year, let month, let day))?:
            (body["birthdate_year"], body["birthdate_month"], body["birthdate_day"]) = (year, month, day)
            body["birthdate_add_reminder"] = reminders.contains(.birthday)
        default: break
        }
        return body
    }

    private static func meeting(_ values: [ContactKey: ContactValue], _ reminders: Set<ContactKey>) -> Object {
        var body: Object = [
            "general_information": text(values[.metStory]), "where": text(values[.metWhere]),
            "is_date_known": values[.metOn] != nil, "day": NSNull(), "month": NSNull(), "year": NSNull(),
            "add_reminder": reminders.contains(.metOn),
        ]
        if case .day(.date(let year, let month, let day))? = values[.metOn] {
            (body["year"], body["month"], body["day"]) = (year, month, day)
        }
        return body
    }

    private static func part(_ value: PartValue, of contact: Int) -> Object {
        switch value {
        case .field(let field):
            // Without content it is refused.
            let content = field.content == ServerModel.badContent ? "" : field.content
            return ["contact_id": contact, "contact_field_type_id": 1, "data": content]
        case .address(let address): return ["contact_id": contact, "street": address.street ?? ""]
        case .relationship: return ["contact_id": contact]
        }
    }

    private static func tagNumbers(_ contact: Int, _ pair: Pair) throws -> [String: Int] {
        let data = try pair.send("GET", "contacts/\(contact)").object["data"] as? Object
        let tags = (data?["tags"] as? [Object] ?? []).compactMap { tag in
            (tag["name"] as? String).flatMap { name in (tag["id"] as? Int).map { (name, $0) } }
        }
        return Dictionary(tags) { first, _ in first }
    }

    // The same contact on both.

    private static func compare(_ remote: RemoteID, _ number: Int, _ pair: Pair) throws {
        let (status, object) = try pair.send("GET", "contacts/\(number)?with=contactfields")
        guard let person = pair.model.person(remote) else {
            #expect(status == 404)
            return
        }
        let data = try #require(object["data"] as? Object)
        let information = data["information"] as? Object
        let dates = information?["dates"] as? Object
        let career = information?["career"] as? Object
        let met = information?["how_you_met"] as? Object
        let seen: [ContactKey: String?] = [
            .firstName: data["first_name"] as? String, .lastName: data["last_name"] as? String,
            .nickname: data["nickname"] as? String, .description: data["description"] as? String,
            .birthday: day((dates?["birthdate"] as? Object)?["date"]),
            .job: career?["job"] as? String, .company: career?["company"] as? String,
            .food: information?["food_preferences"] as? String,
            .metStory: met?["general_information"] as? String,
            .metOn: day((met?["first_met_date"] as? Object)?["date"]),
        ]
        for (key, value) in seen {
            #expect(value == person.values[key]?.brief, "\(key) of \(number)")
        }
        #expect(data["uuid"] as? String == person.uuid)
        #expect(data["is_dead"] as? Bool == (person.values[.death] != nil))
        #expect(data["is_me"] as? Bool == (pair.model.me == person.id))
        let fields = (data["contactFields"] as? [Object] ?? []).compactMap { $0["content"] as? String }
        let addresses = (data["addresses"] as? [Object] ?? []).compactMap { $0["street"] as? String }
        #expect((fields + addresses).sorted() == person.parts.values.map(\.value.brief).sorted())
        #expect(Set(try tagNumbers(number, pair).keys) == Set(person.tags.keys))
        let reminders = try pair.send("GET", "contacts/\(number)/reminders").object["data"] as? [Object]
        #expect(reminders?.count == person.reminders.count, "reminders of \(number)")
    }

    private static func day(_ value: Any?) -> String? {
        guard let text = value as? String else { return nil }
        let numbers = text.prefix(10).split(separator: "-").compactMap { Int($0) }
        return "born " + numbers.map(String.init).joined(separator: "-")
    }

    /// Many writes in an order by a seed, also to contacts and parts that are not there any more.
    @Test(arguments: 0..<20)
    func bothServersDoTheSame(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var pair = Pair()
        var names: [RemoteID] = []
        for number in 0..<60 {
            pair.time += 7
            pair.model.now = pair.time
            if names.count < 2 || random.chance(0.1) {
                let write = EditWrite.create(
                    ContactCreation(
                        uuid: "00000000-0000-4000-8000-0000000\(10_000 + number)",
                        values: Self.values(.person, number, &random),
                        reminders: random.chance(0.5) ? [.birthday] : []))
                try Self.write(write, &pair)
            } else {
                try Self.write(Self.someWrite(random.pick(names), number, pair, &random), &pair)
            }
            names = pair.contacts.keys.sorted()
        }
    }

    private static func values(
        _ group: ContactGroup, _ number: Int, _ random: inout SeededRandom
    ) -> [ContactKey: ContactValue] {
        var values: [ContactKey: ContactValue] = [.firstName: .text("First\(number)")]
        for key in group.keys where key != .gender && key != .metThrough && random.chance(0.6) {
            switch key {
            case .birthday where random.chance(0.2): values[key] = ServerModel.bad
            case .birthday, .metOn: values[key] = .day(.date(year: 1_990, month: 2, day: 1 + number % 28))
            case .death: values[key] = random.chance(0.2) ? .death(nil) : nil
            default: values[key] = .text("\(key.rawValue)\(number)")
            }
        }
        return values.filter { $0.key.group == group }
    }

    private static func someWrite(
        _ remote: RemoteID, _ number: Int, _ pair: Pair, _ random: inout SeededRandom
    ) -> EditWrite {
        let part = pair.parts.isEmpty ? nil : random.pick(pair.parts.keys.sorted { $0.id < $1.id })
        let owner = part.flatMap { part in
            pair.model.people.values.first { $0.parts[part] != nil }.map { RemoteID(String($0.id)) }
        }
        let content = random.chance(0.1) ? ServerModel.badContent : "content\(number)"
        switch random.fraction() {
        case ..<0.35:
            let group = random.pick(ContactGroup.allCases)
            let reminders: Set<ContactKey> = random.chance(0.5) ? [.birthday, .metOn] : []
            return .values(remote, group, values(group, number, &random), changed: [], reminders: reminders)
        case ..<0.55: return .addPart(remote, .field(FieldValue(type: RemoteID("1"), content: content)))
        case ..<0.65: return .addPart(remote, .address(AddressValue(street: "street\(number)")))
        case ..<0.8:
            guard let part, let owner else { return .addTags(remote, ["tag\(number % 3)"]) }
            return part.kind == .field
                ? .changePart(owner, part, .field(FieldValue(type: RemoteID("1"), content: content)))
                : .changePart(owner, part, .address(AddressValue(street: "street\(number)")))
        case ..<0.87: return part.map { .removePart(remote, $0) } ?? .me(remote, true)
        case ..<0.91: return .addTags(remote, ["tag\(number % 3)", "Other"])
        case ..<0.94:
            guard let tags = pair.model.person(remote)?.tags.values.sorted(), let tag = tags.first else {
                return .me(remote, true)
            }
            return .removeTags(remote, [tag])
        case ..<0.97: return .me(remote, random.chance(0.7))
        default: return .delete(remote)
        }
    }
}
