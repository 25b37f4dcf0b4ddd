import Foundation
import Model

/// A day as a person types it: as a date, or by an age.
nonisolated struct DateEntry: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case date, age
    }

    var kind = Kind.date
    /// The date to the letter; nil for a stored date, which each language writes its own way.
    private(set) var typed: String?
    /// The meaning of the date.
    private(set) var reading = DateReading.nothing
    private(set) var age = ""
    /// The year that the age is reckoned from.
    private(set) var reckonedIn: Int

    /// An empty one.
    init(thisYear: Int) {
        reckonedIn = thisYear
    }

    /// An entry of a known day. With `asksForAge`, a year alone is an age.
    init(_ known: ContactDay?, asksForAge: Bool, thisYear: Int) {
        self.init(thisYear: thisYear)
        switch known {
        case nil: break
        case .year(let year) where asksForAge:
            kind = .age
            let (difference, overflow) = thisYear.subtractingReportingOverflow(year)
            age = overflow ? "" : "\(difference)"
        case .some(let day): reading = .day(day)
        }
    }

    /// As it is in a draft.
    init(kind: Kind, typed: String?, reading: DateReading, age: String, reckonedIn: Int) {
        self.kind = kind
        self.typed = typed
        self.reading = reading
        self.age = age
        self.reckonedIn = reckonedIn
    }

    mutating func type(_ text: String, by reader: DateReader) {
        typed = text
        reading = DateReading(text, by: reader)
    }

    mutating func type(age text: String, thisYear: Int) {
        guard text != age else { return }
        age = text
        reckonedIn = thisYear
    }

    /// The date as it stands in its line.
    func text(by reader: DateReader) -> String {
        if let typed { return typed }
        return if case .day(let day) = reading { reader.text(of: day) } else { "" }
    }

    /// Whether nothing is typed.
    var isEmpty: Bool { kind == .date ? reading == .nothing : Self.isBlank(age) }

    static let ages = 0...150

    /// The typed day; nil for none.
    ///
    /// With `allowsYearAlone`, a year without a day is a value. With `asksForAge`, the error for an incomplete date mentions
    /// the age.
    func value(allowsYearAlone: Bool, asksForAge: Bool = false) throws(FormIssue) -> ContactDay? {
        if kind == .age { return try reckonedYear() }
        switch reading {
        case .nothing: return nil
        case .day(.year) where !allowsYearAlone: throw .incompleteDate(orAge: asksForAge)
        case .day(let day): return day
        case .wrong(.incompleteDate): throw .incompleteDate(orAge: asksForAge)
        case .wrong(let issue): throw issue
        }
    }

    private func reckonedYear() throws(FormIssue) -> ContactDay? {
        if Self.isBlank(age) { return nil }
        guard let age = Self.number(age), Self.ages.contains(age) else {
            throw .wrongAge(atMost: Self.ages.upperBound)
        }
        return .year(reckonedIn - age)
    }

    /// Whether both mean the same. Text in the hidden line does not count.
    func isSame(as other: DateEntry) -> Bool {
        let values = [self, other].map { entry in
            Result { () throws(FormIssue) in try entry.value(allowsYearAlone: true) }
        }
        if case .success(let mine) = values[0], case .success(let theirs) = values[1] { return mine == theirs }
        return self == other
    }

    /// The typed number plus `step`, within bounds; nil for text that is no number.
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

/// The meaning of a typed date.
nonisolated enum DateReading: Hashable, Sendable {
    case nothing
    case day(ContactDay)
    case wrong(FormIssue)

    init(_ text: String, by reader: DateReader) {
        do throws(FormIssue) {
            self = try reader.day(in: text).map { .day($0) } ?? .nothing
        } catch {
            self = .wrong(error)
        }
    }
}
