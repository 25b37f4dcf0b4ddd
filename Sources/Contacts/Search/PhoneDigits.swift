/// Telephone numbers, compared by their digits alone.
enum PhoneDigits {
    /// Fewer digits match anything.
    static let minCount = 3
    private static let maxCount = 20
    /// Fewer digits without the country's code match too many numbers of other countries.
    private static let minOfCountry = 6

    /// The digits of a number and where they stand; "(0)" inside an international number is not dialled.
    static func digits(of text: String) -> [(digit: Character, index: String.Index)] {
        let undialled = text.firstRange(of: "(0)")
        var digits: [(Character, String.Index)] = []
        for index in text.indices where undialled?.contains(index) != true {
            guard let value = text[index].wholeNumberValue, (0...9).contains(value), digits.count < maxCount else {
                continue
            }
            digits.append((Character("\(value)"), index))
        }
        return digits
    }

    /// The number from each of its digits on: looking for a beginning of one of them finds any part of the number.
    static func suffixes(of text: String) -> [String] {
        let digits = String(digits(of: text).map(\.digit))
        return (0..<max(0, digits.count - minCount + 1)).map { String(digits.dropFirst($0)) }
    }

    /// The forms in which the same number may be stored: international with its country's code, or as it is dialled
    /// inside the country, with a 0 or without.
    static func alternatives(of typed: String) -> [String] {
        let digits = String(digits(of: typed).map(\.digit))
        let trimmed = String(digits.drop { $0 == "0" })
        var alternatives = digits == trimmed || trimmed.count < minCount ? [digits] : [digits, trimmed]
        if typed.hasPrefix("+") || digits.hasPrefix("00") {
            // Country codes have one to three digits.
            alternatives += (1...3).map { String(trimmed.dropFirst($0)) }.filter { $0.count >= minOfCountry }
        }
        return alternatives
    }
}
