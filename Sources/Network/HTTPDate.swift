public import Foundation

/// The one date format that HTTP servers must send (RFC 9110, 5.6.7).
public enum HTTPDate {
    /// Parses a date such as "Sun, 06 Nov 1994 08:49:37 GMT"; nil for any other text.
    public static func parse(_ text: String) -> Date? {
        // Foundation's formatter crashes at some texts with characters of more than one code unit.
        guard text.utf8.count == 29, text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return nil }
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.date(from: text)
    }
}
