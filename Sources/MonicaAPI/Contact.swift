public import Foundation

/// A person or company in the address book.
///
/// Only `id` is required; whatever else is missing, null or of a wrong type is nil, false or empty.
public struct Contact: Sendable, Equatable, Identifiable {
    /// This contact as the server sent it, one JSON object.
    public let json: Data
    public let id: Int
    /// Names the contact's web page: see `ServerAddress.page(ofContact:)`.
    public let hashID: String?
    public let firstName: String?
    public let lastName: String?
    public let nickname: String?
    /// The name in the order that the user chose on the server; raw, see `displayName`.
    public let completeName: String?
    /// In the user's own words.
    public let gender: String?
    /// What the server takes the user's own word to mean; nil without a gender.
    public let genderType: GenderType?
    public let description: String?
    public let isStarred: Bool
    /// Exists only as somebody's relation.
    public let isPartial: Bool
    /// False once archived.
    public let isActive: Bool
    public let isDeceased: Bool
    /// The user.
    public let isMe: Bool
    public let lastCalled: Date?
    public let lastActivity: Date?
    public let createdAt: Date?
    public let updatedAt: Date?
    /// In days.
    public let stayInTouchFrequency: Int?
    public let stayInTouchDate: Date?
    public let birthdate: SpecialDate?
    public let deceasedDate: SpecialDate?
    public let job: String?
    public let company: String?
    public let foodPreferences: String?
    public let avatar: AvatarInfo
    public let howYouMet: HowYouMet?
    public let relationships: [Relationship]
    public let addresses: [Address]
    public let tags: [Tag]
    public let contactFields: [ContactField]
    /// The newest three; the server sends no more with a contact.
    public let notes: [Note]
    public let statistics: Statistics?

    /// Throws `unreadable` unless the JSON is an object with a positive `id`.
    public init(json: Data) throws(MonicaError) {
        guard let contact = Contact(try JSONObject(parsing: json), json: json) else { throw .unreadable }
        self = contact
    }

    /// The name to show on one line, at most 300 Unicode scalars long; "" if the contact has none.
    public var displayName: String {
        DisplayName.make(complete: completeName, first: firstName, last: lastName, nickname: nickname)
    }

    /// The day by which the user wants to be in touch again, as midnight in UTC; nil if the user set no frequency.
    ///
    /// It is counted from the last contact. The server's own date goes on by itself whenever it has reminded the user,
    /// and so says something only of contacts that were never met or called.
    public var stayInTouchDue: Date? {
        guard let days = stayInTouchFrequency, (1...Self.longestFrequency).contains(days) else { return nil }
        if let last = [lastCalled, lastActivity].compactMap({ $0 }).max() {
            return CivilDay(daysSince1970: CivilDay(of: last, in: .gmt).daysSince1970 + days).midnight
        }
        return (stayInTouchDate ?? createdAt).map { CivilDay(of: $0, in: .gmt).midnight }
    }

    /// In days; beyond, a frequency means nothing.
    private static let longestFrequency = 36_500

    init?(_ object: JSONObject, json: Data) {
        guard let id = object.int("id"), id > 0 else { return nil }
        let information = object.object("information")
        // Partial contacts have their dates one level higher, as contacts inside other answers do.
        let dates = information?.object("dates") ?? information
        let career = information?.object("career")
        self.json = json
        self.id = id
        hashID = object.string("hash_id")
        firstName = object.string("first_name")
        lastName = object.string("last_name")
        nickname = object.string("nickname")
        completeName = object.string("complete_name")
        gender = object.string("gender")
        genderType = GenderType(object)
        description = object.string("description")
        isStarred = object.bool("is_starred")
        isPartial = object.bool("is_partial")
        isActive = object.bool("is_active", or: true)
        isDeceased = object.bool("is_dead")
        isMe = object.bool("is_me")
        lastCalled = object.date("last_called")
        lastActivity = object.date("last_activity_together")
        createdAt = object.date("created_at")
        updatedAt = object.date("updated_at")
        stayInTouchFrequency = object.int("stay_in_touch_frequency")
        stayInTouchDate = object.date("stay_in_touch_trigger_date")
        birthdate = SpecialDate(dates?.object("birthdate"))
        deceasedDate = SpecialDate(dates?.object("deceased_date"))
        job = career?.string("job")
        company = career?.string("company")
        foodPreferences = information?.string("food_preferences")
        avatar = AvatarInfo(information?.object("avatar"))
        howYouMet = information?.object("how_you_met").flatMap(HowYouMet.init)
        relationships = Relationship.all(in: information?.object("relationships"))
        addresses = object.objects("addresses").map(Address.init)
        tags = object.objects("tags").compactMap(Tag.init)
        contactFields = object.objects("contactFields").compactMap(ContactField.init)
        notes = object.objects("notes").compactMap(Note.init)
        statistics = object.object("statistics").map(Statistics.init)
    }
}
