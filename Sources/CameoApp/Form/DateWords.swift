import Foundation

/// The words of dates: names of months, and words without a meaning for the date, such as "of" and names of weekdays.
nonisolated struct DateWords: Sendable {
    /// The months by name: first the names of the language, then the English names.
    private let months: [[String: Int]]
    private let fillers: Set<String>

    /// As few letters stand for a month as its name begins with.
    private static let fewestLetters = 3
    /// Endings of numbers, and the words between the parts of a date.
    private static let knownFillers: Set<String> = [
        "st", "nd", "rd", "th", "er", "re", "o", "a", "º", "ª", "de", "del", "of", "the", "le", "el", "den", "der",
        "am",
    ]

    init(_ locale: Locale) {
        var (shared, fillers) = (Set<String>(), Self.knownFillers)
        let months = [locale, Locale(identifier: "en")].map { locale in
            let calendar = Self.calendar(locale)
            let names = [
                calendar.monthSymbols, calendar.standaloneMonthSymbols, calendar.shortMonthSymbols,
                calendar.shortStandaloneMonthSymbols,
            ]
            var months: [String: Int] = [:]
            for list in names {
                for (index, name) in list.enumerated() {
                    for word in Self.words(in: name) {
                        // A word of several names names none of them.
                        if let other = months[word], other != index + 1 { shared.insert(word) }
                        months[word] = index + 1
                    }
                }
            }
            return months
        }
        for template in ["yMMMMd", "MMMMd"] {
            let format = DateFormatter.dateFormat(fromTemplate: template, options: 0, locale: locale) ?? ""
            for (index, part) in format.split(separator: "'", omittingEmptySubsequences: false).enumerated() {
                // Outside of quotes the letters of ASCII stand for parts of the date.
                let texts = index % 2 == 1 ? [part] : part.split(whereSeparator: \.isASCII)
                for text in texts { fillers.formUnion(Self.words(in: String(text))) }
            }
        }
        for locale in [locale, Locale(identifier: "en")] {
            let calendar = Self.calendar(locale)
            for name in calendar.weekdaySymbols + calendar.shortWeekdaySymbols {
                fillers.formUnion(Self.words(in: name))
            }
        }
        self.months = months.map { names in names.filter { !shared.contains($0.key) } }
        self.fillers = fillers.union(shared)
    }

    /// The month of a name or its beginning, from 1 to 12; nil for any other word.
    func month(_ word: String) -> Int? {
        let word = Self.folded(word)
        if let month = months.lazy.compactMap({ $0[word] }).first { return month }
        guard word.count >= Self.fewestLetters, !fillers.contains(word) else { return nil }
        for names in months {
            let found = Set(names.filter { $0.key.hasPrefix(word) }.values)
            if !found.isEmpty { return found.count == 1 ? found.first : nil }
        }
        return nil
    }

    /// Whether a word says nothing in a date.
    func isFiller(_ word: String) -> Bool { fillers.contains(Self.folded(word)) }

    private static func calendar(_ locale: Locale) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.locale = locale
        return calendar
    }

    private static func words(in text: String) -> [String] {
        (DateToken.all(in: text) ?? []).compactMap { if case .word(let word) = $0 { folded(word) } else { nil } }
    }

    private static func folded(_ word: String) -> String {
        word.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }
}
