public import Contacts
public import Foundation
import Model

extension ServerContact {
    /// What can be edited of a contact, as the server sends it: one JSON object, asked for with its fields.
    ///
    /// Nil for what cannot be read; also for a contact without its list of fields, of which nobody can say what it lacks.
    /// A partial contact has none.
    public init?(json: Data) {
        guard let object = try? JSONObject(parsing: json),
            object.fields["contactFields"] is [Any] || object.bool("is_partial")
        else { return nil }
        self.init(object, copy: json)
    }

    init?(_ object: JSONObject, copy: Data) {
        guard let id = object.remoteID else { return nil }
        self.init(id: id)
        self.copy = copy
        uuid = object.string("uuid")
        createdAt = object.date("created_at")
        isActive = object.bool("is_active", or: true)
        isPartial = object.bool("is_partial")
        isMe = object.bool("is_me")
        readValues(object)
        readParts(object)
        for tag in object.objects("tags") {
            if let name = tag.string("name"), let id = tag.remoteID { tags[name] = id }
        }
    }

    private mutating func readValues(_ object: JSONObject) {
        let information = object.object("information")
        // Partial contacts have their dates one level higher.
        let dates = information?.object("dates") ?? information
        let career = information?.object("career")
        let meeting = information?.object("how_you_met")
        let texts: [ContactKey: String?] = [
            .firstName: object.string("first_name"), .lastName: object.string("last_name"),
            .nickname: object.string("nickname"), .gender: object.string("gender"),
            .description: object.string("description"), .job: career?.string("job"),
            .company: career?.string("company"), .food: information?.string("food_preferences"),
            .metStory: meeting?.string("general_information"),
        ]
        for (key, text) in texts { values[key] = .text(trimming: text) }
        values[.birthday] = ContactDay(dates?.object("birthdate")).map { .day($0) }
        values[.metOn] = ContactDay(meeting?.object("first_met_date")).map { .day($0) }
        if object.bool("is_dead") { values[.death] = .death(ContactDay(dates?.object("deceased_date"))) }
        values[.metThrough] = meeting?.object("first_met_through_contact")?.remoteID.map { .contact(.remote($0)) }
    }

    private mutating func readParts(_ object: JSONObject) {
        for field in object.objects("contactFields") {
            guard let id = field.remoteID, let type = field.object("contact_field_type")?.remoteID else { continue }
            let value = FieldValue(
                type: type, content: field.string("content") ?? "",
                labels: field.objects("labels").compactMap(FieldLabel.word))
            parts[RemotePart(.field, id)] = ServerPart(value: .field(value), createdAt: field.date("created_at"))
        }
        for address in object.objects("addresses") {
            guard let id = address.remoteID else { continue }
            parts[RemotePart(.address, id)] = ServerPart(
                value: .address(AddressValue(address)), createdAt: address.date("created_at"))
        }
        let groups = object.object("information")?.object("relationships")
        for group in groups?.fields.keys.sorted() ?? [] {
            for entry in groups?.object(group)?.objects("contacts") ?? [] {
                guard let relationship = entry.object("relationship"), let id = relationship.remoteID,
                    let type = relationship.string("name"), let other = entry.object("contact")?.remoteID
                else { continue }
                let value = RelationshipValue(type: RemoteID(type), other: .remote(other))
                parts[RemotePart(.relationship, id)] = ServerPart(
                    value: .relationship(value), createdAt: relationship.date("created_at"))
            }
        }
    }
}

extension AddressValue {
    fileprivate init(_ object: JSONObject) {
        let country = object.object("country")
        self.init(
            name: object.string("name"), street: object.string("street"), city: object.string("city"),
            province: object.string("province"), postalCode: object.string("postal_code"),
            country: (country?.string("iso") ?? country?.string("id"))?.uppercased())
    }
}

extension ContactDay {
    fileprivate init?(_ object: JSONObject?) {
        guard let date = SpecialDate(object) else { return nil }
        if date.isAgeBased, let year = date.year {
            self = .year(year)
        } else if let year = date.year {
            self = .date(year: year, month: date.month, day: date.day)
        } else {
            self = .monthDay(month: date.month, day: date.day)
        }
    }
}

/// What parts have that no form shows: what the server erases where a change leaves it out, and its own spelling of things.
struct HiddenParts: Hashable, Sendable {
    struct Address: Hashable, Sendable {
        var latitude: Double?
        var longitude: Double?
        var country: String?
    }

    struct Field: Hashable, Sendable {
        /// The keys of the server's own, the words of others.
        var labels: [String]
        /// The server's keys of them, and of their words in the language of the account: an earlier version kept these.
        var keys: [String: String]
    }

    var addresses: [RemoteID: Address] = [:]
    var fields: [RemoteID: Field] = [:]

    init() {}

    init(_ contact: JSONObject) {
        for address in contact.objects("addresses") {
            guard let id = address.remoteID else { continue }
            addresses[id] = Address(
                latitude: address.double("latitude"), longitude: address.double("longitude"),
                country: address.object("country")?.string("id"))
        }
        for field in contact.objects("contactFields") {
            guard let id = field.remoteID else { continue }
            let labels = field.objects("labels")
            let keys = labels.flatMap { label in
                [FieldLabel.word(label), label.string("label")].compactMap { word in
                    word.map { ($0, label.string("type") ?? $0) }
                }
            }
            fields[id] = Field(
                labels: labels.compactMap(FieldLabel.word), keys: Dictionary(keys) { first, _ in first })
        }
    }
}
