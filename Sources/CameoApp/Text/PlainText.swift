import Foundation
import Gtk
import Model

/// Text from the server, made fit to show. The text stays within its place and has a limited length.
///
/// Lengths are in Unicode scalars: a letter may have any number of them.
nonisolated enum PlainText {
    /// Beyond, a text is cut.
    static let maxLength = 2_000
    /// Notes are read as a whole.
    static let maxNoteLength = 20_000
    /// For a name, a label, a title.
    static let maxLineLength = 300
    /// On one letter.
    private static let maxMarks = 8
    /// How many scalars are read for each that is kept: most of a text may be left out, such as marks.
    private static let maxReading = 4

    /// On one line, without control characters and characters that turn the direction of the text around them.
    static func line(_ text: String, atMost limit: Int = maxLineLength) -> String {
        if isPlain(text, atMost: limit) { return text }
        return String(cut(scalars(of: text, atMost: limit, onOneLine: true), to: limit))
    }

    /// As `line`, with the marked ranges of the text.
    static func line(
        _ text: String, marking ranges: [Range<String.Index>]
    ) -> (text: String, marks: [Range<String.Index>]) {
        if isPlain(text, atMost: maxLineLength) { return (text, ranges) }
        var line = ""
        var marks: [Range<Int>] = []
        var rest = text.startIndex
        func add(until end: String.Index) {
            let part = String(text[rest..<end])
            line += String(scalars(of: part, atMost: maxLineLength, onOneLine: true, keepingEnds: true))
            rest = end
        }
        for range in ranges where range.lowerBound >= rest {
            add(until: range.lowerBound)
            let start = line.utf8.count
            add(until: range.upperBound)
            marks.append(start..<line.utf8.count)
        }
        add(until: text.endIndex)
        let bytes = line.utf8
        return (
            line,
            marks.map {
                bytes.index(
                    bytes.startIndex, offsetBy: $0.lowerBound)..<bytes.index(
                        bytes.startIndex, offsetBy: $0.upperBound)
            }
        )
    }

    /// As `line`, on as many lines as it has.
    static func cleaned(_ text: String, atMost limit: Int = maxLength) -> String {
        let kept = cut(scalars(of: text, atMost: limit, onOneLine: false), to: limit)
        return String(kept).trimmed
    }

    /// As `cleaned`, with the marks of Markdown taken out or replaced by plain signs.
    static func cleaned(markdown: String, atMost limit: Int = maxNoteLength) -> String {
        Markdown.plain(cleaned(markdown, atMost: limit))
    }

    /// Text that reads from left to right in every language, for a line that may go the other way: an isolate (Unicode
    /// Standard Annex 9, 2.4). For showing only.
    static func leftToRight(_ text: String) -> String {
        "\u{2066}\(text)\u{2069}"
    }

    /// A text that reads the way its own letters do, and turns nothing around it. For showing only.
    static func isolated(_ text: some StringProtocol) -> String {
        "\u{2068}\(text)\u{2069}"
    }

    /// A line that begins on the same side as the interface's lines, with any first letter. For showing only.
    ///
    /// Pango takes the side from the first letter, in an isolate too.
    static func line(_ text: some StringProtocol, rightToLeft: Bool) -> String {
        (rightToLeft ? "\u{200f}" : "\u{200e}") + text
    }

    /// Whether nothing is to be taken out, which is so for most texts: each row that a list makes has several of them.
    private static func isPlain(_ text: String, atMost limit: Int) -> Bool {
        let bytes = text.utf8
        guard bytes.count <= limit, bytes.first != UInt8(ascii: " "), bytes.last != UInt8(ascii: " ") else {
            return false
        }
        return bytes.allSatisfy { (0x20..<0x7f).contains($0) } || text.unicodeScalars.allSatisfy(isPlain)
    }

    /// Whether it is neither a space, a mark nor a control: of Latin, Greek and Cyrillic their ranges alone tell.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20..<0x7f, 0xa1..<0x300, 0x370..<0x483, 0x48a..<0x530: true
        default: false
        }
    }

    private static func scalars(
        of text: String, atMost limit: Int, onOneLine: Bool, keepingEnds: Bool = false
    ) -> String.UnicodeScalarView {
        var result = String.UnicodeScalarView()
        var count = 0
        var space: Unicode.Scalar?
        var marks = 0
        for scalar in text.unicodeScalars.prefix(Self.maxReading * limit) {
            // The cut parts no letter from its marks.
            let isSpace = scalar.properties.isWhitespace && (onOneLine || scalar == "\n" || scalar == "\t")
            if !isSpace, turnsOrControls(scalar) { continue }
            // No script has so many on one letter: they would tower over other lines.
            marks = scalar.isMark ? marks + 1 : 0
            if marks > maxMarks { continue }
            let isNewline = scalar == "\n" || scalar == "\u{2028}" || scalar == "\u{2029}"
            if isNewline, !onOneLine {
                result.append("\n")
                space = nil
                count += 1
            } else if scalar.properties.isWhitespace, onOneLine || scalar == "\t" {
                if onOneLine {
                    if count > 0 || keepingEnds { space = " " }
                } else {
                    result.append(" ")
                    count += 1
                }
            } else {
                if let space {
                    result.append(space)
                    count += 1
                }
                space = nil
                result.append(scalar)
                count += 1
            }
            // One more tells that there is more.
            if count > limit { break }
        }
        if keepingEnds, let space { result.append(space) }
        return result
    }

    private static func turnsOrControls(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Embeddings, overrides and isolates (Unicode Standard Annex 9, 2).
        case 0x202a...0x202e, 0x2066...0x2069: true
        case 0..<0x20, 0x7f...0x9f: true
        default: false
        }
    }

    /// At a place where no letter is taken apart, if there is one nearby.
    private static func cut(_ text: String.UnicodeScalarView, to limit: Int) -> String.UnicodeScalarView {
        guard let end = text.index(text.startIndex, offsetBy: limit, limitedBy: text.endIndex), end < text.endIndex
        else {
            return text
        }
        var place = text.index(before: end)
        let nearest = text.index(place, offsetBy: -16, limitedBy: text.startIndex) ?? text.startIndex
        while place > nearest, text[place].joins || text[text.index(before: place)].value == 0x200d {
            place = text.index(before: place)
        }
        if place == nearest { place = text.index(before: end) }
        return String.UnicodeScalarView(text[..<place]) + "…".unicodeScalars
    }
}
