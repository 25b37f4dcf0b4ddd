import Foundation
import Model

/// Markdown as plain text, line by line: the marks that people use in notes (CommonMark 0.31).
nonisolated enum Markdown {
    static func plain(_ text: String) -> String {
        var lines: [String] = []
        var isCode = false
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            let trimmed = line.drop { $0 == " " || $0 == "\t" }
            if trimmed.hasPrefix("```") || trimmed.hasPrefix("~~~") {
                isCode.toggle()
            } else if isCode {
                lines.append(String(line))
            } else if !isRule(trimmed) {
                lines.append(plain(line: trimmed, indentation: line[..<trimmed.startIndex]))
            }
        }
        // Where a mark stood alone, a gap is left.
        let gapless = lines.indices.filter { $0 == 0 || !lines[$0].isEmpty || !lines[$0 - 1].isEmpty }
        return gapless.map { lines[$0] }.joined(separator: "\n").trimmed
    }

    /// A line across the page, or below a heading.
    private static func isRule(_ line: Substring) -> Bool {
        let marks = line.filter { $0 != " " }
        guard let mark = marks.first, "-*_=".contains(mark), marks.count >= 3 else { return false }
        return marks.allSatisfy { $0 == mark }
    }

    private static func plain(line: Substring, indentation: Substring) -> String {
        var rest = line
        while rest.first == ">" { rest = rest.dropFirst().drop { $0 == " " } }
        // Looking for a pattern takes much longer than looking at one letter.
        if rest.first == "#", let heading = rest.prefixMatch(of: /#{1,6}(?:\s+|$)/) {
            return MarkdownLine.plain(withoutClosingMarks(rest[heading.range.upperBound...]))
        }
        if let first = rest.first, "-*+".contains(first), let bullet = rest.prefixMatch(of: /[-*+]\s+(\[[ xX]\]\s+)?/) {
            let mark = bullet.1.map { $0.contains(" ]") ? "☐" : "☑" } ?? "•"
            return indentation + mark + " " + MarkdownLine.plain(rest[bullet.range.upperBound...])
        }
        return MarkdownLine.plain(rest)
    }

    /// A heading may be closed by the marks that it began with.
    private static func withoutClosingMarks(_ heading: Substring) -> Substring {
        func dropping(_ text: Substring, _ isDropped: (Character) -> Bool) -> Substring {
            text[..<(text.lastIndex { !isDropped($0) }.map { text.index(after: $0) } ?? text.startIndex)]
        }
        let text = dropping(heading, \.isWhitespace)
        let unmarked = dropping(text) { $0 == "#" }
        return unmarked.last?.isWhitespace == true ? dropping(unmarked, \.isWhitespace) : text
    }
}

/// The marks inside a line: emphasis, code, links, escapes.
private nonisolated struct MarkdownLine {
    /// No mark is closed by one further away, and none stands deeper in others.
    private static let reach = 1_000
    private static let deepest = 6

    /// Its marks are single scalars, which compare a hundred times as fast as characters.
    private let text: [Unicode.Scalar]
    private let depth: Int
    private var position = 0
    private var result = ""

    static func plain(_ line: some StringProtocol) -> String {
        var reader = MarkdownLine(Array(line.unicodeScalars), depth: 0)
        return reader.read()
    }

    private init(_ text: [Unicode.Scalar], depth: Int) {
        self.text = text
        self.depth = depth
    }

    private mutating func read() -> String {
        while position < text.count {
            let isTaken =
                switch text[position] {
                case "\\": escape()
                case "`": code()
                case "*", "_", "~": emphasis()
                case "!": position + 1 < text.count && text[position + 1] == "[" && link(from: position + 1)
                case "[": link(from: position)
                case "<": address()
                case "h": bareAddress()
                default: false
                }
            if isTaken { continue }
            result.unicodeScalars.append(text[position])
            position += 1
        }
        return result
    }

    private mutating func escape() -> Bool {
        guard position + 1 < text.count, isMark(text[position + 1]) else { return false }
        result.unicodeScalars.append(text[position + 1])
        position += 2
        return true
    }

    private mutating func code() -> Bool {
        let length = run(at: position)
        var end = position + length
        while let found = find("`", from: end) {
            end = found + run(at: found)
            guard end - found == length else { continue }
            result += string(position + length..<found).trimmingCharacters(in: .whitespaces)
            position = end
            return true
        }
        // All of the run, or its rest would be taken for a shorter one.
        result += string(position..<position + length)
        position += length
        return true
    }

    private mutating func emphasis() -> Bool {
        let mark = text[position]
        let length = run(at: position)
        let start = position + length
        guard mark != "~" || length == 2, length <= 3, start < text.count, !text[start].properties.isWhitespace,
            // Underscores inside a word belong to it.
            mark != "_" || position == 0 || !isWord(text[position - 1])
        else { return copyRun(length) }
        var search = start
        while let found = find(mark, from: search) {
            let end = found + run(at: found)
            let closes =
                end - found == length && !text[found - 1].properties.isWhitespace
                && (mark != "_" || end == text.count || !isWord(text[end]))
            if closes {
                result += inner(start..<found)
                position = end
                return true
            }
            search = end
        }
        return copyRun(length)
    }

    private mutating func copyRun(_ length: Int) -> Bool {
        result += string(position..<position + length)
        position += length
        return true
    }

    /// `[words](address)`: the words, with the address behind them unless they are the same.
    private mutating func link(from open: Int) -> Bool {
        guard let middle = find("]", from: open + 1), middle + 1 < text.count, text[middle + 1] == "(",
            let end = find(")", from: middle + 2)
        else { return false }
        let words = inner(open + 1..<middle)
        // A title may follow the address.
        let address = string(middle + 2..<end).split(separator: " ").first.map { String($0) } ?? ""
        if words.isEmpty || words == address {
            result += address
        } else {
            result += address.isEmpty ? words : "\(words) (\(address))"
        }
        position = end + 1
        return true
    }

    /// `<https://example.org>`
    private mutating func address() -> Bool {
        guard let end = find(">", from: position + 1) else { return false }
        let address = string(position + 1..<end)
        guard address.contains("://") || address.contains("@"), !address.contains(where: \.isWhitespace) else {
            return false
        }
        result += address
        position = end + 1
        return true
    }

    /// An address without marks around it is text up to the next blank: underscores belong to it.
    private mutating func bareAddress() -> Bool {
        guard position == 0 || !isWord(text[position - 1]),
            ["http://", "https://"].contains(where: { text[position...].starts(with: $0.unicodeScalars) })
        else { return false }
        let end = text[position...].firstIndex { $0.properties.isWhitespace || $0 == "<" } ?? text.endIndex
        result += string(position..<end)
        position = end
        return true
    }

    private func inner(_ range: Range<Int>) -> String {
        guard depth < Self.deepest else { return string(range) }
        var reader = MarkdownLine(Array(text[range]), depth: depth + 1)
        return reader.read()
    }

    private func string(_ range: Range<Int>) -> String {
        String(String.UnicodeScalarView(text[range]))
    }

    private func find(_ mark: Unicode.Scalar, from start: Int) -> Int? {
        let end = min(text.count, position + Self.reach)
        return start < end ? text[start..<end].firstIndex(of: mark) : nil
    }

    /// How many of the same mark follow each other.
    private func run(at start: Int) -> Int {
        text[start...].prefix { $0 == text[start] }.count
    }

    private func isWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }

    /// Characters that a backslash escapes: punctuation and symbols of ASCII.
    private func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x21...0x2f, 0x3a...0x40, 0x5b...0x60, 0x7b...0x7e: true
        default: false
        }
    }
}
