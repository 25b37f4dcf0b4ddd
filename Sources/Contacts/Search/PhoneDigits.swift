import Model

/// Telephone numbers, compared by their digits alone.
enum PhoneDigits {
    /// Fewer digits match anything.
    static let minCount = 3
    private static let maxCount = 20
    /// Fewer digits without the country's code match too many numbers of other countries.
    private static let minOfCountry = 6
    /// The fewest digits of a number in a field of another type. Such a number has no letters.
    private static let minOfOther = 7

    /// The digits of each number in a text, and where they stand.
    static func numbers(in text: String) -> [[PhoneNumber.Digit]] {
        PhoneNumber.numbers(in: text).map { Array($0.digits.prefix(maxCount)) }
    }

    /// Whether a text of a field is read as numbers.
    static func isRead(_ text: String, in field: SearchField) -> Bool {
        switch field {
        case .phone: true
        case .otherContact:
            !text.contains(where: \.isLetter) && text.count(where: \.isNumber) >= minOfOther
        default: false
        }
    }

    /// The numbers from each of their digits on: looking for a beginning of one of them finds any part of a number.
    static func suffixes(of text: String) -> [String] {
        numbers(in: text).flatMap { number in
            let digits = String(number.map(\.value))
            return (0..<max(0, digits.count - minCount + 1)).map { String(digits.dropFirst($0)) }
        }
    }

    /// The forms in which the same number may be stored: international with its country's code, or as it is dialled
    /// inside the country, with a 0 or without.
    static func alternatives(of typed: PhoneNumber) -> [String] {
        let digits = String(typed.text.prefix(maxCount))
        let trimmed = String(digits.drop { $0 == "0" })
        var alternatives = digits == trimmed || trimmed.count < minCount ? [digits] : [digits, trimmed]
        if typed.hasPlus || digits.hasPrefix("00") {
            // Country codes have one to three digits.
            alternatives += (1...3).map { String(trimmed.dropFirst($0)) }.filter { $0.count >= minOfCountry }
        } else if digits.count == 11, digits.hasPrefix("1") || digits.hasPrefix("8") {
            // North America dials 1 before a number of another area; Russia and Kazakhstan dial 8.
            alternatives.append(String(digits.dropFirst()))
        }
        return alternatives
    }
}
