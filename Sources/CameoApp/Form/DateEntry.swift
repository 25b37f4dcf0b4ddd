import Foundation
import Model

/// A day as somebody types it: in three fields, or by an age.
nonisolated struct DateEntry: Hashable, Sendable {
    /// The raw values are stored in drafts and never change.
    enum Kind: String, CaseIterable, Sendable {
        case unknown, exact, age
    }

    var kind = Kind.unknown
    private(set) var day = ""
    /// 1 to 12.
    var month: Int?
    private(set) var year = ""
    private(set) var age = ""
    /// The year that the age is reckoned from.
    private(set) var reckonedIn: Int

    /// An empty one.
    init(thisYear: Int) {
        reckonedIn = thisYear
    }

    /// As it is in a draft.
    init(kind: Kind, day: String, month: Int?, year: String, age: String, reckonedIn: Int) {
        self.kind = kind
        self.day = day
        self.month = month
        self.year = year
        self.age = age
        self.reckonedIn = reckonedIn
    }

    /// What is known of a day. Where no age is asked for, a year alone is one of the three fields.
    init(_ known: ContactDay?, asksForAge: Bool, thisYear: Int) {
        self.init(thisYear: thisYear)
        switch known {
        case nil: break
        case .date(let year, let month, let day):
            kind = .exact
            (self.day, self.month, self.year) = ("\(day)", month, "\(year)")
        case .monthDay(let month, let day):
            kind = .exact
            (self.day, self.month) = ("\(day)", month)
        case .year(let year) where asksForAge:
            kind = .age
            let (difference, overflow) = thisYear.subtractingReportingOverflow(year)
            age = overflow ? "" : "\(difference)"
        case .year(let year):
            kind = .exact
            self.year = "\(year)"
        }
    }

    /// Types a day, or a whole date as ISO 8601 writes it.
    mutating func type(day text: String) {
        if !typeWhole(text) { day = text }
    }

    /// Types a year, or a whole date as ISO 8601 writes it.
    mutating func type(year text: String) {
        if !typeWhole(text) { year = text }
    }

    mutating func type(age text: String, thisYear: Int) {
        guard text != age else { return }
        age = text
        reckonedIn = thisYear
    }

    private mutating func typeWhole(_ text: String) -> Bool {
        let parts = text.trimmingCharacters(in: .whitespaces).split(
            separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts.map(\.count) == [4, 2, 2] else { return false }
        let numbers = parts.compactMap { Self.number($0) }
        guard numbers.count == 3, (1...12).contains(numbers[1]) else { return false }
        (year, month, day) = (String(parts[0]), numbers[1], "\(numbers[2])")
        return true
    }

    /// The years that are no slip of the finger.
    private static let years = 100...9999
    private static let oldest = 150

    /// What was typed; nil for nothing that is known.
    ///
    /// `allowsYearAlone`: a year without its day says something too.
    func value(allowsYearAlone: Bool) throws(FormIssue) -> ContactDay? {
        switch kind {
        case .unknown: nil
        case .age: try reckonedYear()
        case .exact: try exactDay(allowsYearAlone: allowsYearAlone)
        }
    }

    private func reckonedYear() throws(FormIssue) -> ContactDay? {
        guard let age = Self.number(age), (0...Self.oldest).contains(age) else { throw .wrongAge(atMost: Self.oldest) }
        return .year(reckonedIn - age)
    }

    /// Whether what was typed as the year is none.
    var hasWrongYear: Bool {
        !Self.isBlank(year) && Self.number(year).map(Self.years.contains) != true
    }

    private func exactDay(allowsYearAlone: Bool) throws(FormIssue) -> ContactDay? {
        guard !hasWrongYear else { throw .noNumber }
        let typedYear = Self.number(year)
        if Self.isBlank(day), month == nil, let typedYear, allowsYearAlone { return .year(typedYear) }
        guard !Self.isBlank(day), let month else { throw .incompleteDate }
        guard let day = Self.number(day) else { throw .noNumber }
        // Any leap year has all days.
        guard CivilDay(year: typedYear ?? 2000, month: month, day: day) != nil else {
            throw .noSuchDay(day: day, month: month, year: typedYear)
        }
        guard let typedYear else {
            if month == 2, day == 29 { throw .leapDayWithoutYear }
            return .monthDay(month: month, day: day)
        }
        return .date(year: typedYear, month: month, day: day)
    }

    /// A number one more or less than what was typed, within bounds; nil where no number was.
    static func stepped(_ text: String, by step: Int, in bounds: ClosedRange<Int>) -> String? {
        guard let number = number(text) else { return nil }
        return "\(min(max(number + step, bounds.lowerBound), bounds.upperBound))"
    }

    static func isBlank(_ text: String) -> Bool {
        text.allSatisfy(\.isWhitespace)
    }

    /// Of the digits of any script; nil for anything else.
    private static func number(_ text: some StringProtocol) -> Int? {
        let digits = text.trimmingCharacters(in: .whitespaces)
        guard (1...6).contains(digits.count) else { return nil }
        var number = 0
        for character in digits {
            guard let digit = character.wholeNumberValue, (0...9).contains(digit) else { return nil }
            number = number * 10 + digit
        }
        return number
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

nonisolated extension DateEntry {
    /// Whether both say the same, whatever else is typed where nobody sees it.
    func isSame(as other: DateEntry) -> Bool {
        guard kind == other.kind else { return false }
        switch kind {
        case .unknown: return true
        case .age:
            if age == other.age, reckonedIn == other.reckonedIn { return true }
            guard let mine = try? value(allowsYearAlone: true), let theirs = try? other.value(allowsYearAlone: true)
            else { return false }
            return mine == theirs
        case .exact:
            func trimmed(_ entry: DateEntry) -> [String] { [entry.day, entry.year].map(FormText.trimmed) }
            return month == other.month && trimmed(self) == trimmed(other)
        }
    }
}
