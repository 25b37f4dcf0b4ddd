/// A value of a contact. An unknown or empty value is none.
public enum ContactValue: Hashable, Sendable {
    case text(String)
    case day(ContactDay)
    /// Dead, since a day where it is known.
    case death(ContactDay?)
    case contact(AnyContactID)

    /// A text as the server keeps it: without blanks around it; nil for an empty one.
    public static func text(trimming text: String?) -> ContactValue? {
        guard let text = text?.trimmed, !text.isEmpty else { return nil }
        return .text(text)
    }

    /// The day that the server may have a yearly reminder of: none of those reckoned from an age.
    public var remindableDay: ContactDay? {
        switch self {
        case .day(.year), .death(.year): nil
        case .day(let day): day
        case .death(let day): day
        default: nil
        }
    }
}

/// A day as far as it is known.
public enum ContactDay: Hashable, Sendable {
    case date(year: Int, month: Int, day: Int)
    /// Without the year.
    case monthDay(month: Int, day: Int)
    /// The year alone, reckoned from an age.
    case year(Int)
}
