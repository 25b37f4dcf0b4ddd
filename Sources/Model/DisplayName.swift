/// The name to show, made safe for one line of text.
enum DisplayName {
    /// In Unicode scalars: a letter may carry any number of marks.
    private static let maxLength = 300
    private static let maxMarks = 8

    static func make(complete: String?, first: String?, last: String?, nickname: String?) -> String {
        let parts = [first, last].compactMap { $0 }.joined(separator: " ")
        for candidate in [complete.map(withoutCoffin), parts, nickname] {
            let name = clean(candidate ?? "")
            if !name.isEmpty { return name }
        }
        return ""
    }

    /// The server ends the names of the dead with U+26B0.
    private static func withoutCoffin(_ name: String) -> String {
        name.hasSuffix(" \u{26b0}") ? String(name.dropLast(2)) : name
    }

    /// Drops control characters and characters that turn the direction of the text around them. White space becomes one space.
    private static func clean(_ name: String) -> String {
        var scalars = String.UnicodeScalarView()
        var count = 0
        var needsSpace = false
        var marks = 0
        for scalar in name.unicodeScalars {
            // No script has so many on one letter: they would tower over other lines.
            marks = isMark(scalar) ? marks + 1 : 0
            if marks > maxMarks { continue }
            if scalar.properties.isWhitespace {
                needsSpace = count > 0
            } else if !isControl(scalar) {
                if needsSpace {
                    scalars.append(" ")
                    count += 1
                    needsSpace = false
                }
                scalars.append(scalar)
                count += 1
            }
            if count >= maxLength { break }
        }
        return String(String.UnicodeScalarView(scalars.prefix(maxLength)))
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x300 else { return false }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return true
        default: return false
        }
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7f...0x9f: true
        // Embeddings, overrides and isolates (Unicode Standard Annex 9, 2).
        case 0x202a...0x202e, 0x2066...0x2069: true
        default: false
        }
    }
}
