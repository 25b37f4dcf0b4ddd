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
        if special.isAgeBased {
            // Only the age was entered; the server makes a date of it.
            date = DayText.inWords(special.date, .year, locale: locale)
            withAge =
                switch age?.years {
                case nil: date
                case 0?: tr("Less than a year old")
                case let years?: trn("About %d year old", "About %d years old", years)
                }
            return
        }
        let date = DayText.inWords(special.date, special.isYearUnknown ? .withoutYear : .longDate, locale: locale)
        self.date = date
        withAge = age.map { tr("%1$s (%2$s)", date, $0.localizedDescription) } ?? date
    }
}

nonisolated extension Age {
    /// The age of a living person.
    var localizedDescription: String {
        switch unit {
        case .years: trn("%d year old", "%d years old", count)
        case .months: trn("%d month old", "%d months old", count)
        case .days: trn("%d day old", "%d days old", count)
        }
    }

    /// A death at this age on a day, which is given in words.
    func sentence(ofDeathOn day: String) -> String {
        switch unit {
        case .years: tr("Died %1$s (aged %2$s)", day, count.formatted(.number.locale(.ofNumbers)))
        // Translators: behind "at the age of".
        case .months: tr("Died %1$s at the age of %2$s", day, trn("%d month", "%d months", count))
        // Translators: behind "at the age of".
        case .days: tr("Died %1$s at the age of %2$s", day, trn("%d day", "%d days", count))
        }
    }
}
