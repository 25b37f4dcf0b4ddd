public import Foundation

/// A reminder of the server, for one day or for days at equal distance.
public struct Reminder: Sendable, Equatable {
    /// The distance of its days.
    public enum Frequency: Sendable, Equatable {
        case once
        /// Every so many of them.
        case weeks(Int), months(Int), years(Int)
    }

    /// Nil if the server sends none.
    public let id: Int?
    /// The title in the user's or the server's words.
    public let title: String
    /// More about it, in the user's own words.
    public let description: String?
    /// How often it comes.
    public let frequency: Frequency
    /// The first day, as midnight in UTC.
    public let initialDate: Date?
    /// Whether the server made it itself, of a birthday or another day of the contact.
    public let isAutomatic: Bool

    /// A reminder by its stored parts.
    public init(
        id: Int?, title: String, description: String? = nil, frequency: Frequency, initialDate: Date?,
        isAutomatic: Bool = false
    ) {
        self.id = id
        self.title = title
        self.description = description
        self.frequency = frequency
        self.initialDate = initialDate
        self.isAutomatic = isAutomatic
    }

    /// Whether a title has a name in it that is no piece of a word, where words have spaces between them.
    public static func title(_ title: String, names name: String) -> Bool {
        title.ranges(of: name).contains { range in
            let before = title[..<range.lowerBound].last
            let after = title[range.upperBound...].first
            return ![before, after].contains { $0?.isCased ?? false }
        }
    }

    /// The next day of the reminder, as midnight in UTC: the day of `moment` in the calendar's time zone, or a later one. Nil
    /// without such a day.
    public func nextDate(at moment: Date, calendar: Calendar = .current) -> Date? {
        guard let initialDate else { return nil }
        let first = CivilDay(of: initialDate, in: .gmt)
        let today = CivilDay(of: moment, in: calendar.timeZone)
        let next: CivilDay? =
            if first.daysSince1970 >= today.daysSince1970 {
                first
            } else {
                switch frequency {
                case .once: nil
                case .weeks(let count): first.next(every: count * 7, from: today)
                case .months(let count) where count.isMultiple(of: 12): first.next(everyYears: count / 12, from: today)
                case .months(let count): first.next(everyMonths: count, from: today)
                case .years(let count): first.next(everyYears: count, from: today)
                }
            }
        return next?.midnight
    }
}

extension CivilDay {
    /// The first of the days at this distance from each other, this one among them, that is not before `today`.
    fileprivate func next(every days: Int, from today: CivilDay) -> CivilDay {
        let passed = today.daysSince1970 - daysSince1970
        return CivilDay(daysSince1970: daysSince1970 + (passed + days - 1) / days * days)
    }

    fileprivate func next(everyYears years: Int, from today: CivilDay) -> CivilDay {
        let rounds = (today.year - year + years - 1) / years
        let candidate = adding(years: rounds * years)
        return candidate.daysSince1970 >= today.daysSince1970 ? candidate : adding(years: (rounds + 1) * years)
    }

    fileprivate func next(everyMonths months: Int, from today: CivilDay) -> CivilDay {
        let passed = (today.year - year) * 12 + today.month - month
        let rounds = (passed + months - 1) / months
        let candidate = adding(months: rounds * months)
        return candidate.daysSince1970 >= today.daysSince1970 ? candidate : adding(months: (rounds + 1) * months)
    }
}
