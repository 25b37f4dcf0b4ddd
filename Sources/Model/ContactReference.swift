/// A contact as it is named inside another one.
public struct ContactReference: Sendable, Equatable, Identifiable {
    /// The contact's number.
    public var id: Int
    /// Names the contact's web page.
    public var hashID: String?
    /// The first name.
    public var firstName: String?
    /// The last name.
    public var lastName: String?
    /// The nickname.
    public var nickname: String?
    /// The name in the order that the user chose on the server.
    public var completeName: String?
    /// Whether the contact exists only as a relation: it has no page and is in no list.
    public var isPartial: Bool
    /// Whether the contact has died.
    public var isDeceased: Bool
    /// The type of the contact's gender; nil without a gender.
    public var genderType: GenderType?
    /// The birthday, where the server tells it beside the name.
    public var birthdate: SpecialDate?
    /// The server's description of the contact's picture.
    public var avatar: AvatarInfo

    /// A contact by the description in another contact.
    public init(
        id: Int, hashID: String? = nil, firstName: String? = nil, lastName: String? = nil, nickname: String? = nil,
        completeName: String? = nil, isPartial: Bool = false, isDeceased: Bool = false, genderType: GenderType? = nil,
        birthdate: SpecialDate? = nil, avatar: AvatarInfo = AvatarInfo()
    ) {
        self.id = id
        self.hashID = hashID
        self.firstName = firstName
        self.lastName = lastName
        self.nickname = nickname
        self.completeName = completeName
        self.isPartial = isPartial
        self.isDeceased = isDeceased
        self.genderType = genderType
        self.birthdate = birthdate
        self.avatar = avatar
    }

    /// The name to show on one line, at most 300 Unicode scalars long; "" if the contact has none.
    public var displayName: String {
        DisplayName.make(complete: completeName, first: firstName, last: lastName, nickname: nickname)
    }
}

/// How another contact is related to this one.
public struct Relationship: Sendable, Equatable {
    /// The server's four kinds of relationship.
    public enum Group: String, Sendable, CaseIterable {
        case love, family, friend, work
    }

    /// Which kind of relationship it is.
    public var group: Group
    /// The relation of the other contact to this one: a key such as `bestfriend` or `stepparent`, or the user's own word.
    public var name: String?
    /// The other one.
    public var contact: ContactReference

    /// A relationship to another contact.
    public init(group: Group, name: String?, contact: ContactReference) {
        self.group = group
        self.name = name
        self.contact = contact
    }
}

/// How the user and the contact met.
public struct HowYouMet: Sendable, Equatable {
    /// In the user's own words.
    public var general: String?
    /// When they met.
    public var date: SpecialDate?
    /// Who introduced them.
    public var through: ContactReference?

    /// The known facts of a first meeting.
    public init(general: String? = nil, date: SpecialDate? = nil, through: ContactReference? = nil) {
        self.general = general
        self.date = date
        self.through = through
    }
}
