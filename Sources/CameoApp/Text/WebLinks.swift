import Foundation
import Network

/// The web addresses, and links to contacts, in a text that a click may open.
///
/// Each of these shows its destination letter by letter.
nonisolated enum WebLinks {
    private static let maxLength = 250
    /// Each is a small widget of its own.
    private static let maxCount = 20
    private static let letters = Set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~:/?#[]@!$&'()*+,;=%".unicodeScalars)
    /// Ends a sentence more often than an address.
    private static let punctuation = Set(".,;:!?'*".unicodeScalars)

    /// In order and apart from each other. A text that is torn goes on right behind its end.
    static func ranges(in text: String, isTorn: Bool = false) -> [Range<String.Index>] {
        var found: [Range<String.Index>] = []
        var rest = text[...]
        while found.count < maxCount, let start = rest.range(of: "://")?.lowerBound {
            let range = address(around: start, in: text, isTorn: isTorn)
            rest = text[(range?.upperBound ?? text.index(after: start))...]
            if let range, found.last.map({ $0.upperBound <= range.lowerBound }) ?? true { found.append(range) }
        }
        return found
    }

    private static func address(around colon: String.Index, in text: String, isTorn: Bool) -> Range<String.Index>? {
        let scalars = text.unicodeScalars
        guard let scheme = ["https", "http", "cameo"].first(where: { text[..<colon].lowercased().hasSuffix($0) }) else {
            return nil
        }
        let start = scalars.index(colon, offsetBy: -scheme.unicodeScalars.count)
        // Part of a longer word, which has a scheme of its own.
        if start > scalars.startIndex, isWord(scalars[scalars.index(before: start)]) { return nil }
        var end = scalars[start...].firstIndex { !letters.contains($0) } ?? scalars.endIndex
        // An address that goes on in another script is another address.
        if end < scalars.endIndex ? isWord(scalars[end]) : isTorn { return nil }
        while end > start, let last = scalars[start..<end].last,
            punctuation.contains(last) || last == ")" && isUnopened(scalars[start..<end])
        {
            end = scalars.index(before: end)
        }
        let address = text[start..<end]
        if scheme == "cameo" { return ContactLinks.number(in: String(address)) == nil ? nil : start..<end }
        guard address.utf8.count <= maxLength, let url = URL(string: String(address)), Origin(url) != nil,
            // A name before the host passes for the host.
            url.user == nil, url.password == nil, url.absoluteString == address
        else { return nil }
        return start..<end
    }

    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }

    private static func isUnopened(_ text: Substring.UnicodeScalarView) -> Bool {
        text.count { $0 == ")" } > text.count { $0 == "(" }
    }
}
