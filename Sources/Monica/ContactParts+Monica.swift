import Foundation
import Model

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
