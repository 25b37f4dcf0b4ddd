/// A word of a text, or a part of it, as the search compares it.
struct SearchToken: Equatable {
    /// Folded: see `Spellings`.
    let folded: String
    /// The word as it is written.
    let written: String
    /// Where it stands in the text.
    let range: Range<String.Index>

    /// The words of a text. Signs of scripts that put no spaces between words stand by themselves, and apostrophes part
    /// nothing: "O’Neil" is one word.
    ///
    /// With `tails`, the text behind an apostrophe is a word too, so that a search finds "Neil" as well.
    static func tokens(of text: String, tails: Bool) -> [SearchToken] {
        var tokens: [SearchToken] = []
        var start: String.Index?
        var tail: String.Index?
        func finish(at end: String.Index) {
            if let start { append(text, start..<end, to: &tokens) }
            if tails, let tail, tail < end { append(text, tail..<end, to: &tokens) }
            start = nil
            tail = nil
        }
        for index in text.indices {
            switch Kind(text[index]) {
            case .part: start = start ?? index
            case .apostrophe where start != nil: tail = text.index(after: index)
            case .alone:
                finish(at: index)
                append(text, index..<text.index(after: index), to: &tokens)
            case .apostrophe, .separator: finish(at: index)
            }
        }
        finish(at: text.endIndex)
        return tokens
    }

    private static func append(_ text: String, _ range: Range<String.Index>, to tokens: inout [SearchToken]) {
        let written = bare(text[range])
        var folded = Spellings.fold(written)
        // Folding makes "c/o" of one sign. The index would part it.
        if folded.unicodeScalars.contains(where: parts) { folded.unicodeScalars.removeAll(where: parts) }
        if !folded.isEmpty { tokens.append(SearchToken(folded: folded, written: written, range: range)) }
    }

    /// Whether a scalar of a folded word parts it in the index.
    private static func parts(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && Kind(Character(scalar)) != .part
    }

    /// A part of a text without apostrophes.
    static func bare(_ text: Substring) -> String { text.filter { Kind($0) != .apostrophe } }

    private enum Kind {
        case part, alone, apostrophe, separator

        init(_ character: Character) {
            if let ascii = character.asciiValue {
                switch ascii {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    self = .part
                case UInt8(ascii: "'"), UInt8(ascii: "`"): self = .apostrophe
                default: self = .separator
                }
                return
            }
            let scalar = character.unicodeScalars.first ?? " "
            if "’‘ʼ´".unicodeScalars.contains(scalar) {
                self = .apostrophe
            } else if Self.dots.contains(scalar) {
                self = .separator
            } else if Self.standsAlone(scalar) {
                self = .alone
            } else if character.isLetter || character.isNumber {
                self = .part
            } else {
                self = scalar.properties.isEmojiPresentation || character.isSymbol ? .alone : .separator
            }
        }

        /// Japanese writes them between the parts of a foreign name, in two widths, where other scripts write a space.
        private static let dots = Set("\u{30a0}\u{30fb}".unicodeScalars)

        private static func standsAlone(_ scalar: Unicode.Scalar) -> Bool {
            switch scalar.value {
            // Thai and Lao; Myanmar; Khmer; kana and bopomofo; Chinese characters; Korean syllables.
            case 0x0e00...0x0eff, 0x1000...0x109f, 0x1780...0x17ff, 0x3040...0x312f, 0x3400...0x9fff,
                0xac00...0xd7a3, 0xf900...0xfaff, 0xff66...0xff9f, 0x20000...0x3ffff:
                true
            default: false
            }
        }
    }
}
