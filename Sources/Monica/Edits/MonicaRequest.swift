import Contacts
import Foundation
import Model
import Network

/// A request that writes. Its words become the server's numbers when it is sent.
public struct MonicaRequest: Hashable, Sendable {
    /// The success that the answer must show.
    enum Expected: Hashable, Sendable {
        /// The contact as it is then; nil stands for a new one.
        case contact(RemoteID?)
        /// The field, address, relationship or reminder; nil stands for a new one.
        case part(RemoteID?)
        /// A new photo.
        case photo
        /// Anything in JSON.
        case anything
        case deletion
        /// The contact's photos go too.
        case contactDeletion(RemoteID)
    }

    let method: HTTPRequest.Method
    /// Below the address of the API.
    let path: String
    let body: RequestBody?
    let expected: Expected
    /// The photo that the request is about; its number follows the path.
    var photo: NamedPhoto?
    /// The photo in the body.
    var upload: PhotoUpload?

    init(_ method: HTTPRequest.Method, _ path: String, _ body: RequestBody? = nil, expected: Expected) {
        (self.method, self.path, self.body, self.expected) = (method, path, body, expected)
    }
}

/// A photo of a contact, by the name of its file.
struct NamedPhoto: Hashable, Sendable {
    let name: RemoteID
    let contact: RemoteID
}

/// A value in the body of a request.
indirect enum BodyValue: Encodable, Hashable, Sendable {
    /// The user's word for a thing that the server numbers.
    enum Word: Hashable, Sendable {
        case gender(String)
        case relationshipType(RemoteID)
        case tag(String, of: RemoteID)
        case photo(RemoteID, of: RemoteID)
    }

    case none
    case text(String)
    case number(Int)
    case decimal(Double)
    case flag(Bool)
    case list([BodyValue])
    case word(Word)

    /// The server numbers all things.
    static func number(named id: RemoteID) -> BodyValue {
        Int(id.rawValue).map { .number($0) } ?? .text(id.rawValue)
    }

    fileprivate static func text(of value: ContactValue?) -> BodyValue? {
        if case .text(let text)? = value { .text(text) } else { nil }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .none: try container.encodeNil()
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        case .decimal(let number): try container.encode(number)
        case .flag(let flag): try container.encode(flag)
        case .list(let values): try container.encode(values)
        // A request is sent with numbers only.
        case .word(.gender(let word)), .word(.tag(let word, _)): try container.encode(word)
        case .word(.relationshipType(let word)), .word(.photo(let word, _)): try container.encode(word)
        }
    }

    fileprivate var words: [Word] {
        switch self {
        case .word(let word): [word]
        case .list(let values): values.flatMap(\.words)
        default: []
        }
    }

    fileprivate func numbered(_ numbers: [Word: BodyValue]) -> BodyValue {
        switch self {
        case .word(let word): numbers[word] ?? self
        case .list(let values): .list(values.map { $0.numbered(numbers) })
        default: self
        }
    }
}

/// The body of a request: the changes, the values that leaving out would erase, and the values that the server requires.
///
/// The server's documentation has each key. The server writes any other key into the column of that name.
struct RequestBody: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    private var members: [String: BodyValue]

    init(dictionaryLiteral elements: (String, BodyValue)...) {
        members = Dictionary(elements) { $1 }
    }

    subscript(key: String) -> BodyValue? {
        get { members[key] }
        set { members[key] = newValue }
    }

    /// The words that need numbers.
    var words: [BodyValue.Word] { members.values.flatMap(\.words) }

    /// The same body makes the same bytes.
    func json(_ numbers: [BodyValue.Word: BodyValue] = [:]) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Each value of a body can be encoded.
        return (try? encoder.encode(members.mapValues { $0.numbered(numbers) })) ?? Data("{}".utf8)
    }
}

// The groups of values. Keys without a value are left out.
extension RequestBody {
    /// Names and gender are kept where they are left out. All else is erased.
    init(person values: [ContactKey: ContactValue], changed: Set<ContactKey>, reminders: Set<ContactKey>, year: Int) {
        self = ["first_name": .text(of: values[.firstName]) ?? .none]
        for (key, name) in [(ContactKey.lastName, "last_name"), (.nickname, "nickname")] where changed.contains(key) {
            self[name] = .text(of: values[key]) ?? BodyValue.none
        }
        if changed.contains(.gender) {
            self["gender_id"] = BodyValue.none
            if case .text(let gender)? = values[.gender] { self["gender_id"] = .word(.gender(gender)) }
        }
        self["description"] = .text(of: values[.description])
        self["is_birthdate_known"] = .flag(values[.birthday] != nil)
        if case .day(let day)? = values[.birthday] {
            set(day, prefix: "birthdate_", wantsReminder: reminders.contains(.birthday), year: year)
        }
        var death: ContactDay?
        if case .value(.death(let day))? = values[.death].flatMap({ SlotValue.value($0).asKept }) { death = day }
        self["is_deceased"] = .flag(values[.death] != nil)
        self["is_deceased_date_known"] = .flag(death != nil)
        if let death { set(death, prefix: "deceased_date_", wantsReminder: reminders.contains(.death), year: year) }
    }

    init(work values: [ContactKey: ContactValue]) {
        self = [:]
        self["job"] = .text(of: values[.job])
        self["company"] = .text(of: values[.company])
    }

    init(food values: [ContactKey: ContactValue]) {
        self = [:]
        self["food_preferences"] = .text(of: values[.food])
    }

    init(meeting values: [ContactKey: ContactValue], reminders: Set<ContactKey>, year: Int) {
        self = ["is_date_known": .flag(values[.metOn] != nil)]
        self["general_information"] = .text(of: values[.metStory])
        self["where"] = .text(of: values[.metWhere])
        if case .contact(.remote(let other))? = values[.metThrough] {
            self["met_through_contact_id"] = .number(named: other)
        }
        guard case .day(let day)? = values[.metOn] else { return }
        set(day, prefix: "", wantsReminder: reminders.contains(.metOn), year: year)
        // Without the key the server fails half-way. Null is an unknown year.
        if self["year"] == nil { self["year"] = BodyValue.none }
    }

    private mutating func set(_ day: ContactDay, prefix: String, wantsReminder: Bool, year thisYear: Int) {
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
            // The server refuses an age that cannot be.
            self[prefix + "age"] = overflows ? BodyValue.none : .number(age)
            return
        }
        if wantsReminder { self[prefix + "add_reminder"] = .flag(true) }
    }
}

// Parts.
extension RequestBody {
    /// A part of a contact. `former` is the value that it replaces; nil for a new part.
    init(_ part: PartValue, of contact: RemoteID, over former: PartValue? = nil) {
        self = ["contact_id": .number(named: contact)]
        switch (part, former) {
        case (.field(let field), .field(let former)?): set(field, over: former)
        case (.field(let field), _): set(field, over: nil)
        case (.address(let address), .address(let former)?): set(address, over: former)
        case (.address(let address), _): set(address, over: nil)
        case (.relationship(let relationship), let former):
            self = ["relationship_type_id": .word(.relationshipType(relationship.type))]
            guard former == nil, case .remote(let other) = relationship.other else { return }
            self["contact_is"] = .number(named: contact)
            self["of_contact"] = .number(named: other)
        case (.reminder(let reminder), _):
            self["title"] = .text(reminder.title)
            self["description"] = reminder.description.map { .text($0) }
            self["initial_date"] = .text(reminder.day.date)
            self["frequency_type"] = .text(reminder.unit?.rawValue ?? "one_time")
            self["frequency_number"] = .number(reminder.every)
        case (.note(let note), _):
            self["body"] = .text(note.body)
            self["is_favorited"] = .flag(note.isFavorite)
        case (.call(let call), let former): set(call, over: former)
        case (.task(let task), let former):
            self["title"] = .text(task.title)
            self["description"] = task.description.map { .text($0) }
            if former != nil { self["completed"] = .flag(task.isDone) }
        case (.activity(let activity), let former): set(activity, of: contact, over: former)
        // Its bytes are sent as a file.
        case (.photo, _): break
        }
    }

    /// A key that is left out is erased.
    private mutating func set(_ call: CallValue, over former: PartValue?) {
        self["called_at"] = .text(call.day.date)
        self["content"] = call.content.map { .text($0) }
        self["contact_called"] = .flag(call.contactCalled)
        guard case .call(let former)? = former else { return }
        self["emotions"] = former.emotions.map { .list($0.map { .number(named: $0) }) }
    }

    /// A key that is left out is erased. The attendees are replaced.
    private mutating func set(_ activity: ActivityValue, of contact: RemoteID, over former: PartValue?) {
        self["contact_id"] = nil
        self["summary"] = .text(activity.summary)
        self["description"] = activity.description.map { .text($0) }
        self["happened_at"] = .text(activity.day.date)
        let others = activity.attendees.compactMap { if case .remote(let other) = $0 { other } else { nil } }
        self["contacts"] = .list(([contact] + others.filter { $0 != contact }).map { .number(named: $0) })
        guard case .activity(let former)? = former else { return }
        self["activity_type_id"] = former.type.map { .number(named: $0) }
        self["emotions"] = former.emotions.map { .list($0.map { .number(named: $0) }) }
    }

    /// Labels that are left out stay.
    private mutating func set(_ field: FieldValue, over former: FieldValue?) {
        self["contact_field_type_id"] = .number(named: field.type)
        self["data"] = .text(field.content)
        let isKept = field.labels.isEmpty || field.asKeptLabels == former?.asKeptLabels
        self["labels"] = isKept ? nil : .list(field.labels.map { .text($0) })
    }

    /// A key that is left out is erased.
    private mutating func set(_ address: AddressValue, over former: AddressValue?) {
        let spelling = [address, former].compactMap { $0?.countrySpelling }
        let country = spelling.first { $0.uppercased() == address.country?.uppercased() } ?? address.country
        let texts = [
            ("name", address.name), ("street", address.street), ("city", address.city),
            ("province", address.province), ("postal_code", address.postalCode), ("country", country),
        ]
        for (key, text) in texts { self[key] = text.map { .text($0) } }
        self["latitude"] = (address.latitude ?? former?.latitude).map { .decimal($0) }
        self["longitude"] = (address.longitude ?? former?.longitude).map { .decimal($0) }
    }
}

extension ContactDay {
    /// A day without a year gets the year.
    func inYear(_ year: Int) -> ContactDay {
        if case .monthDay(let month, let day) = self { .date(year: year, month: month, day: day) } else { self }
    }

    /// As the server takes a day: `2001-02-03`.
    fileprivate var date: String {
        let (year, month, day) =
            switch self {
            case .date(let year, let month, let day): (year, month, day)
            case .monthDay(let month, let day): (0, month, day)
            case .year(let year): (year, 1, 1)
            }
        func text(_ number: Int, _ digits: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, digits - text.count)) + text
        }
        return [text(year, 4), text(month, 2), text(day, 2)].joined(separator: "-")
    }
}
