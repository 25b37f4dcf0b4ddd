import Foundation

struct AddressResource: DetailResource {
    static let detail = Detail.addresses
    static var table: WritableKeyPath<ServerAccount, Table<AddressResource>> { \.addresses }

    var id: Int
    var uuid: String
    var contact: Int
    var parts = Parts()
    /// Kept, and in no answer.
    var labels: [String] = []
    var created: Timestamp
    var updated: Timestamp

    struct Parts: Sendable {
        var name: String?
        var street: String?
        var city: String?
        var province: String?
        var postalCode: String?
        var latitude: Double?
        var longitude: Double?
        /// As it was sent: neither its case nor its being one is checked.
        var country: String?
    }

    var owners: [Int] { [contact] }
}

extension AddressResource {
    init(_ invention: Invention) {
        var random = invention.random
        let culture = Culture.all[invention.person?.culture ?? 0]
        let place = random.pick(culture.places)
        let number = random.integer(1...140)
        let street = random.pick(culture.streets)
        let isComplete = random.chance(0.9)
        let line = culture.houseNumberFirst ? "\(number) \(street)" : "\(street) \(number)"
        id = invention.id
        uuid = invention.uuid(.address)
        contact = invention.contact
        parts.name = random.chance(0.5) ? random.pick(["Home", "Work", "Summer house"]) : nil
        parts.street = isComplete ? line : nil
        parts.city = place.city
        parts.province = place.province
        parts.postalCode = isComplete ? place.postalCode : nil
        parts.latitude = random.chance(0.7) ? place.latitude : nil
        parts.longitude = random.chance(0.7) ? place.longitude : nil
        parts.country = culture.country.code
        created = invention.entered
        updated = invention.entered
    }
}

extension AddressResource: ShownRow {
    func json(_ resources: Resources, known: Person?) -> JSON {
        JSON.joined(
            [
                "id": .int(id), "uuid": .string(uuid), "object": "address", "name": .text(parts.name),
                "street": .text(parts.street), "city": .text(parts.city), "province": .text(parts.province),
                "postal_code": .text(parts.postalCode), "latitude": .number(parts.latitude),
                "longitude": .number(parts.longitude),
                "country": parts.country.map { resources.country(code: $0) } ?? .null,
                "url": resources.api("addresses/\(id)"),
            ], resources.tail(contact, self, known: known))
    }
}

extension AddressResource: WrittenRow {
    static let missing = Missing.selected("address")
    static let touchesContact = true

    static func create(_ write: inout Write) throws(Refusal) -> Reply {
        var rules = write.rules
        checkUpdate(write, &rules)
        try rules.end()
        var address = AddressResource(
            id: 0, uuid: write.uuid(.address), contact: 0, created: write.now, updated: write.now)
        try address.update(&write)
        address.id = write.account.newID(AddressResource.self)
        return write.save(address, status: 201)
    }

    static func checkUpdate(_ write: Write, _ rules: inout Rules) {
        rules.checkContact()
        for key in ["name", "street", "city", "province", "postal_code"] {
            rules.check(key, .nullable, .string, .max(255))
        }
        rules.check("country", .nullable, .string, .max(3))
        rules.check("latitude", .nullable, .numeric)
        rules.check("longitude", .nullable, .numeric)
        rules.check("labels", .nullable, .array)
    }

    /// Erases all parts that the request leaves out, except the labels.
    mutating func update(_ write: inout Write) throws(Refusal) {
        contact = try write.editableOwner().id
        let input = write.input
        parts = Parts(
            name: input.string("name"), street: input.string("street"), city: input.string("city"),
            province: input.string("province"), postalCode: input.string("postal_code"),
            latitude: input.double("latitude"), longitude: input.double("longitude"),
            country: input.string("country"))
        let wanted = input.list("labels").compactMap(\.text)
        if !wanted.isEmpty { labels = wanted }
    }
}

extension Resources {
    func country(_ country: Culture.Country) -> JSON {
        [
            "id": .string(country.code), "object": "country", "name": .string(country.name),
            "iso": .string(country.code),
        ]
    }

    /// The country of an unchecked code; an unknown code has an empty name.
    func country(code: String) -> JSON {
        let upper = code.uppercased()
        let known = Culture.all.first { $0.country.code == upper }?.country.name
        let isCode = upper.utf8.count == 2 && upper.utf8.allSatisfy { (65...90).contains($0) }
        let name = known ?? (isCode ? Locale(identifier: "en_US").localizedString(forRegionCode: upper) : nil) ?? ""
        return country(Culture.Country(code: code, name: name))
    }
}
