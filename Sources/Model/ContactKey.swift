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
}

extension ContactKey: Comparable {
    /// In the order of their stored names.
    public static func < (first: ContactKey, second: ContactKey) -> Bool { first.rawValue < second.rawValue }
}
