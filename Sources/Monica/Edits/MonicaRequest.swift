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
    var photo: BodyValue.Word?
    /// The photo in the body.
    var upload: PhotoUpload?

    init(_ method: HTTPRequest.Method, _ path: String, _ body: RequestBody? = nil, expected: Expected) {
        (self.method, self.path, self.body, self.expected) = (method, path, body, expected)
    }
}

/// A value in the body of a request.
indirect enum BodyValue: Encodable, Hashable, Sendable {
    /// The user's word for a thing that the server numbers.
    enum Word: Hashable, Sendable {
        case gender(String)
        case relationshipType(RemoteID)
        /// Tags of a contact.
        case tags([String], of: RemoteID)
        /// A photo of a contact, by the name of its file.
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
    static func number(named id: RemoteID) -> BodyValue { Int(id.rawValue).map { .number($0) } ?? .text(id.rawValue) }

    fileprivate static func text(of value: ContactValue?) -> BodyValue? {
        if case .text(let text)? = value { .text(text) } else { nil }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        // A request is sent with numbers only.
        case .none, .word: try container.encodeNil()
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        case .decimal(let number): try container.encode(number)
        case .flag(let flag): try container.encode(flag)
        case .list(let values): try container.encode(values)
        }
    }
}

/// The body of a request: the changes, the values that leaving out would erase, and the values that the server requires.
///
/// The server's documentation has each key. The server writes any other key into the column of that name.
typealias RequestBody = [String: BodyValue]

extension RequestBody {
    /// The words that need numbers, by their keys.
    var words: [String: BodyValue.Word] { compactMapValues { if case .word(let word) = $0 { word } else { nil } } }

    /// The same body makes the same bytes.
    func json() -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Each value of a body can be encoded.
        return (try? encoder.encode(self)) ?? Data("{}".utf8)
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

    /// The values of the work, or of the food.
    init(texts values: [ContactKey: ContactValue]) {
        self = [:]
        self["job"] = .text(of: values[.job])
        self["company"] = .text(of: values[.company])
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
