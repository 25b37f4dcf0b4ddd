import Foundation

/// The server's three spellings of a moment: `2026-11-21T04:57:04Z`, the same with microseconds, and a bare day.
///
/// Read by hand: two hundred of them come with each page, and years before 1900 must not depend on a formatter's calendar.
enum ServerDate {
    static func parse(_ text: String) -> Date? {
        var reader = DigitReader(text)
        guard let year = reader.number(digits: 4), reader.skip("-"), let month = reader.number(digits: 2),
            reader.skip("-"), let day = reader.number(digits: 2),
            let days = CivilDay(year: year, month: month, day: day)?.daysSince1970
        else { return nil }
        var seconds = Double(days) * CivilDay.seconds
        if !reader.isAtEnd {
            guard let time = timeOfDay(&reader), let zone = zone(&reader), reader.isAtEnd else { return nil }
            seconds += time - zone
        }
        return Date(timeIntervalSince1970: seconds)
    }

    private static func timeOfDay(_ reader: inout DigitReader) -> Double? {
        guard reader.skip("T") || reader.skip(" "), let hour = reader.number(digits: 2), reader.skip(":"),
            let minute = reader.number(digits: 2), reader.skip(":"), let second = reader.number(digits: 2),
            hour < 24, minute < 60, second <= 60
        else { return nil }
        return Double(hour * 3600 + minute * 60 + second) + reader.fraction()
    }

    /// Seconds east of UTC.
    private static func zone(_ reader: inout DigitReader) -> Double? {
        if reader.isAtEnd || reader.skip("Z") { return 0 }
        let sign: Double
        if reader.skip("+") { sign = 1 } else if reader.skip("-") { sign = -1 } else { return nil }
        guard let hours = reader.number(digits: 2), reader.skip(":"), let minutes = reader.number(digits: 2),
            hours < 24, minutes < 60
        else { return nil }
        return sign * Double(hours * 3600 + minutes * 60)
    }
}

/// A day of the Gregorian calendar, also before its introduction, as the server counts.
struct CivilDay: Equatable {
    static let seconds = 86_400.0

    let year: Int
    let month: Int
    let day: Int

    init?(year: Int, month: Int, day: Int) {
        guard (1...12).contains(month), day >= 1, day <= Self.length(ofMonth: month, year: year) else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// Years are counted from March, so that the leap day is the last of its year, and in eras of 400 years.
    init(daysSince1970: Int) {
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
    init(of moment: Date, in zone: TimeZone) {
        let local = moment.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: moment))
        self.init(daysSince1970: Int((local / Self.seconds).rounded(.down)))
    }

    /// The same day of a later month, or that month's last one.
    func adding(months: Int) -> CivilDay {
        let sum = year * 12 + month - 1 + months
        let (year, month) = (sum / 12, sum % 12 + 1)
        return CivilDay(year: year, month: month, day: min(day, Self.length(ofMonth: month, year: year))) ?? self
    }

    var daysSince1970: Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

private struct DigitReader {
    private var rest: Substring.UTF8View

    init(_ text: String) {
        rest = Substring(text).utf8
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard rest.first.map({ UInt32($0) == character.value }) == true else { return false }
        rest.removeFirst()
        return true
    }

    mutating func number(digits: Int) -> Int? {
        var value = 0
        for _ in 0..<digits {
            guard let digit = digit() else { return nil }
            value = value * 10 + digit
        }
        return value
    }

    /// What follows a decimal point; 0 without one.
    mutating func fraction() -> Double {
        guard skip(".") else { return 0 }
        var value = 0.0
        var weight = 0.1
        while let digit = digit() {
            value += Double(digit) * weight
            weight /= 10
        }
        return value
    }

    private mutating func digit() -> Int? {
        guard let byte = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        rest.removeFirst()
        return Int(byte - UInt8(ascii: "0"))
    }
}
