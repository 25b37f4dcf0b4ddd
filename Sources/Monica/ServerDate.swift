import Foundation
import Model

/// The server's three spellings of a moment: `2026-11-21T04:57:04Z`, the same with microseconds, and a bare day.
///
/// Read by hand: two hundred of them come with each page, and years before 1900 must not depend on a formatter's calendar.
enum ServerDate {
    static func parse(_ text: String) -> Date? {
        var reader = DigitReader(rest: Substring(text).utf8)
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

private struct DigitReader {
    private(set) var rest: Substring.UTF8View

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

    /// The fraction behind a decimal point; 0 without a decimal point.
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
