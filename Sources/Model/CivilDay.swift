package import Foundation

/// A day of the Gregorian calendar, also before its introduction, as the server counts.
package struct CivilDay: Hashable, Sendable {
    /// Of a day.
    package static let seconds = 86_400.0

    /// By the Gregorian calendar.
    package let year: Int
    /// 1 to 12.
    package let month: Int
    /// 1 to 31.
    package let day: Int

    /// A day that there is; nil for any other.
    package init?(year: Int, month: Int, day: Int) {
        guard (1...12).contains(month), day >= 1, day <= Self.length(ofMonth: month, year: year) else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// Years are counted from March, so that the leap day is the last of its year, and in eras of 400 years.
    package init(daysSince1970: Int) {
        let shifted = daysSince1970 + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// The day that a moment is in a time zone.
    package init(of moment: Date, in zone: TimeZone) {
        let local = moment.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: moment))
        self.init(daysSince1970: Int((local / Self.seconds).rounded(.down)))
    }

    /// The same day of another year. 29 February is 1 March in years without it: for birthdays, reminders and ages alike.
    func adding(years: Int) -> CivilDay {
        let year = year + years
        return CivilDay(year: year, month: month, day: day) ?? CivilDay(year: year, month: 3, day: 1) ?? self
    }

    /// The same day of a later month, or that month's last one.
    package func adding(months: Int) -> CivilDay {
        let sum = year * 12 + month - 1 + months
        let (year, month) = (sum / 12, sum % 12 + 1)
        return CivilDay(year: year, month: month, day: min(day, Self.length(ofMonth: month, year: year))) ?? self
    }

    /// Days since 1 January 1970, negative before it.
    package var daysSince1970: Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// Whether the year has a 29 February.
    package var isInLeapYear: Bool { Self.length(ofMonth: 2, year: year) == 29 }

    /// Midnight in UTC, as the server sends days.
    package var midnight: Date { Date(timeIntervalSince1970: Double(daysSince1970) * Self.seconds) }

    private static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
