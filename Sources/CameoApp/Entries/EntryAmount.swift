import Foundation
import Model

/// An amount of money as a person types it, such as "1,234.50" or "12,5 €".
nonisolated enum EntryAmount {
    private static let maxDigits = 10
    private static let separators: Set<Character> = [".", ",", "\u{66B}"]
    private static let gaps: Set<Character> = [" ", "\u{A0}", "\u{202F}", "'", "’", "\u{66C}"]

    /// A number with a point before its decimals; nil for no text. `hasThousandths`: its currency has three decimals.
    static func number(
        in text: String, hasThousandths: Bool = false, locale: Locale = .ofNumbers
    ) throws(FormIssue) -> String? {
        let typed = FormText.trimmed(text)
        if typed.isEmpty { return nil }
        guard let first = typed.firstIndex(where: \.isWholeNumber), let last = typed.lastIndex(where: \.isWholeNumber),
            !typed.contains("-"), !typed.contains("−")
        else { throw .noAmount }
        let middle = typed[start(of: first, in: typed)...last].filter { !gaps.contains($0) }
        guard middle.allSatisfy({ $0.isWholeNumber || separators.contains($0) }) else { throw .noAmount }
        var (whole, decimals) = (middle, "")
        if let point = middle.lastIndex(where: separators.contains) {
            let (before, tail) = (middle[..<point], middle[middle.index(after: point)...])
            // Three digits are decimals after a zero and after another separator. Else they are mostly thousands.
            let mayBeThousandths = hasThousandths && String(middle[point]) != locale.groupingSeparator
            let isDecimal =
                tail.count < 3 || digits(before).allSatisfy { $0 == "0" }
                || tail.count == 3 && (mayBeThousandths || before.contains(where: separators.contains))
            if isDecimal, !before.contains(middle[point]) { (whole, decimals) = (String(before), digits(tail)) }
        }
        guard whole.first?.isWholeNumber ?? !decimals.isEmpty else { throw .noAmount }
        let digits = whole.isEmpty ? "0" : digits(whole[...])
        guard max(digits.count, decimals.count) <= maxDigits else { throw .noAmount }
        return decimals.isEmpty ? digits : "\(digits).\(decimals)"
    }

    /// Whether a number has three decimals.
    static func hasThousandths(_ number: String?) -> Bool {
        number?.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last?.count == 3
    }

    /// A number as it stands in the line.
    static func text(_ number: String?, locale: Locale = .ofNumbers) -> String {
        number?.replacing(".", with: locale.decimalSeparator ?? ".") ?? ""
    }

    /// A separator before the first digit belongs to the number, as in ".50", unless a letter is before it, as in "Rs.50".
    private static func start(of first: String.Index, in typed: String) -> String.Index {
        let before = typed[..<first]
        guard let last = before.last, separators.contains(last), before.dropLast().last?.isLetter != true else {
            return first
        }
        return typed.index(before: first)
    }

    private static func digits(_ text: Substring) -> String {
        text.compactMap { $0.wholeNumberValue.map { "\($0)" } }.joined()
    }
}
