/// An editable value that a contact has once. The raw values are stored and never change.
public enum ContactKey: String, CaseIterable, Codable, Sendable {
    case firstName = "first_name"
    case lastName = "last_name"
    case nickname
    /// The user's word for the gender, as in `GenderChoice.title`: answers have no number of it.
    case gender
    case description
    case birthday
    /// Dead or not, and since when.
    case death
    case job
    case company
    case food
    case metOn = "met_on"
    case metWhere = "met_where"
    case metThrough = "met_through"
    case metStory = "met_story"

    /// The group of values that the server writes in one request.
    public var group: ContactGroup {
        switch self {
        case .firstName, .lastName, .nickname, .gender, .description, .birthday, .death: .person
        case .job, .company: .work
        case .food: .food
        case .metOn, .metWhere, .metThrough, .metStory: .meeting
        }
    }

    /// Whether an answer of the server ever shows it.
    public var isReadable: Bool { self != .metWhere }
}

/// The values of a contact that one request replaces. The raw values are stored and never change.
public enum ContactGroup: String, CaseIterable, Codable, Sendable {
    case person
    case work
    case food
    /// How you met.
    case meeting

    /// In the order of the cases of `ContactKey`.
    public var keys: [ContactKey] { ContactKey.allCases.filter { $0.group == self } }
}

extension ContactKey: Comparable {
    /// In the order of their stored names.
    public static func < (first: ContactKey, second: ContactKey) -> Bool { first.rawValue < second.rawValue }
}
