import GLib

/// The bound of a text in an entry or a text view. GTK lays out all of it, and each paragraph at once.
nonisolated public struct TextBound: Sendable {
    /// In Unicode scalars.
    let maxLength: Int
    /// On one line, where a line break is a sign as others are.
    private let isLine: Bool
    private let maxParagraphs: Int
    /// Of one paragraph, by `TextCost`.
    private let maxParagraphCost: Int
    /// Of all letters together, beyond the cost of plain words.
    private let maxExtraCost: Int

    /// A line in an entry. Servers take as much, and GTK lays it out in some milliseconds.
    public static let line = TextBound(
        maxLength: 255, isLine: true, maxParagraphs: 1, maxParagraphCost: .max, maxExtraCost: .max)
    /// A line that a person typed elsewhere, and is to make shorter.
    public static let typedLine = TextBound(
        maxLength: 1_000, isLine: true, maxParagraphs: 1, maxParagraphCost: 2_500, maxExtraCost: .max)
    /// A text of several lines that is typed.
    public static let text = TextBound(
        maxLength: 65_535, isLine: false, maxParagraphs: 1_000, maxParagraphCost: 4_000, maxExtraCost: 8_000)

    /// Of an excerpt, by `TextCost`: a form may have many.
    private static let excerptCost = 60

    /// Where a text becomes too much; nil where it does not.
    private func end(of text: String) -> String.Index? {
        let scalars = text.unicodeScalars
        if maxParagraphCost == .max {
            let end = scalars.index(scalars.startIndex, offsetBy: maxLength, limitedBy: scalars.endIndex)
            return end.flatMap { $0 < scalars.endIndex ? $0 : nil }
        }
        var counter = TextCost()
        var (length, paragraphs, paragraph, extra) = (0, 1, 0, 0)
        for index in scalars.indices {
            let scalar = scalars[index]
            let isBreak = scalar == "\n" && !isLine
            let cost = scalar == "\n" && isLine ? 1 : counter.add(scalar)
            length += 1
            if isBreak {
                paragraphs += 1
                paragraph = 0
            } else {
                paragraph += cost
                extra += cost - 1
            }
            let isTooMuch =
                length > maxLength || paragraphs > maxParagraphs || paragraph > maxParagraphCost || extra > maxExtraCost
            if isTooMuch { return index }
        }
        return nil
    }

    /// Whether a text can be laid out as it is.
    public func holds(_ text: String) -> Bool { end(of: text) == nil }

    /// As much of a text as can be laid out.
    public func beginning(of text: String) -> String {
        end(of: text).map { String(text.unicodeScalars[..<$0]) } ?? text
    }

    /// Whether an excerpt stands for a text, which then cannot be edited. Of blanks alone nothing is shown.
    public func needsExcerpt(_ text: String) -> Bool {
        !holds(text) && text.unicodeScalars.contains { !$0.properties.isWhitespace }
    }

    /// The part of a text that an entry shows: all of it, an excerpt on one line, or nothing of many blanks.
    func fitted(_ text: String) -> (shown: String, isExcerpt: Bool) {
        if holds(text) { return (text, false) }
        guard text.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) else { return ("", false) }
        var counter = TextCost()
        var cost = 0
        var excerpt = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(Self.excerptCost) {
            let shown: Unicode.Scalar = scalar.properties.isWhitespace ? " " : scalar
            cost += counter.add(shown)
            if cost > Self.excerptCost { break }
            excerpt.append(shown)
        }
        return (String(excerpt) + "…", true)
    }

    /// The beginning of an insertion, as far as the bound allows; nil for all of it. `offset` counts scalars of the text.
    func part(of inserted: String, thatFitsInto text: String, at offset: Int) -> String? {
        let scalars = text.unicodeScalars
        let place = scalars.index(scalars.startIndex, offsetBy: offset, limitedBy: scalars.endIndex) ?? scalars.endIndex
        let new = Array(inserted.unicodeScalars.prefix(maxLength + 1))
        func fits(_ count: Int) -> Bool {
            var all = String.UnicodeScalarView(scalars[..<place])
            all.append(contentsOf: new[..<count])
            all.append(contentsOf: scalars[place...])
            return holds(String(all))
        }
        if fits(new.count) { return nil }
        var (least, most) = (0, new.count - 1)
        while least < most {
            let middle = (least + most + 1) / 2
            if fits(middle) { least = middle } else { most = middle - 1 }
        }
        return String(String.UnicodeScalarView(new[..<least]))
    }
}

/// A text that a row stands for without showing all of it.
final class HeldText {
    static let key: AttachmentKey = "cameo-held-text"
    let text: String

    init(_ text: String) { self.text = text }
}
