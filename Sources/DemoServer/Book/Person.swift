/// One contact, invented or written, before the server's form is given to it.
struct Person: Equatable, Sendable {
    var id: Int
    var uuid: String
    var hashID: String
    var firstName: String
    var middleName: String?
    var lastName: String?
    var nickname: String?
    var description: String?
    /// For the portrait; the server's answers use `genderID`.
    var gender: Gender?
    var genderID: Int?
    var birthdate: PersonDate?
    var isDead = false
    var deceasedDate: PersonDate?
    var isStarred = false
    var isActive = true
    var isPartial = false
    var isMe = false
    /// A soft deletion: the details stay, and the id stays known.
    var isDeleted = false
    var job: String?
    var company: String?
    var foodPreferences: String?
    var howMet: HowMet?
    var stayInTouchFrequency: Int?
    var stayInTouchDate: Timestamp?
    var avatar: Avatar
    /// Counts the changes of the invented portrait; nil for a contact without one.
    var portrait: Int?
    var isPhotoBroken = false
    /// When the first letters were drawn for the default avatar.
    var initialsDrawn: Timestamp
    var lastCalled: Timestamp?
    /// Rows of the reminders that come with the dates; nothing that the server sends says which they are.
    var birthdayReminder: Int?
    var deathReminder: Int?
    var meetingReminder: Int?
    /// `#rrggbb`, one of the eight of Monica.
    var colour: String
    var created: Timestamp
    var updated: Timestamp
    /// Index of the culture in `Culture.all`.
    var culture: Int
    /// In years, for the portrait; known also where the birthdate is not.
    var age: Int

    enum Gender: Sendable {
        case man, woman, other

        var number: Int {
            switch self {
            case .man: 1
            case .woman: 2
            case .other: 3
            }
        }

        var label: String {
            switch self {
            case .man: "Man"
            case .woman: "Woman"
            case .other: "Rather not say"
            }
        }

        var letter: String {
            switch self {
            case .man: "M"
            case .woman: "F"
            case .other: "O"
            }
        }
    }

    /// Without a year the server sends the year of entry; by age it sends the first of January.
    struct PersonDate: Equatable, Sendable {
        var date: Timestamp
        var isAgeBased = false
        var isYearUnknown = false
    }

    struct HowMet: Equatable, Sendable {
        var general: String?
        /// No answer holds it.
        var place: String?
        var date: PersonDate?
        var through: Int?
    }

    /// Where the picture comes from.
    enum Avatar: Equatable, Sendable {
        case initials
        case initialsWithoutURL
        case adorable
        case gravatar
        /// A gravatar for which no address was found.
        case gravatarWithoutURL
        /// The number of a photo, which may be gone.
        case photo(Int)
        /// Any other text from a request. Answers return it unchanged.
        case other(String)
    }

    /// In Monica's default order of names, with the coffin after the names of the dead.
    var completeName: String {
        completeNameOfTheLiving + (isDead ? " ⚰" : "")
    }

    var completeNameOfTheLiving: String {
        var name = [firstName, middleName, lastName].compactMap { $0 }.joined(separator: " ")
        if let nickname { name += " (\(nickname))" }
        return name
    }

    /// The first letter or digit of each word of the name in ASCII, as Monica reckons it: often more than two, and none
    /// for scripts that its transliteration does not know.
    var initials: String {
        let name = Transliteration.ascii(completeNameOfTheLiving)
        return String(
            name.split(whereSeparator: \.isWhitespace).compactMap { word in
                word.first.flatMap { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : nil }
            })
    }
}
