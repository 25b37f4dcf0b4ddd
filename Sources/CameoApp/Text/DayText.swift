import Foundation
import Model

/// A day of the calendar in words; the server sends days as midnight in UTC, wherever the user is.
nonisolated enum DayText {
    /// In the person's format, such as "2 November 2025".
    static func day(_ date: Date, locale: Locale = .ofDates) -> String {
        inWords(date, .longDate, locale: locale)
    }

    /// The day of a moment in a time zone. Midnight in UTC is a day that the server sent, the same in every zone.
    static func localDay(of moment: Date, timeZone: TimeZone = .current, locale: Locale = .ofDates) -> String {
        let day = CivilDay(of: moment, in: .gmt)
        return self.day(
            moment == day.midnight ? moment : CivilDay(of: moment, in: timeZone).midnight, locale: locale)
    }

    /// The parts of a day that are said.
    enum DayParts: String {
        case longDate = "yMMMMd"
        case withoutYear = "MMMMd"
        case year = "y"
    }

    /// A day, as midnight in UTC, by the Gregorian calendar at all times, as the server counts.
    static func inWords(_ date: Date, _ parts: DayParts, locale: Locale = .ofDates) -> String {
        guard date < introductionOfGregorianCalendar else {
            let style = style(in: .gmt, locale)
            return switch parts {
            case .longDate: date.formatted(style.day().month(.wide).year())
            case .withoutYear: date.formatted(style.day().month(.wide))
            case .year: date.formatted(style.year())
            }
        }
        // The styles of Foundation change to the Julian calendar. Only DateFormatter has a property for that.
        let formatter = DateFormatter()
        formatter.locale = locale
        formatter.calendar = Calendar(identifier: .gregorian)
        formatter.timeZone = .gmt
        formatter.gregorianStartDate = .distantPast
        formatter.setLocalizedDateFormatFromTemplate(parts.rawValue)
        return formatter.string(from: date)
    }

    /// 15 October 1582.
    private static let introductionOfGregorianCalendar = Date(timeIntervalSince1970: -12_219_292_800)

    /// Day and time, where the person is.
    static func moment(_ moment: Date, timeZone: TimeZone = .current) -> String {
        moment.formatted(style(in: timeZone, .ofTimes).day().month(.abbreviated).year().hour().minute())
    }

    /// Day and time of something that was lately, where the person is: "today, 2:25 AM" rather than the date.
    static func recentMoment(_ moment: Date, now: Date = .now, timeZone: TimeZone = .current) -> String {
        let time = moment.formatted(style(in: timeZone, .ofTimes).hour().minute())
        let startOfDay = CivilDay(of: moment, in: timeZone).midnight
        switch daysAhead(startOfDay, now: now, timeZone: timeZone) {
        case 0: return tr("today, %1$s", time)
        case -1: return tr("yesterday, %1$s", time)
        default: return self.moment(moment, timeZone: timeZone)
        }
    }

    /// The time of a moment of today, day and time of any other, where the person is.
    static func shortMoment(_ moment: Date, now: Date = .now, timeZone: TimeZone = .current) -> String {
        let isToday = CivilDay(of: moment, in: timeZone) == CivilDay(of: now, in: timeZone)
        return isToday
            ? moment.formatted(style(in: timeZone, .ofTimes).hour().minute()) : self.moment(moment, timeZone: timeZone)
    }

    /// To be filled with the parts that are wanted.
    static func style(in timeZone: TimeZone, _ locale: Locale) -> Date.FormatStyle {
        // Servers count years by the Gregorian calendar, and so do ages.
        Date.FormatStyle(locale: locale, calendar: Calendar(identifier: .gregorian), timeZone: timeZone)
    }

    /// The days from the day of `now` in a time zone to a day; negative for a past day.
    static func daysAhead(_ day: Date, now: Date, timeZone: TimeZone = .current) -> Int {
        let secondsPerDay = 86_400.0
        let local = now.timeIntervalSince1970 + Double(timeZone.secondsFromGMT(for: now))
        return Int(
            (day.timeIntervalSince1970 / secondsPerDay).rounded(.down) - (local / secondsPerDay).rounded(.down))
    }

    /// How long ago a day was at a moment, rounded down; nil for a day that is yet to come.
    static func elapsed(since day: Date, now: Date, timeZone: TimeZone = .current) -> String? {
        let daysIn400Years = 146_097
        let days = -daysAhead(day, now: now, timeZone: timeZone)
        switch days {
        case ..<0: return nil
        case 0: return tr("today")
        case 1: return tr("yesterday")
        case ..<7: return trn("%d day ago", "%d days ago", days)
        case ..<31: return trn("%d week ago", "%d weeks ago", days / 7)
        case ..<365: return trn("%d month ago", "%d months ago", max(1, days * 12 / 365))
        default: return trn("%d year ago", "%d years ago", max(1, days * 400 / daysIn400Years))
        }
    }

    /// How long ago user and contact last met or called each other, or the day to come; nil if they never did.
    static func lastContact(
        called: Date?, met: Date?, now: Date = .now, timeZone: TimeZone = .current
    ) -> String? {
        LastContact.day(called: called, met: met, today: CivilDay(of: now, in: timeZone)).map { last in
            tr("Last contact: %1$s", elapsed(since: last, now: now, timeZone: timeZone) ?? day(last))
        }
    }

    /// By when something is to be done, or since when it should have been.
    static func due(_ day: Date, now: Date, timeZone: TimeZone = .current) -> String {
        let days = daysAhead(day, now: now, timeZone: timeZone)
        switch days {
        case ..<0: return trn("%d day overdue", "%d days overdue", -days)
        case 0: return tr("Due today")
        case 1: return tr("Due tomorrow")
        default: return trn("Due in %d day", "Due in %d days", days)
        }
    }

    /// A day of the next week, as people call it.
    static func comingDay(_ day: Date, daysAhead: Int, locale: Locale = .ofDates) -> String {
        switch daysAhead {
        case 0: tr("Today")
        case 1: tr("Tomorrow")
        default:
            day.formatted(
                Date.FormatStyle(
                    locale: locale, calendar: Calendar(identifier: .gregorian), timeZone: .gmt,
                    capitalizationContext: .beginningOfSentence
                ).weekday(.wide))
        }
    }
}
