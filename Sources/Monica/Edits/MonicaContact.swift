import Foundation
import Model

/// A contact in an answer, with all that can be edited.
struct MonicaContact: Hashable, Sendable {
    let id: RemoteID
    /// The answer itself, as the store keeps it.
    let copy: Data
    private(set) var values: [ContactKey: ContactValue] = [:]
    /// The fields, addresses and relationships in the server's order, kind by kind.
    private(set) var parts: [MonicaPart] = []
    /// The numbers of the tags by their names.
    private(set) var tags: [String: RemoteID] = [:]
    /// Nil where the answer does not show it: of a partial contact.
    private(set) var avatar: AvatarInfo?

    /// Nil for unreadable JSON, and for a contact without the list of its fields. A partial contact has no list.
    init?(json: Data) {
        guard let object = JSONObject(parsing: json),
            object.fields["contactFields"] is [Any] || object.bool("is_partial")
        else { return nil }
        self.init(object, copy: json)
    }

    init?(_ object: JSONObject, copy: Data) {
        guard let id = object.remoteID else { return nil }
        self.id = id
        self.copy = copy
        readValues(object)
        readParts(object)
        avatar = object.object("information")?.object("avatar").map { AvatarInfo($0) }
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
            let labels = field.objects("labels").compactMap(\.fieldLabel)
            let value = FieldValue(type: type, content: field.string("content") ?? "", labels: labels)
            parts.append(MonicaPart(id: id, value: .field(value)))
        }
        for address in object.objects("addresses") {
            guard let id = address.remoteID else { continue }
            parts.append(MonicaPart(id: id, value: .address(AddressValue(address))))
        }
        let groups = object.object("information")?.object("relationships")
        for group in groups?.fields.keys.sorted() ?? [] {
            for entry in groups?.object(group)?.objects("contacts") ?? [] {
                guard let relationship = entry.object("relationship"), let id = relationship.remoteID,
                    let type = relationship.string("name"), let other = entry.object("contact")?.remoteID
                else { continue }
                let value = RelationshipValue(type: RemoteID(type), other: .remote(other))
                parts.append(MonicaPart(id: id, value: .relationship(value)))
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
        latitude = object.double("latitude")
        longitude = object.double("longitude")
        countrySpelling = country?.string("id").flatMap { $0 == self.country ? nil : $0 }
    }
}

extension ContactDay {
    fileprivate init?(_ object: JSONObject?) {
        guard let date = object?.specialDate else { return nil }
        if date.isAgeBased, let year = date.year {
            self = .year(year)
        } else if let year = date.year {
            self = .date(year: year, month: date.month, day: date.day)
        } else {
            self = .monthDay(month: date.month, day: date.day)
        }
    }
}
