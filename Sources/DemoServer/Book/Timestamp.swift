/// A second of UTC, and the three ways in which Monica spells one.
struct Timestamp: Hashable, Comparable, Sendable {
    /// Since 1970.
    var seconds: Int

    static let day = 86_400

    init(seconds: Int) {
        self.seconds = seconds
    }

    /// Midnight of a day of the Gregorian calendar; days beyond the month's end run into the next month.
    init(year: Int, month: Int, day: Int) {
        // Howard Hinnant's days_from_civil: years begin in March, so that the leap day comes last.
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        seconds = (era * 146_097 + dayOfEra - 719_468) * Timestamp.day
    }

    static func < (left: Timestamp, right: Timestamp) -> Bool { left.seconds < right.seconds }

    func adding(days: Int) -> Timestamp { Timestamp(seconds: seconds + days * Timestamp.day) }

    var midnight: Timestamp { Timestamp(seconds: seconds - (seconds % Timestamp.day + Timestamp.day) % Timestamp.day) }

    var civil: (year: Int, month: Int, day: Int) {
        let days = midnight.seconds / Timestamp.day + 719_468
        let era = (days >= 0 ? days : days - 146_096) / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }

    /// `2026-11-21`.
    var date: String {
        let (year, month, day) = civil
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }

    /// `2026-11-21T04:57:04Z`, the most common form.
    var text: String { "\(date)T\(time)Z" }

    /// `2025-01-10T00:00:00.000000Z`, in which Monica sends the last call and the last activity.
    var microseconds: String { "\(date)T\(time).000000Z" }

    /// `Sat, 21 Nov 2026 05:04:58 GMT`, as HTTP headers have it.
    var http: String {
        let (year, month, day) = civil
        let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let weekday = weekdays[(midnight.seconds / Timestamp.day % 7 + 7) % 7]
        return "\(weekday), \(padded(day, 2)) \(months[month - 1]) \(padded(year, 4)) \(time) GMT"
    }

    private var time: String {
        let second = seconds - midnight.seconds
        return "\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
    }

    private func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
