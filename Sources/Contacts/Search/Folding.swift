import Foundation

/// Text without the differences that a search and a rough order ignore: accents, case, widths, ligatures and the script
/// of digits.
enum Folding {
    /// Letters of Latin and Greek that have no decomposition, or no lower case of their own.
    private static let letters: [Unicode.Scalar: String] = [
        "ß": "ss", "ẞ": "ss", "æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "ø": "o", "Ø": "o", "đ": "d", "Đ": "d",
        "ð": "d", "Ð": "d", "ł": "l", "Ł": "l", "þ": "th", "Þ": "th", "ħ": "h", "Ħ": "h", "ı": "i", "ŋ": "n",
        "Ŋ": "n", "ŧ": "t", "Ŧ": "t", "ς": "σ",
    ]

    static func fold(_ text: String) -> String {
        var folded: [UInt8] = []
        append(text, to: &folded)
        return String(decoding: folded, as: UTF8.self)
    }

    /// Appends the folded text in UTF-8.
    static func append(_ text: String, to bytes: inout [UInt8]) {
        let start = bytes.count
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x41...0x5a: bytes.append(UInt8(scalar.value) + 0x20)
            case 0..<0x80: bytes.append(UInt8(scalar.value))
            case europeanStart..<europeanEnd: bytes += european[Int(scalar.value - europeanStart)]
            // Chinese has neither case nor accents.
            case 0x4e00..<0xa000: bytes += UTF8.encode(scalar) ?? .init()
            // A text in another script, or with signs, takes the long way as a whole.
            default:
                bytes.removeSubrange(start...)
                bytes += foldAny(text).utf8
                return
            }
        }
    }

    private static let europeanStart: UInt32 = 0x80
    private static let europeanEnd: UInt32 = 0x530
    /// The folded forms of the Latin, Greek and Cyrillic letters.
    private static let european: [[UInt8]] = (europeanStart..<europeanEnd).map { value in
        Unicode.Scalar(value).map { Array(foldAny(String($0)).utf8) } ?? []
    }

    private static func foldAny(_ text: String) -> String {
        var folded = String.UnicodeScalarView()
        for scalar in text.decomposedStringWithCompatibilityMapping.unicodeScalars where !isIgnored(scalar) {
            if let letter = letters[scalar] {
                folded.append(contentsOf: letter.unicodeScalars)
            } else if scalar.properties.numericType == .decimal, let digit = scalar.properties.numericValue {
                folded.append(contentsOf: String(Int(digit)).unicodeScalars)
            } else if let hiragana = hiragana(scalar) {
                folded.append(hiragana)
            } else {
                folded.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
            }
        }
        return String(folded)
    }

    /// Accents, vowel points, joiners, soft hyphens, marks of direction, and the stroke that lengthens Arabic words.
    private static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: !scalar.properties.isWhitespace
        default: scalar == "\u{640}"
        }
    }

    /// Katakana stand 96 places after the same syllables in hiragana.
    private static func hiragana(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        guard (0x30a1...0x30f6).contains(scalar.value) || (0x30fd...0x30fe).contains(scalar.value) else { return nil }
        return Unicode.Scalar(scalar.value - 0x60)
    }
}
