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
    struct Pair {
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
        if knowsNoGender(write) {
            // The client asks for the number of a word, and there is none: nothing is sent.
            let outcome = outcome(pair.model.answer(.write(write)))
            #expect(outcome == .refused || outcome == .gone, "\(write)")
            return
        }
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
            .gender: data["gender"] as? String, .birthday: day((dates?["birthdate"] as? Object)?["date"]),
            .job: career?["job"] as? String, .company: career?["company"] as? String,
            .food: information?["food_preferences"] as? String,
            .metStory: met?["general_information"] as? String,
            .metOn: day((met?["first_met_date"] as? Object)?["date"]),
            // No answer shows it.
            .metWhere: pair.monica.account.person(number)?.howMet?.place,
        ]
        for (key, value) in seen {
            #expect(value == person.values[key]?.brief, "\(key) of \(number)")
        }
        #expect(data["uuid"] as? String == person.uuid)
        #expect(data["is_dead"] as? Bool == (person.values[.death] != nil))
        let death = day((dates?["deceased_date"] as? Object)?["date"])
        if case .death(let date)? = person.values[.death] { #expect(death == date.map { "born " + $0.brief }) }
        var introducer: Int?
        if case .contact(.remote(let id))? = person.values[.metThrough] { introducer = pair.contacts[id] }
        #expect((met?["first_met_through_contact"] as? Object)?["id"] as? Int == introducer)
        #expect(data["is_me"] as? Bool == (pair.model.me == person.id))
        let rows = data["contactFields"] as? [Object] ?? []
        let fields = rows.compactMap { $0["content"] as? String }
        let labels = rows.map { ($0["labels"] as? [Object] ?? []).compactMap { $0["label"] as? String } }
        let fieldsHere = person.parts.filter { $0.key.kind == .field }.values
        #expect(Set(labels) == Set(fieldsHere.map(\.value.labels)), "labels of \(number)")
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
                        values: Self.values(.person, number, names, &random),
                        reminders: random.chance(0.5) ? [.birthday, .death] : []))
                try Self.write(write, &pair)
            } else {
                try Self.write(Self.someWrite(random.pick(names), number, names, pair, &random), &pair)
            }
            names = pair.contacts.keys.sorted()
        }
    }

    /// Of every account.
    static let genders = ["Man", "Woman", "Rather not say"]

    private static func values(
        _ group: ContactGroup, _ number: Int, _ names: [RemoteID], _ random: inout SeededRandom
    ) -> [ContactKey: ContactValue] {
        var values: [ContactKey: ContactValue] = [.firstName: .text("First\(number)")]
        for key in group.keys where random.chance(0.6) {
            switch key {
            case .birthday where random.chance(0.2): values[key] = ServerModel.bad
            case .birthday, .metOn: values[key] = .day(.date(year: 1_990, month: 2, day: 1 + number % 28))
            case .gender: values[key] = random.chance(0.1) ? ServerModel.badGender : .text(random.pick(genders))
            case .metThrough: values[key] = names.isEmpty ? nil : .contact(.remote(random.pick(names)))
            case .death:
                let day = ContactDay.date(year: 2_020, month: 3, day: 1 + number % 28)
                values[key] = random.chance(0.4) ? .death(random.chance(0.5) ? day : nil) : nil
            default: values[key] = .text("\(key.rawValue)\(number)")
            }
        }
        return values.filter { $0.key.group == group }
    }

    private static func someWrite(
        _ remote: RemoteID, _ number: Int, _ names: [RemoteID], _ pair: Pair, _ random: inout SeededRandom
    ) -> EditWrite {
        let part = pair.parts.isEmpty ? nil : random.pick(pair.parts.keys.sorted { $0.id < $1.id })
        let owner = part.flatMap { part in
            pair.model.people.values.first { $0.parts[part] != nil }.map { RemoteID(String($0.id)) }
        }
        let content = random.chance(0.1) ? ServerModel.badContent : "content\(number)"
        let labels = random.chance(0.5) ? ["label\(number % 3)"] : []
        let field = PartValue.field(FieldValue(type: RemoteID("1"), content: content, labels: labels))
        switch random.fraction() {
        case ..<0.35:
            let group = random.pick(ContactGroup.allCases)
            let reminders: Set<ContactKey> = random.chance(0.5) ? [.birthday, .death, .metOn] : []
            let values = values(group, number, names, &random)
            let changed = Set(group.keys.filter { _ in random.chance(0.6) })
            return .values(remote, group, values, changed: changed, reminders: reminders)
        case ..<0.55: return .addPart(remote, field)
        case ..<0.65: return .addPart(remote, .address(AddressValue(street: "street\(number)")))
        case ..<0.8:
            guard let part, let owner else { return .addTags(remote, ["tag\(number % 3)"]) }
            return part.kind == .field
                ? .changePart(owner, part, field)
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
