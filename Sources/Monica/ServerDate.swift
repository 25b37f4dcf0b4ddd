import Foundation
import Model

/// The server's three spellings of a moment: `2026-11-21T04:57:04Z`, the same with microseconds, and a bare day.
///
/// Read by hand: two hundred of them come with each page, and years before 1900 must not depend on a formatter's calendar.
enum ServerDate {
    private static let zero = UInt8(ascii: "0")

    static func parse(_ text: String) -> Date? {
        var rest = Substring(text).utf8
        guard let day = numbers("0000-00-00", &rest),
            let days = CivilDay(year: day[0], month: day[1], day: day[2])?.daysSince1970
        else { return nil }
        var seconds = Double(days) * CivilDay.seconds
        if !rest.isEmpty {
            guard let time = timeOfDay(&rest), let zone = zone(&rest), rest.isEmpty else { return nil }
            seconds += time - zone
        }
        return Date(timeIntervalSince1970: seconds)
    }

    private static func timeOfDay(_ rest: inout Substring.UTF8View) -> Double? {
        guard let time = numbers("T00:00:00", &rest) ?? numbers(" 00:00:00", &rest), time[0] < 24, time[1] < 60,
            time[2] <= 60
        else { return nil }
        var (fraction, weight) = (0.0, 0.1)
        if numbers(".", &rest) != nil {
            while let digit = numbers("0", &rest)?.first {
                fraction += Double(digit) * weight
                weight /= 10
            }
        }
        return Double(time[0] * 3600 + time[1] * 60 + time[2]) + fraction
    }

    /// Seconds east of UTC.
    private static func zone(_ rest: inout Substring.UTF8View) -> Double? {
        if rest.isEmpty || numbers("Z", &rest) != nil { return 0 }
        let sign = rest.first == UInt8(ascii: "-") ? -1.0 : 1
        guard let zone = numbers("+00:00", &rest) ?? numbers("-00:00", &rest), zone[0] < 24, zone[1] < 60 else {
            return nil
        }
        return sign * Double(zone[0] * 3600 + zone[1] * 60)
    }

    /// Takes the beginning of a text with these signs, where 0 stands for any digit, and returns its numbers; nil for another
    /// beginning.
    private static func numbers(_ signs: String, _ rest: inout Substring.UTF8View) -> [Int]? {
        let part = rest.prefix(signs.utf8.count)
        let isAlike = zip(part, signs.utf8).allSatisfy { $0 == $1 || $1 == zero && isDigit($0) }
        guard isAlike, part.count == signs.utf8.count else { return nil }
        rest = rest.dropFirst(part.count)
        return part.split { !isDigit($0) }.map { $0.reduce(0) { $0 * 10 + Int($1 - zero) } }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (zero...zero + 9).contains(byte) }
}
