/// A contact as it is named inside another one.
public struct ContactReference: Sendable, Equatable, Identifiable {
    public let id: Int
    public let hashID: String?
    public let firstName: String?
    public let lastName: String?
    public let nickname: String?
    public let completeName: String?
    /// Exists only as somebody's relation: it has no page and is in no list.
    public let isPartial: Bool
    public let isDeceased: Bool
    public let genderType: GenderType?
    public let avatar: AvatarInfo

    /// The name to show on one line, at most 300 Unicode scalars long; "" if the contact has none.
    public var displayName: String {
        DisplayName.make(complete: completeName, first: firstName, last: lastName, nickname: nickname)
    }

    init?(_ object: JSONObject?) {
        guard let object, let id = object.int("id"), id > 0 else { return nil }
        self.id = id
        hashID = object.string("hash_id")
        firstName = object.string("first_name")
        lastName = object.string("last_name")
        nickname = object.string("nickname")
        completeName = object.string("complete_name")
        isPartial = object.bool("is_partial")
        isDeceased = object.bool("is_dead")
        genderType = GenderType(object)
        avatar = AvatarInfo(object.object("information")?.object("avatar"))
    }
}

/// How another contact is related to this one.
public struct Relationship: Sendable, Equatable {
    /// The server's four kinds of relationship.
    public enum Group: String, Sendable, CaseIterable {
        case love, family, friend, work
    }

    public let group: Group
    /// What the other one is to this one: a key such as `bestfriend` or `stepparent`, or the user's own word.
    public let name: String?
    public let contact: ContactReference

    static func all(in groups: JSONObject?) -> [Relationship] {
        Group.allCases.flatMap { group in
            (groups?.object(group.rawValue)?.objects("contacts") ?? []).compactMap { entry in
                guard let contact = ContactReference(entry.object("contact")) else { return nil }
                return Relationship(group: group, name: entry.object("relationship")?.string("name"), contact: contact)
            }
        }
    }
}

/// How the user and the contact met.
public struct HowYouMet: Sendable, Equatable {
    public let general: String?
    public let date: SpecialDate?
    /// Who introduced them.
    public let through: ContactReference?

    /// Nil if nothing is known.
    init?(_ object: JSONObject) {
        general = object.string("general_information")
        date = SpecialDate(object.object("first_met_date"))
        through = ContactReference(object.object("first_met_through_contact"))
        if general == nil, date == nil, through == nil { return nil }
    }
}
