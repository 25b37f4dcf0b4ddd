public import Foundation

/// A birthday, a day of death or of a first meeting.
public struct SpecialDate: Sendable, Equatable {
    /// Midnight in UTC.
    public let date: Date
    /// Only the age is known: the day is 1 January of the reckoned year.
    public let isAgeBased: Bool
    /// Only day and month are known: the year is that of the entry and means nothing.
    public let isYearUnknown: Bool

    /// A day, known as far as told.
    public init(date: Date, isAgeBased: Bool = false, isYearUnknown: Bool = false) {
        self.date = Date(
            timeIntervalSince1970: (date.timeIntervalSince1970 / CivilDay.seconds).rounded(.down) * CivilDay.seconds)
        self.isAgeBased = isAgeBased
        self.isYearUnknown = isYearUnknown
    }

    /// Nil if unknown.
    public var year: Int? { isYearUnknown ? nil : civil.year }
    /// Nil if it is unknown, or reckoned from an age.
    public var knownYear: Int? { isAgeBased ? nil : year }
    /// 1 to 12.
    public var month: Int { civil.month }
    /// 1 to 31.
    public var day: Int { civil.day }

    /// The time from this day to the day of `moment` in the calendar's time zone. Nil where the year is unknown, and before the day.
    public func age(at moment: Date, calendar: Calendar = .current) -> Age? {
        guard year != nil else { return nil }
        let today = CivilDay(of: moment, in: calendar.timeZone)
        guard isAgeBased else { return Age(from: civil, to: today) }
        return today.year >= civil.year ? Age(years: today.year - civil.year) : nil
    }

    private var civil: CivilDay {
        CivilDay(daysSince1970: Int(date.timeIntervalSince1970 / CivilDay.seconds))
    }
}
