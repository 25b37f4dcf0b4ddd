import Foundation
import Model

/// A day of the calendar in words; the server sends days as midnight in UTC, wherever the user is.
nonisolated enum DayText {
    /// In the person's format, such as "2 November 2025".
    static func day(_ date: Date, locale: Locale = .ofDates) -> String {
        date.formatted(style(in: .gmt, locale).day().month(.wide).year())
    }

    /// The day on which something happened, where the person is.
    static func day(ofMoment moment: Date) -> String {
        moment.formatted(style(in: .current, .ofDates).day().month(.wide).year())
    }

    /// Day and time, where the person is.
    static func moment(_ moment: Date) -> String {
        moment.formatted(style(in: .current, .ofDates).day().month(.abbreviated).year().hour().minute())
    }

    /// Day and time of something that was lately, where the person is: "today, 2:25 AM" rather than the date.
    static func recentMoment(_ moment: Date, now: Date = .now, timeZone: TimeZone = .current) -> String {
        let time = moment.formatted(style(in: timeZone, .ofDates).hour().minute())
        let startOfDay = CivilDay(of: moment, in: timeZone).midnight
        switch daysAhead(startOfDay, now: now, timeZone: timeZone) {
        case 0: return tr("today, %1$s", time)
        case -1: return tr("yesterday, %1$s", time)
        default: return self.moment(moment)
        }
    }

    /// The time of a moment of today, day and time of any other, where the person is.
    static func shortMoment(_ moment: Date, now: Date = .now, timeZone: TimeZone = .current) -> String {
        let isToday = CivilDay(of: moment, in: timeZone) == CivilDay(of: now, in: timeZone)
        return isToday
            ? moment.formatted(style(in: timeZone, .ofDates).hour().minute()) : self.moment(moment)
    }

    /// To be filled with the parts that are wanted.
    static func style(in timeZone: TimeZone, _ locale: Locale) -> Date.FormatStyle {
        // The server's years are those of the Gregorian calendar, and so are ages.
        Date.FormatStyle(locale: locale, calendar: Calendar(identifier: .gregorian), timeZone: timeZone)
    }

    /// How many days lie between the one that `now` is in a time zone and a day; negative for one that is past.
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

    /// How long ago user and contact last met or called each other; nil if they never did.
    static func lastContact(_ days: [Date?], now: Date = .now, timeZone: TimeZone = .current) -> String? {
        // An activity can be entered before its day.
        days.compactMap(\.self).sorted(by: >).lazy.compactMap { elapsed(since: $0, now: now, timeZone: timeZone) }.first
            .map { tr("Last contact: %1$s", $0) }
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
