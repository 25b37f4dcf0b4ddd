/// A copied mail address: with a name, in brackets, behind "mailto:".
package enum MailText {
    /// The time of the patterns below grows with the square of the length. The longest mail address has 254 characters.
    private static let maxLength = 1_000

    /// The one address in a text, which may be none for all that; nil where there are several, or the text is too long.
    package static func address(in text: String) -> String? {
        guard text.utf8.count <= maxLength else { return nil }
        let text = plain(text)
        let bracketed = text.matches(of: /[<\[]\s*(?i:mailto:)?\s*([^<>\[\]\s]+@[^<>\[\]\s]+)\s*[>\]]/)
        if let found = bracketed.first {
            guard bracketed.allSatisfy({ $0.1 == found.1 }) else { return nil }
            return String(found.1)
        }
        // Its purpose stands behind it, as in "ada@example.com (work)".
        let bare = text.wholeMatch(of: /["'(]*(?i:mailto:)*([^\s"()<>:]+@[^\s"()<>]+?)["').,;]*(\s+\([^@()]*\))?/)
        if let bare { return String(bare.1) }
        return text.isEmpty ? nil : word(of: text) ?? text
    }

    /// The one address among other words, as in "Ada (ada@example.com)" and "Email:ada@example.com". Nil where a blank may
    /// stand inside the address by mistake.
    private static func word(of text: String) -> String? {
        let words = text.split { $0.isWhitespace || "\"()<>[]:,;".contains($0) }
        let found = words.filter { $0.dropFirst().dropLast().contains("@") }
        guard let word = found.first, found.allSatisfy({ $0 == word }) else { return nil }
        var address = word.drop { ".'".contains($0) }
        while let last = address.last, ".'".contains(last) { address.removeLast() }
        // One word alone, or a word that ends as a part of an address does.
        let before = /[^\s"()<>\[\]:,;]+\s|.*[\p{L}\p{N}][._+]\s/
        let isBeginningCut = text[..<word.startIndex].wholeMatch(of: before) != nil
        let isEndCut =
            text[word.endIndex...].first == " "
            && (word.last == "." || !address.drop(while: { $0 != "@" }).contains("."))
        return isBeginningCut || isEndCut ? nil : String(address)
    }

    /// The text without invisible signs, and with the ASCII forms of letters, brackets and quotation marks.
    private static func plain(_ text: String) -> String {
        let scalars = text.unicodeScalars.compactMap { scalar -> Unicode.Scalar? in
            switch (scalar.value, scalar.properties.generalCategory) {
            case (0xff01...0xff5e, _): Unicode.Scalar(scalar.value - 0xfee0)
            case (0xfe6b, _): "@"
            case (_, .format): nil
            // Apostrophes.
            case (0x2018...0x201b, _): scalar
            case (0x80..., .openPunctuation): "("
            case (0x80..., .closePunctuation): ")"
            case (0x80..., .initialPunctuation), (0x80..., .finalPunctuation): "\""
            default: scalar
            }
        }
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
