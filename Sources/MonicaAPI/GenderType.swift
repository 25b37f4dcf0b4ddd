/// The server's five kinds of genders; each word that a user has for a gender is of one of them.
public enum GenderType: String, Sendable {
    case man = "M"
    case woman = "F"
    case other = "O"
    case unknown = "U"
    case notStated = "N"

    /// That of a contact, or of one that is named in another.
    init?(_ object: JSONObject) {
        guard let type = object.string("gender_type").flatMap(GenderType.init) else { return nil }
        self = type
    }
}
