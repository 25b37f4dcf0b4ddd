import Foundation
import Model

/// Reads a date as a person types it: in the order of a language, with its names of months or without any.
nonisolated struct DateReader: Sendable {
    /// Longer texts are no dates.
    private static let maxLength = 200
    /// The years that are no slip of the finger.
    private static let years = 100...9999

    private let locale: Locale
    private let lastYear: Int
    private let order: [DatePart]
    private let words: DateWords

    /// Years of two digits are at most `lastYear`.
    init(locale: Locale, lastYear: Int) {
        self.locale = locale
        self.lastYear = lastYear
        order = DatePart.order(in: locale)
        words = DateWords(locale)
    }

    /// The day that a text means, or the year alone; nil for a blank text.
    func day(in text: String) throws(FormIssue) -> ContactDay? {
        guard text.utf8.count <= Self.maxLength, let tokens = DateToken.all(in: text) else { throw .noDate }
        if tokens.isEmpty { return nil }
        var (numbers, month) = ([DateNumber](), nil as Int?)
        for token in tokens {
            switch token {
            case .number(let number): numbers.append(number)
            case .word(let word):
                if let named = words.month(word) {
                    guard month == nil else { throw .noDate }
                    month = named
                } else if !words.isFiller(word) {
                    throw .noDate
                }
            }
        }
        if let month { return try day(parts(besides: month, numbers)) }
        return try day(parts(numbers))
    }

    /// The usual form of a day. `read` gives the same day again, if a date can express it.
    func text(of day: ContactDay) -> String {
        let texts: [String?] =
            switch day {
            case .date(let year, let month, let day):
                [long(year, month, day), numeric([.day: day, .month: month, .year: year])]
            case .monthDay(let month, let day): [long(nil, month, day), numeric([.day: day, .month: month])]
            case .year(let year): ["\(year)"]
            }
        let known = texts.compactMap(\.self)
        return known.first { (try? self.day(in: $0)) == day } ?? known.first ?? ""
    }
}

nonisolated private extension DateReader {
    /// The parts of a date as far as they were typed.
    struct Parts {
        var year: DateNumber?
        var month: Int?
        var day: Int?
    }

    /// The parts beside a month that is written by its name.
    func parts(besides month: Int, _ numbers: [DateNumber]) throws(FormIssue) -> Parts {
        switch numbers.count {
        case 0: return Parts(month: month)
        case 1:
            let isYear = numbers[0].isYear || numbers[0].value > 31
            return isYear ? Parts(year: numbers[0], month: month) : Parts(month: month, day: numbers[0].value)
        case 2:
            let isFirstYear =
                numbers[0].isYear || numbers[0].value > 31
                || !numbers[1].isYear && numbers[1].value <= 31 && order.first == .year
            let (year, day) = isFirstYear ? (numbers[0], numbers[1]) : (numbers[1], numbers[0])
            guard !day.isYear else { throw .noDate }
            return Parts(year: year, month: month, day: day.value)
        default: throw .noDate
        }
    }

    /// The parts of a date of numbers alone.
    func parts(_ numbers: [DateNumber]) throws(FormIssue) -> Parts {
        switch numbers.count {
        case 1:
            if let (year, month, day) = numbers[0].wholeDate { return Parts(year: year, month: month, day: day) }
            guard numbers[0].isYear else { throw .incompleteDate(orAge: false) }
            return Parts(year: numbers[0])
        case 2:
            guard !numbers.contains(where: \.isYear) else { throw .incompleteDate(orAge: false) }
            return withoutYear(numbers, monthFirst: isMonthFirst)
        case 3: return try parts(ofThree: numbers)
        default: throw .noDate
        }
    }

    func parts(ofThree numbers: [DateNumber]) throws(FormIssue) -> Parts {
        guard !numbers[1].isYear, !(numbers[0].isYear && numbers[2].isYear) else { throw .noDate }
        let isYearFirst = numbers[0].isYear || !numbers[2].isYear && order.first == .year
        let others = isYearFirst ? Array(numbers[1...]) : Array(numbers[..<2])
        // After the year the month comes first in every language.
        var parts = withoutYear(others, monthFirst: isYearFirst || isMonthFirst)
        parts.year = isYearFirst ? numbers[0] : numbers[2]
        return parts
    }

    /// Day and month in the order of the language, unless one of them can be no month.
    func withoutYear(_ numbers: [DateNumber], monthFirst: Bool) -> Parts {
        let (month, day) = monthFirst ? (numbers[0], numbers[1]) : (numbers[1], numbers[0])
        let isSwapped = month.value > 12 && day.value <= 12
        return isSwapped ? Parts(month: day.value, day: month.value) : Parts(month: month.value, day: day.value)
    }

    var isMonthFirst: Bool { order.first { $0 != .year } == .month }

    func day(_ parts: Parts) throws(FormIssue) -> ContactDay {
        let year = try parts.year.map { number throws(FormIssue) in try self.year(number) }
        if let year, parts.month == nil, parts.day == nil { return .year(year) }
        guard let month = parts.month, let day = parts.day else { throw .incompleteDate(orAge: false) }
        guard (1...12).contains(month) else { throw .noDate }
        // Any leap year has all days.
        guard CivilDay(year: year ?? 2000, month: month, day: day) != nil else {
            throw .noSuchDay(day: day, month: month, year: year)
        }
        guard let year else {
            if month == 2, day == 29 { throw .leapDayWithoutYear }
            return .monthDay(month: month, day: day)
        }
        return .date(year: year, month: month, day: day)
    }

    func year(_ number: DateNumber) throws(FormIssue) -> Int {
        if number.isYear {
            guard Self.years.contains(number.value) else { throw .noDate }
            return number.value
        }
        guard number.digits == 2 else { throw .noDate }
        let century = lastYear - lastYear % 100
        return century + number.value <= lastYear ? century + number.value : century - 100 + number.value
    }

    func long(_ year: Int?, _ month: Int, _ day: Int) -> String? {
        guard let date = CivilDay(year: year ?? 2000, month: month, day: day)?.midnight else { return nil }
        let style = DayText.style(in: .gmt, locale).day().month(.wide)
        return date.formatted(year == nil ? style : style.year())
    }

    func numeric(_ values: [DatePart: Int]) -> String {
        let order: [DatePart] = order.first == .year ? [.year, .month, .day] : order
        return order.compactMap { values[$0].map { "\($0)" } }.joined(separator: order.first == .year ? "-" : "/")
    }
}

/// A number in a date as it was typed.
nonisolated struct DateNumber: Hashable, Sendable {
    var value: Int
    /// With the zeros in front.
    var digits: Int

    /// Whether it can be nothing but a year.
    var isYear: Bool { digits > 2 }

    /// A whole date without anything between its parts: year, month, day.
    var wholeDate: (year: DateNumber, month: Int, day: Int)? {
        guard digits == 8 else { return nil }
        return (DateNumber(value: value / 10_000, digits: 4), value / 100 % 100, value % 100)
    }
}

/// A typed part of a date, without the signs between the parts.
nonisolated enum DateToken: Hashable, Sendable {
    case number(DateNumber)
    case word(String)

    private static let maxDigits = 8

    /// The parts of a text; nil where it has something that is in no date.
    static func all(in text: String) -> [DateToken]? {
        var tokens: [DateToken] = []
        // Digits of any script are numbers. Any other sign ends a part.
        var last = Kind.gap
        for scalar in text.unicodeScalars {
            guard let kind = Kind(scalar) else { return nil }
            defer { last = kind }
            switch (kind, tokens.last) {
            case (.gap, _): continue
            case (.digit(let digit), .number(let number)) where last != .gap:
                guard number.digits < maxDigits else { return nil }
                let longer = DateNumber(value: number.value * 10 + digit, digits: number.digits + 1)
                tokens[tokens.count - 1] = .number(longer)
            case (.digit(let digit), _): tokens.append(.number(DateNumber(value: digit, digits: 1)))
            case (.letter, .word(let word)) where last != .gap:
                tokens[tokens.count - 1] = .word(word + String(scalar))
            case (.letter, _): tokens.append(.word(String(scalar)))
            }
        }
        return tokens
    }

    private enum Kind: Equatable {
        case digit(Int), letter, gap

        /// Nil for signs that no date has.
        init?(_ scalar: Unicode.Scalar) {
            let properties = scalar.properties
            if properties.isWhitespace {
                self = .gap
                return
            }
            switch properties.generalCategory {
            case .decimalNumber: self = .digit(Int(properties.numericValue ?? 0))
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
                .nonspacingMark, .spacingMark:
                self = .letter
            case .format, .dashPunctuation, .otherPunctuation, .openPunctuation,
                .closePunctuation, .initialPunctuation, .finalPunctuation, .connectorPunctuation:
                self = .gap
            default: return nil
            }
        }
    }
}

/// The order in which a language writes the parts of a date.
nonisolated enum DatePart: Hashable, Sendable {
    case day, month, year

    static func order(in locale: Locale) -> [DatePart] {
        let format = DateFormatter.dateFormat(fromTemplate: "yMMMMd", options: 0, locale: locale) ?? "dMMMMy"
        var order: [DatePart] = []
        var isQuoted = false
        for letter in format {
            if letter == "'" { isQuoted.toggle() }
            let part: DatePart? =
                switch letter {
                case "d": .day
                case "M", "L": .month
                case "y": .year
                default: nil
                }
            if let part, !isQuoted, !order.contains(part) { order.append(part) }
        }
        return order.count == 3 ? order : [.day, .month, .year]
    }
}
