import Contacts
import Foundation
import Model

/// A value in the body of a request.
indirect enum BodyValue: Encodable, Hashable, Sendable {
    case none
    case text(String)
    case number(Int)
    case decimal(Double)
    case flag(Bool)
    case list([BodyValue])

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .none: try container.encodeNil()
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        case .decimal(let number): try container.encode(number)
        case .flag(let flag): try container.encode(flag)
        case .list(let values): try container.encode(values)
        }
    }
}

/// The body of a request that writes: what changes, what leaving out would erase, and what the server requires.
///
/// Each key of it is in the server's documentation: others would be written as they come, into whatever column they name.
struct EditBody: Hashable, Sendable {
    private(set) var members: [String: BodyValue] = [:]

    subscript(key: String) -> BodyValue? {
        get { members[key] }
        set { members[key] = newValue }
    }

    /// The same body makes the same bytes.
    func json() -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // No value of a body is one that cannot be written.
        return (try? encoder.encode(members)) ?? Data("{}".utf8)
    }
}

extension EditBody {
    /// Of a new contact.
    init(_ creation: ContactCreation, gender: BodyValue?, thisYear: Int) {
        self.init(
            person: creation.values, changed: Set(creation.values.keys), reminders: creation.reminders, gender: gender,
            thisYear: thisYear)
        self["uuid"] = .text(creation.uuid)
    }

    /// Names and gender are kept where they are left out, all else is erased.
    init(
        person values: [ContactKey: ContactValue], changed: Set<ContactKey>, reminders: Set<ContactKey>,
        gender: BodyValue?, thisYear: Int
    ) {
        self["first_name"] = .text(of: values[.firstName])
        if changed.contains(.lastName) { self["last_name"] = .text(of: values[.lastName]) }
        if changed.contains(.nickname) { self["nickname"] = .text(of: values[.nickname]) }
        if changed.contains(.gender) { self["gender_id"] = gender }
        if values[.description] != nil { self["description"] = .text(of: values[.description]) }

        self["is_birthdate_known"] = .flag(values[.birthday] != nil)
        if case .day(let day)? = values[.birthday] {
            set(day, prefix: "birthdate_", wantsReminder: reminders.contains(.birthday), thisYear: thisYear)
        }
        var death: ContactDay?
        if case .death(let day)? = values[.death] { death = day }
        self["is_deceased"] = .flag(values[.death] != nil)
        self["is_deceased_date_known"] = .flag(death != nil)
        if let death {
            // The server has no day of death that is reckoned from an age.
            let day = if case .year(let year) = death { ContactDay.date(year: year, month: 1, day: 1) } else { death }
            set(day, prefix: "deceased_date_", wantsReminder: reminders.contains(.death), thisYear: thisYear)
        }
    }

    init(work values: [ContactKey: ContactValue]) {
        if values[.job] != nil { self["job"] = .text(of: values[.job]) }
        if values[.company] != nil { self["company"] = .text(of: values[.company]) }
    }

    init(food values: [ContactKey: ContactValue]) {
        if values[.food] != nil { self["food_preferences"] = .text(of: values[.food]) }
    }

    init(meeting values: [ContactKey: ContactValue], reminders: Set<ContactKey>, thisYear: Int) {
        if values[.metStory] != nil { self["general_information"] = .text(of: values[.metStory]) }
        if values[.metWhere] != nil { self["where"] = .text(of: values[.metWhere]) }
        if case .contact(.remote(let other))? = values[.metThrough] {
            self["met_through_contact_id"] = .number(named: other)
        }
        self["is_date_known"] = .flag(values[.metOn] != nil)
        guard case .day(let day)? = values[.metOn] else { return }
        set(day, prefix: "", wantsReminder: reminders.contains(.metOn), thisYear: thisYear)
        // Without the key the server fails half-way; null is a year that is not known.
        if self["year"] == nil { self["year"] = BodyValue.none }
    }

    private mutating func set(_ day: ContactDay, prefix: String, wantsReminder: Bool, thisYear: Int) {
        switch day {
        case .date(let year, let month, let day):
            self[prefix + "year"] = .number(year)
            self[prefix + "month"] = .number(month)
            self[prefix + "day"] = .number(day)
        case .monthDay(let month, let day):
            self[prefix + "month"] = .number(month)
            self[prefix + "day"] = .number(day)
        case .year(let year):
            let (age, overflows) = thisYear.subtractingReportingOverflow(year)
            self[prefix + "is_age_based"] = .flag(true)
            // One that cannot be is refused by the server.
            self[prefix + "age"] = overflows ? BodyValue.none : .number(age)
            return
        }
        if wantsReminder { self[prefix + "add_reminder"] = .flag(true) }
    }

    /// A contact field. Labels that are left out stay, and none can be removed so.
    init(_ field: FieldValue, of contact: RemoteID, known: HiddenParts.Field?) {
        self["contact_id"] = .number(named: contact)
        self["contact_field_type_id"] = .number(named: field.type)
        self["data"] = .text(field.content)
        guard !field.labels.isEmpty, field.labels != known?.labels else { return }
        self["labels"] = .list(field.labels.map { .text(known?.keys[$0] ?? $0) })
    }

    init(_ address: AddressValue, of contact: RemoteID, known: HiddenParts.Address?) {
        self["contact_id"] = .number(named: contact)
        let country = known?.country?.uppercased() == address.country ? known?.country : address.country
        let texts = [
            ("name", address.name), ("street", address.street), ("city", address.city),
            ("province", address.province), ("postal_code", address.postalCode), ("country", country),
        ]
        for (key, text) in texts { self[key] = text.map { .text($0) } }
        self["latitude"] = known?.latitude.map { .decimal($0) }
        self["longitude"] = known?.longitude.map { .decimal($0) }
    }
}

extension BodyValue {
    static func text(of value: ContactValue?) -> BodyValue {
        if case .text(let text)? = value { .text(text) } else { .none }
    }

    /// What the server calls a thing; it numbers all.
    static func number(named id: RemoteID) -> BodyValue {
        Int(id.rawValue).map { .number($0) } ?? .text(id.rawValue)
    }
}
