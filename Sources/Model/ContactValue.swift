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

    /// 29 February of a year that is not known: not every year has it.
    public var isLeapDayWithoutYear: Bool {
        remindableDay == .monthDay(month: 2, day: 29)
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

/// The value that the person saw, and the value in its place; nil is no value.
public struct Delta<Value: Hashable & Sendable>: Hashable, Sendable {
    /// The former value; nil for none.
    public var before: Value?
    /// The new value; nil for none.
    public var after: Value?

    /// A change from one value to another.
    public init(before: Value?, after: Value?) {
        self.before = before
        self.after = after
    }
}

extension Delta: Codable where Value: Codable {
    // Stored: these never change.
    private enum CodingKeys: String, CodingKey {
        case before, after
    }
}
