import Foundation
import Model

/// A date of a person's life in words, in the person's format.
nonisolated struct DateText {
    let date: String
    /// The date, followed by the age when it is known.
    let withAge: String

    /// The age is that on the day which `now` is in a time zone.
    init(_ special: SpecialDate, now: Date, timeZone: TimeZone = .current, locale: Locale = .ofDates) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        let age = special.age(at: now, calendar: calendar)
        var style = DayText.style(in: .gmt, locale).day().month(.wide)
        if special.isAgeBased {
            // Only the age was entered; the server makes a date of it.
            style = DayText.style(in: .gmt, locale).year()
            date = special.date.formatted(style)
            withAge = age.map { trn("About %d year old", "About %d years old", $0) } ?? date
            return
        }
        if !special.isYearUnknown { style = style.year() }
        date = special.date.formatted(style)
        withAge =
            age.map { tr("%1$s (%2$s)", special.date.formatted(style), trn("%d year old", "%d years old", $0)) } ?? date
    }
}
