/// Names a value that a contact has once, or one of several entries by its number.
///
/// It stays the same when the value changes, when others come and go, and in another language.
public enum FieldID: Hashable, Sendable {
    case birthdate, deceasedDate, foodPreferences, howYouMet, stayInTouch, description
    /// All of them together.
    case tags
    /// Nil for an entry without a number.
    case contactField(Int?)
    /// Nil for an entry without a number.
    case address(Int?)
    /// By the other contact.
    case relationship(Int)
    /// In a section; nil for an entry without a number.
    case entry(ContactSection, Int?)
}
