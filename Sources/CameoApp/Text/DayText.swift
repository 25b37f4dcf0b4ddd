import Foundation

/// A day of the calendar in words; the server sends days as midnight in UTC, wherever the user is.
nonisolated enum DayText {
    /// In the format of the desktop's language, such as "2 November 2025".
    static func day(_ date: Date) -> String {
        date.formatted(Date.FormatStyle(timeZone: .gmt).day().month(.wide).year())
    }

    /// How long ago a day was at a moment, rounded down; nil for a day that is yet to come.
    static func elapsed(since day: Date, now: Date, timeZone: TimeZone = .current) -> String? {
        let (secondsPerDay, daysIn400Years) = (86_400.0, 146_097)
        let local = now.timeIntervalSince1970 + Double(timeZone.secondsFromGMT(for: now))
        let days = Int(
            (local / secondsPerDay).rounded(.down) - (day.timeIntervalSince1970 / secondsPerDay).rounded(.down))
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
}
