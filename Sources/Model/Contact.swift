public import Foundation

/// A person or company in the address book.
///
/// Only `id` is required. Unknown values are nil, false or empty.
public struct Contact: Sendable, Equatable, Identifiable {
    /// In a stored contact its number on this computer, in a server's answer the server's.
    public var id: Int
    /// Names the contact's web page.
    public var hashID: String?
    /// The first name, as it was typed.
    public var firstName: String?
    /// The last name, as it was typed.
    public var lastName: String?
    /// The nickname, as it was typed.
    public var nickname: String?
    /// The name in the order that the user chose on the server; raw, see `displayName`.
    public var completeName: String?
    /// In the user's own words.
    public var gender: String?
    /// The type of the user's own word; nil without a gender.
    public var genderType: GenderType?
    public var description: String?
    /// Whether the user marked the contact with a star.
    public var isStarred: Bool
    /// Whether the contact exists only as a relation.
    public var isPartial: Bool
    /// False once archived.
    public var isActive: Bool
    /// Whether the contact has died.
    public var isDeceased: Bool
    /// The user.
    public var isMe: Bool
    /// The last call that was noted.
    public var lastCalled: Date?
    /// The last activity together that was noted.
    public var lastActivity: Date?
    /// When the contact was entered on the server.
    public var createdAt: Date?
    /// When the contact last changed on the server.
    public var updatedAt: Date?
    /// In days.
    public var stayInTouchFrequency: Int?
    /// When the server reminds of being in touch.
    public var stayInTouchDate: Date?
    /// The day of birth, as far as it is known.
    public var birthdate: SpecialDate?
    /// The day of death, as far as it is known.
    public var deceasedDate: SpecialDate?
    /// The contact's profession.
    public var job: String?
    /// Where the contact works.
    public var company: String?
    /// The food that the contact likes, and must not eat.
    public var foodPreferences: String?
    /// The server's description of the contact's picture.
    public var avatar: AvatarInfo
    /// How the user and the contact met.
    public var howYouMet: HowYouMet?
    /// Who else is related to the contact.
    public var relationships: [Relationship]
    /// Where the contact lives.
    public var addresses: [Address]
    /// The tags that the user gave the contact.
    public var tags: [Tag]
    /// How the contact is reached: mail, phone and others.
    public var contactFields: [ContactField]
    /// The newest three notes: the server sends three with a contact.
    public var notes: [Note]
    /// How much the server has in the contact's sections; nil where it does not say.
    public var statistics: Statistics?
    /// The server's copy, which only the reader of that server's kind understands; empty for a contact that no server has.
    public var serverCopy: Data

    /// A contact by its known values.
    public init(
        id: Int, hashID: String? = nil, firstName: String? = nil, lastName: String? = nil, nickname: String? = nil,
        completeName: String? = nil, gender: String? = nil, genderType: GenderType? = nil, description: String? = nil,
        isStarred: Bool = false, isPartial: Bool = false, isActive: Bool = true, isDeceased: Bool = false,
        isMe: Bool = false, lastCalled: Date? = nil, lastActivity: Date? = nil, createdAt: Date? = nil,
        updatedAt: Date? = nil, stayInTouchFrequency: Int? = nil, stayInTouchDate: Date? = nil,
        birthdate: SpecialDate? = nil, deceasedDate: SpecialDate? = nil, job: String? = nil, company: String? = nil,
        foodPreferences: String? = nil, avatar: AvatarInfo = AvatarInfo(), howYouMet: HowYouMet? = nil,
        relationships: [Relationship] = [], addresses: [Address] = [], tags: [Tag] = [],
        contactFields: [ContactField] = [], notes: [Note] = [], statistics: Statistics? = nil,
        serverCopy: Data = Data()
    ) {
        self.id = id
        self.hashID = hashID
        self.firstName = firstName
        self.lastName = lastName
        self.nickname = nickname
        self.completeName = completeName
        self.gender = gender
        self.genderType = genderType
        self.description = description
        self.isStarred = isStarred
        self.isPartial = isPartial
        self.isActive = isActive
        self.isDeceased = isDeceased
        self.isMe = isMe
        self.lastCalled = lastCalled
        self.lastActivity = lastActivity
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.stayInTouchFrequency = stayInTouchFrequency
        self.stayInTouchDate = stayInTouchDate
        self.birthdate = birthdate
        self.deceasedDate = deceasedDate
        self.job = job
        self.company = company
        self.foodPreferences = foodPreferences
        self.avatar = avatar
        self.howYouMet = howYouMet
        self.relationships = relationships
        self.addresses = addresses
        self.tags = tags
        self.contactFields = contactFields
        self.notes = notes
        self.statistics = statistics
        self.serverCopy = serverCopy
    }

    /// The name to show on one line, at most 300 Unicode scalars long; "" if the contact has none.
    public var displayName: String {
        DisplayName.make(complete: completeName, first: firstName, last: lastName, nickname: nickname)
    }

    /// The day of the next contact by the user's frequency, as midnight in UTC; nil without a frequency.
    ///
    /// It is counted from the last contact. The server's own date goes on by itself whenever it has reminded the user,
    /// and so says something only of contacts that were never met or called.
    public var stayInTouchDue: Date? {
        guard let days = stayInTouchFrequency, (1...Self.maxFrequency).contains(days) else { return nil }
        if let last = [lastCalled, lastActivity].compactMap({ $0 }).max() {
            return CivilDay(daysSince1970: CivilDay(of: last, in: .gmt).daysSince1970 + days).midnight
        }
        return (stayInTouchDate ?? createdAt).map { CivilDay(of: $0, in: .gmt).midnight }
    }

    /// In days; beyond, a frequency means nothing.
    private static let maxFrequency = 36_500
}
