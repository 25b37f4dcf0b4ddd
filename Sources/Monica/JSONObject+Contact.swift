public import Foundation
public import Model
public import Network

extension Contact {
    /// A contact as the server sends it, one JSON object.
    ///
    /// Throws `unreadable` unless it is an object with a positive `id`. Any other value that is missing, null or of a
    /// wrong type is nil, false or empty.
    public init(json: Data) throws(ServerError) {
        guard let contact = JSONObject(parsing: json)?.contact(json) else { throw .unreadable }
        self = contact
    }
}

// Contacts and their parts. An object without the value that its kind needs is nil.
extension JSONObject {
    /// `copy` is the text of the object.
    func contact(_ copy: Data) -> Contact? {
        guard let id = int("id"), id > 0 else { return nil }
        let information = object("information")
        // Partial contacts have their dates one level higher, as contacts inside other answers do.
        let dates = information?.object("dates") ?? information
        let career = information?.object("career")
        return Contact(
            id: id,
            hashID: string("hash_id"),
            firstName: string("first_name"),
            lastName: string("last_name"),
            nickname: string("nickname"),
            completeName: string("complete_name"),
            gender: string("gender"),
            genderType: GenderType(string("gender_type")),
            description: string("description"),
            isStarred: bool("is_starred"),
            isPartial: bool("is_partial"),
            isActive: bool("is_active", or: true),
            isDeceased: bool("is_dead"),
            isMe: bool("is_me"),
            lastCalled: date("last_called"),
            lastActivity: date("last_activity_together"),
            createdAt: date("created_at"),
            updatedAt: date("updated_at"),
            stayInTouchFrequency: int("stay_in_touch_frequency"),
            stayInTouchDate: date("stay_in_touch_trigger_date"),
            birthdate: dates?.object("birthdate")?.specialDate,
            deceasedDate: dates?.object("deceased_date")?.specialDate,
            job: career?.string("job"),
            company: career?.string("company"),
            foodPreferences: information?.string("food_preferences"),
            avatar: AvatarInfo(information?.object("avatar")),
            howYouMet: information?.object("how_you_met")?.howYouMet,
            relationships: information?.object("relationships")?.relationships ?? [],
            addresses: objects("addresses").map(\.address),
            tags: objects("tags").compactMap(\.tag),
            contactFields: objects("contactFields").compactMap(\.contactField),
            notes: objects("notes").compactMap(\.note),
            statistics: object("statistics")?.statistics,
            serverCopy: copy)
    }

    var contactReference: ContactReference? {
        guard let id = int("id"), id > 0 else { return nil }
        return ContactReference(
            id: id, hashID: string("hash_id"), firstName: string("first_name"), lastName: string("last_name"),
            nickname: string("nickname"), completeName: string("complete_name"), isPartial: bool("is_partial"),
            isDeceased: bool("is_dead"), genderType: GenderType(string("gender_type")),
            birthdate: object("information")?.object("birthdate")?.specialDate,
            avatar: AvatarInfo(object("information")?.object("avatar")))
    }

    /// The relationships of all groups.
    private var relationships: [Relationship] {
        Relationship.Group.allCases.flatMap { group in
            (object(group.rawValue)?.objects("contacts") ?? []).compactMap { entry in
                guard let contact = entry.object("contact")?.contactReference else { return nil }
                return Relationship(group: group, name: entry.object("relationship")?.string("name"), contact: contact)
            }
        }
    }

    /// Nil if nothing is known.
    private var howYouMet: HowYouMet? {
        let meeting = HowYouMet(
            general: string("general_information"), date: object("first_met_date")?.specialDate,
            through: object("first_met_through_contact")?.contactReference)
        return meeting == HowYouMet() ? nil : meeting
    }

    var specialDate: SpecialDate? {
        date("date").map { date in
            SpecialDate(date: date, isAgeBased: bool("is_age_based"), isYearUnknown: bool("is_year_unknown"))
        }
    }

    private var contactField: ContactField? {
        guard let content = string("content") else { return nil }
        let type = object("contact_field_type")
        return ContactField(
            id: int("id"), content: content, typeName: type?.string("name"),
            type: type?.string("type").flatMap(ContactField.Kind.init), protocolPrefix: type?.string("protocol"),
            labels: objects("labels").compactMap(\.fieldLabel))
    }

    /// The key of one of the server's own labels, else the label as a person typed it; nil for nothing readable. Of a key, the
    /// server shows the word in the language of the user's account.
    var fieldLabel: String? {
        if let key = string("type"), ContactField.serverLabels.contains(key) { return key }
        return string("label")
    }

    var address: Address {
        let country = object("country")
        return Address(
            id: int("id"), name: string("name"), street: string("street"), city: string("city"),
            province: string("province"), postalCode: string("postal_code"), country: country?.string("name"),
            countryCode: (country?.string("iso") ?? country?.string("id"))?.uppercased(),
            latitude: double("latitude"), longitude: double("longitude"))
    }

    private var tag: Tag? { string("name").map { Tag(id: int("id"), name: $0) } }

    var note: Note? {
        string("body").map { body in
            Note(id: int("id"), body: body, isFavorited: bool("is_favorited"), createdAt: date("created_at"))
        }
    }

    private var statistics: Statistics {
        func count(_ key: String) -> Int { max(0, int("number_of_\(key)") ?? 0) }
        return Statistics(
            calls: count("calls"), notes: count("notes"), activities: count("activities"),
            reminders: count("reminders"), tasks: count("tasks"), gifts: count("gifts"), debts: count("debts"))
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
