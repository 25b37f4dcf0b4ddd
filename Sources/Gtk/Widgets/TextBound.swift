import GLib

/// The bound of a text in an entry or a text view. GTK lays out the whole text, and each paragraph at once.
nonisolated public struct TextBound: Sendable {
    /// In Unicode scalars.
    let maxLength: Int
    /// Whether the text is on one line, where a line break is an ordinary character.
    private let isLine: Bool
    private let maxParagraphs: Int
    /// The largest cost of one paragraph, by `TextCost`.
    private let maxParagraphCost: Int
    /// The largest cost of all letters together, in addition to plain words.
    private let maxExtraCost: Int

    /// A line in an entry. Servers accept this length, and GTK lays it out in some milliseconds.
    public static let line = TextBound(
        maxLength: 255, isLine: true, maxParagraphs: 1, maxParagraphCost: .max, maxExtraCost: .max)
    /// A typed or pasted line, which the person may have to shorten. Its largest cost is that of a paragraph of `text`.
    public static let typedLine = TextBound(
        maxLength: 1_000, isLine: true, maxParagraphs: 1, maxParagraphCost: .max, maxExtraCost: .max)
    /// A text of several lines.
    public static let text = TextBound(
        maxLength: 65_535, isLine: false, maxParagraphs: 1_000, maxParagraphCost: 4_000, maxExtraCost: 8_000)

    /// The cost of an excerpt, by `TextCost`: a form may have many.
    private static let excerptCost = 60

    /// The position at which a text exceeds the bound; nil where it does not.
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

    /// Whether a text is within the bound.
    public func holds(_ text: String) -> Bool { end(of: text) == nil }

    /// The beginning of a text within the bound.
    public func beginning(of text: String) -> String {
        end(of: text).map { String(text.unicodeScalars[..<$0]) } ?? text
    }

    /// Whether an excerpt replaces a text, which then cannot be edited. Of blanks alone the excerpt is empty.
    public func needsExcerpt(_ text: String) -> Bool {
        !holds(text) && text.unicodeScalars.contains { !$0.properties.isWhitespace }
    }

    /// The part of a text that an entry shows: all of it or an excerpt on one line. Nothing for many blanks.
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

    /// The beginning of an insertion within the bound; nil for all of it. `offset` counts scalars of the text.
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

/// A row with a text that is cut at a bound.
@MainActor
public protocol BoundedRow: AnyObject {
    /// Calls back with each change of the text.
    func onTextChange(_ handler: @escaping @MainActor (String) -> Void)
    /// Calls back after a typed or pasted text was cut.
    func onCut(_ handler: @escaping @MainActor () -> Void)
}

/// The handler for the cuts of a text in a buffer.
final class CutHandler {
    static let key: AttachmentKey = "cameo-cut"
    let handler: @MainActor () -> Void

    init(_ handler: @escaping @MainActor () -> Void) { self.handler = handler }
}

/// The full text of a row that shows only a part.
final class HeldText {
    static let key: AttachmentKey = "cameo-held-text"
    let text: String

    init(_ text: String) { self.text = text }
}
