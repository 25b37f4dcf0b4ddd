public import Foundation
public import Model
public import Network

extension Contact {
    /// A contact as the server sends it, one JSON object.
    ///
    /// Throws `unreadable` unless it is an object with a positive `id`. Any other value that is missing, null or of a
    /// wrong type is nil, false or empty.
    public init(json: Data) throws(ServerError) {
        guard let object = JSONObject(parsing: json), let contact = Contact(object, json: json) else {
            throw .unreadable
        }
        self = contact
    }

    init?(_ object: JSONObject, json: Data) {
        guard let id = object.int("id"), id > 0 else { return nil }
        let information = object.object("information")
        // Partial contacts have their dates one level higher, as contacts inside other answers do.
        let dates = information?.object("dates") ?? information
        let career = information?.object("career")
        self.init(
            id: id,
            hashID: object.string("hash_id"),
            firstName: object.string("first_name"),
            lastName: object.string("last_name"),
            nickname: object.string("nickname"),
            completeName: object.string("complete_name"),
            gender: object.string("gender"),
            genderType: GenderType(object.string("gender_type")),
            description: object.string("description"),
            isStarred: object.bool("is_starred"),
            isPartial: object.bool("is_partial"),
            isActive: object.bool("is_active", or: true),
            isDeceased: object.bool("is_dead"),
            isMe: object.bool("is_me"),
            lastCalled: object.date("last_called"),
            lastActivity: object.date("last_activity_together"),
            createdAt: object.date("created_at"),
            updatedAt: object.date("updated_at"),
            stayInTouchFrequency: object.int("stay_in_touch_frequency"),
            stayInTouchDate: object.date("stay_in_touch_trigger_date"),
            birthdate: SpecialDate(dates?.object("birthdate")),
            deceasedDate: SpecialDate(dates?.object("deceased_date")),
            job: career?.string("job"),
            company: career?.string("company"),
            foodPreferences: information?.string("food_preferences"),
            avatar: AvatarInfo(information?.object("avatar")),
            howYouMet: information?.object("how_you_met").flatMap(HowYouMet.init),
            relationships: Relationship.all(in: information?.object("relationships")),
            addresses: object.objects("addresses").map(Address.init),
            tags: object.objects("tags").compactMap(Tag.init),
            contactFields: object.objects("contactFields").compactMap(ContactField.init),
            notes: object.objects("notes").compactMap(Note.init),
            statistics: object.object("statistics").map(Statistics.init),
            serverCopy: json)
    }
}

extension ContactReference {
    init?(_ object: JSONObject?) {
        guard let object, let id = object.int("id"), id > 0 else { return nil }
        self.init(
            id: id,
            hashID: object.string("hash_id"),
            firstName: object.string("first_name"),
            lastName: object.string("last_name"),
            nickname: object.string("nickname"),
            completeName: object.string("complete_name"),
            isPartial: object.bool("is_partial"),
            isDeceased: object.bool("is_dead"),
            genderType: GenderType(object.string("gender_type")),
            birthdate: SpecialDate(object.object("information")?.object("birthdate")),
            avatar: AvatarInfo(object.object("information")?.object("avatar")))
    }
}

extension Relationship {
    static func all(in groups: JSONObject?) -> [Relationship] {
        Group.allCases.flatMap { group in
            (groups?.object(group.rawValue)?.objects("contacts") ?? []).compactMap { entry in
                guard let contact = ContactReference(entry.object("contact")) else { return nil }
                return Relationship(group: group, name: entry.object("relationship")?.string("name"), contact: contact)
            }
        }
    }
}

extension HowYouMet {
    /// Nil if nothing is known.
    init?(_ object: JSONObject) {
        self.init(
            general: object.string("general_information"), date: SpecialDate(object.object("first_met_date")),
            through: ContactReference(object.object("first_met_through_contact")))
        if general == nil, date == nil, through == nil { return nil }
    }
}

extension GenderType {
    /// A gender by the server's letter for it.
    init?(_ letter: String?) {
        switch letter {
        case "M": self = .man
        case "F": self = .woman
        case "O": self = .other
        case "U": self = .unknown
        case "N": self = .notStated
        default: return nil
        }
    }
}

extension SpecialDate {
    init?(_ object: JSONObject?) {
        guard let object, let date = object.date("date") else { return nil }
        self.init(date: date, isAgeBased: object.bool("is_age_based"), isYearUnknown: object.bool("is_year_unknown"))
    }
}

extension ContactField {
    init?(_ object: JSONObject) {
        guard let content = object.string("content") else { return nil }
        let type = object.object("contact_field_type")
        self.init(
            id: object.int("id"), content: content, typeName: type?.string("name"),
            type: type?.string("type").flatMap(Kind.init), protocolPrefix: type?.string("protocol"),
            labels: object.objects("labels").compactMap(\.fieldLabel))
    }
}

extension JSONObject {
    /// The key of one of the server's own labels, else the label as a person typed it; nil for nothing readable. Of a key, the
    /// server shows the word in the language of the user's account.
    var fieldLabel: String? {
        if let key = string("type"), ContactField.serverLabels.contains(key) { return key }
        return string("label")
    }
}

extension Address {
    init(_ object: JSONObject) {
        let country = object.object("country")
        self.init(
            id: object.int("id"), name: object.string("name"), street: object.string("street"),
            city: object.string("city"), province: object.string("province"),
            postalCode: object.string("postal_code"), country: country?.string("name"),
            countryCode: (country?.string("iso") ?? country?.string("id")).map { $0.uppercased() },
            latitude: object.double("latitude"), longitude: object.double("longitude"))
    }
}

extension Tag {
    init?(_ object: JSONObject) {
        guard let name = object.string("name") else { return nil }
        self.init(id: object.int("id"), name: name)
    }
}

extension Note {
    init?(_ object: JSONObject) {
        guard let body = object.string("body") else { return nil }
        self.init(
            id: object.int("id"), body: body, isFavorited: object.bool("is_favorited"),
            createdAt: object.date("created_at"))
    }
}

extension Statistics {
    init(_ object: JSONObject) {
        func count(_ key: String) -> Int { max(0, object.int("number_of_\(key)") ?? 0) }
        self.init(
            calls: count("calls"), notes: count("notes"), activities: count("activities"),
            reminders: count("reminders"), tasks: count("tasks"), gifts: count("gifts"), debts: count("debts"))
    }
}
