import Foundation
import Model

/// A contact in an answer, with all that can be edited.
struct MonicaContact: Hashable, Sendable {
    let id: RemoteID
    /// The answer itself, as the store keeps it.
    let copy: Data
    let values: [ContactKey: ContactValue]
    /// The fields, addresses and relationships in the server's order, kind by kind.
    private(set) var parts: [MonicaPart] = []
    /// The numbers of the tags by their names.
    private(set) var tags: [String: RemoteID] = [:]
    /// Nil where the answer does not show it: of a partial contact.
    let avatar: AvatarInfo?

    /// Nil for unreadable JSON, and for a contact without the list of its fields. A partial contact has no list.
    init?(json: Data) {
        guard let object = JSONObject(parsing: json),
            object.fields["contactFields"] is [Any] || object.bool("is_partial")
        else { return nil }
        self.init(object, copy: json)
    }

    init?(_ object: JSONObject, copy: Data) {
        guard let contact = object.contact(copy) else { return nil }
        id = RemoteID(String(contact.id))
        self.copy = copy
        values = contact.values
        avatar = object.object("information")?.object("avatar").map { AvatarInfo($0) }
        for tag in object.objects("tags") {
            if let name = tag.string("name"), let id = tag.remoteID { tags[name] = id }
        }
        readParts(object)
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

extension Contact {
    /// The values that can be edited.
    fileprivate var values: [ContactKey: ContactValue] {
        let texts: [ContactKey: String?] = [
            .firstName: firstName, .lastName: lastName, .nickname: nickname, .gender: gender,
            .description: description, .job: job, .company: company, .food: foodPreferences,
            .metStory: howYouMet?.general,
        ]
        var values = texts.compactMapValues { ContactValue.text(trimming: $0) }
        values[.birthday] = birthdate.map { .day(ContactDay($0)) }
        values[.metOn] = howYouMet?.date.map { .day(ContactDay($0)) }
        if isDeceased { values[.death] = .death(deceasedDate.map { ContactDay($0) }) }
        values[.metThrough] = howYouMet?.through.map { .contact(.remote(RemoteID(String($0.id)))) }
        return values
    }
}

extension AddressValue {
    fileprivate init(_ object: JSONObject) {
        let address = object.address
        self.init(
            name: address.name, street: address.street, city: address.city, province: address.province,
            postalCode: address.postalCode, country: address.countryCode)
        latitude = address.latitude
        longitude = address.longitude
        countrySpelling = object.object("country")?.string("id").flatMap { $0 == country ? nil : $0 }
    }
}

extension ContactDay {
    fileprivate init(_ date: SpecialDate) {
        if date.isAgeBased, let year = date.year {
            self = .year(year)
        } else if let year = date.year {
            self = .date(year: year, month: date.month, day: date.day)
        } else {
            self = .monthDay(month: date.month, day: date.day)
        }
    }
}
