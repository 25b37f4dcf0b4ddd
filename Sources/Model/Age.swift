/// The age of a person: in years, below two years in months, below one month in days.
public struct Age: Sendable, Equatable {
    /// The unit that people use for that age.
    public enum Unit: Sendable {
        case days, months, years
    }

    /// The unit of `count`.
    public let unit: Unit
    /// Full units; never negative.
    public let count: Int
    /// Full years.
    public let years: Int

    /// An age of which only the years are known.
    package init(years: Int) {
        (unit, count, self.years) = (.years, years, years)
    }

    /// Nil for a day after `today`.
    package init?(from birth: CivilDay, to today: CivilDay) {
        let days = today.daysSince1970 - birth.daysSince1970
        guard days >= 0 else { return nil }
        let isMonthFull = today.day >= birth.day
        let months = (today.year - birth.year) * 12 + today.month - birth.month - (isMonthFull ? 0 : 1)
        years = months / 12
        (unit, count) =
            switch months {
            case 24...: (.years, years)
            case 1...: (.months, months)
            default: (.days, days)
            }
    }
}
