/// Five kinds of genders; each word that a user has for a gender is of one of them.
public enum GenderType: Sendable {
    case man, woman, other, unknown, notStated
}
