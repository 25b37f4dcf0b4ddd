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
            guard bracketed.count == 1 else { return nil }
            return String(found.1)
        }
        // Its purpose stands behind it, as in "ada@example.com (work)".
        guard let bare = text.wholeMatch(of: /["'(]*(?i:mailto:)*([^\s"()<>]+@[^\s"()<>]+?)["').,;]*(\s+\([^@()]*\))?/)
        else {
            // A name stands in front of it, as in "Ada (ada@example.com)" and "E-Mail: ada@example.com".
            let named = text.wholeMatch(of: /[^@]*(?:\(|:\s)\s*(?i:mailto:)?([^\s"()<>:]+@[^\s"()<>]+?)\)?/)
            return text.isEmpty ? nil : named.map { String($0.1) } ?? text
        }
        return String(bare.1)
    }

    /// The text without invisible signs, and with the usual form of the @.
    private static func plain(_ text: String) -> String {
        let scalars = text.unicodeScalars.compactMap { scalar -> Unicode.Scalar? in
            switch scalar {
            case "\u{FF20}", "\u{FE6B}": "@"
            case _ where scalar.properties.generalCategory == .format: nil
            default: scalar
            }
        }
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
