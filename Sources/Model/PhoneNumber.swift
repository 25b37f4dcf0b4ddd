/// A telephone number as it stands in a text that people typed or copied.
///
/// Dashes, brackets and spaces stand between the groups of one number. Between whole numbers they part two. Invisible
/// signs part nothing. Digits of every script are digits. A word in front, such as "tel:", is no part of the number.
public struct PhoneNumber: Sendable, Equatable {
    /// One digit, 0 to 9, and where it stands in the text.
    public struct Digit: Sendable, Equatable {
        /// In ASCII.
        public let value: Character
        /// The place in the text that the number was read from.
        public let index: String.Index
    }

    /// Without the "(0)" of a number, which is not dialled with the country's code.
    public internal(set) var digits: [Digit] = []
    /// Whether a plus stands in front.
    public internal(set) var hasPlus = false
    /// Whether there is anything in it that no number has, such as a letter or a `*`.
    public internal(set) var hasOtherSigns = false
    /// Whether a sign parts the digits.
    var isGrouped = false
    /// Whether the first digit stands in brackets, as in an area code.
    var isBracketed = false

    /// The digits alone.
    public var text: String { String(digits.map(\.value)) }

    /// With the country's code.
    var isInternational: Bool { hasPlus || text.hasPrefix("00") }

    /// The numbers that stand in a text, in its order. Two that a comma, a slash or a word parts are two.
    public static func numbers(in text: String) -> [PhoneNumber] {
        var reader = PhoneReader()
        return reader.read(text)
    }

    /// The first number of a text, with its plus, as it is dialled. Nil without a number, for codes with `*` or `#`, and for
    /// numbers with letters.
    public static func dialled(_ text: String) -> String? {
        guard let first = numbers(in: text).first, !first.hasOtherSigns, first.digits.count <= maxCount else {
            return nil
        }
        return (first.hasPlus ? "+" : "") + first.text
    }

    /// E.164 of the ITU allows 15 digits; prefixes come in front of them.
    private static let maxCount = 20
}

extension PhoneNumber {
    /// Whether this number ends at the sign, and the next one is another number. An area code also ends at such a sign: in
    /// front of a slash it has a plus, a zero or brackets.
    func isWhole(before next: PhoneNumber, at end: PhoneReader.End) -> Bool {
        guard !digits.isEmpty, !next.digits.isEmpty else { return false }
        if end == .plus || next.hasPlus { return true }
        let hasCode = isInternational || text.hasPrefix("0")
        if end == .dash {
            // Together, two local numbers have too many digits for one without a code.
            let areTwo = !hasCode && min(digits.count, next.digits.count) >= Self.minLocal
            return isComplete && (areTwo || next.digits.count >= Self.minWhole)
        }
        let isAreaCode = hasCode || isBracketed && !next.isBracketed
        let nextBegins = next.text.hasPrefix("0") && next.digits.count >= Self.minWithTrunk
        return isComplete || !isAreaCode || nextBegins && digits.count >= Self.minWithoutArea
    }

    private var isComplete: Bool {
        if isInternational { return digits.count >= Self.minInternational }
        if text.hasPrefix("0") { return digits.count >= (isGrouped ? Self.minGrouped : Self.minWithArea) }
        return digits.count >= Self.minWithoutArea
    }

    /// The fewest digits of whole numbers of each form.
    private static let minInternational = 8
    private static let minWithArea = 8
    private static let minWithTrunk = 6
    private static let minGrouped = 6
    private static let minWhole = 7
    private static let minWithoutArea = 5
    /// The fewest digits of a number beside another one without a code.
    private static let minLocal = 6
    /// The fewest digits of a number in brackets. The codes of a country and an area together have fewer.
    static let minBracketed = 7
}
