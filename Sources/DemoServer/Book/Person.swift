/// One contact of the invented address book, before the server's form is given to it.
struct Person: Sendable {
    var id: Int
    var uuid: String
    var hashID: String
    var firstName: String
    var middleName: String?
    var lastName: String?
    var nickname: String?
    var description: String?
    var gender: Gender?
    var birthdate: SpecialDate?
    var isDead = false
    var deceasedDate: SpecialDate?
    var isStarred = false
    var isActive = true
    var isPartial = false
    var isMe = false
    var job: String?
    var company: String?
    var foodPreferences: String?
    var howMet: HowMet?
    var stayInTouchFrequency: Int?
    var stayInTouchDate: Timestamp?
    var avatar: Avatar
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
    struct SpecialDate: Sendable {
        var date: Timestamp
        var isAgeBased = false
        var isYearUnknown = false
    }

    struct HowMet: Sendable {
        var general: String
        var date: SpecialDate?
        var through: Int?
    }

    /// Where the picture comes from; `version` counts the changes of the photo.
    enum Avatar: Equatable, Sendable {
        case initials
        case initialsWithoutURL
        case adorable
        case gravatar
        case photo(version: Int)
        case deletedPhoto
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
