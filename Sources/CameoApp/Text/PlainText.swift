import Foundation

/// Text from the server as it may stand in a row.
nonisolated enum PlainText {
    /// Beyond, a text is cut.
    static let longest = 2_000
    /// Notes are read as a whole.
    static let longestNote = 20_000

    /// Without control characters, and no longer than so many characters.
    static func cleaned(_ text: String, atMost limit: Int = longest) -> String {
        let allowed = text.unicodeScalars.filter { $0 == "\n" || $0.properties.generalCategory != .control }
        let whole = String(String.UnicodeScalarView(allowed)).trimmingCharacters(in: .whitespacesAndNewlines)
        return whole.count > limit ? whole.prefix(limit - 1) + "…" : whole
    }

    /// As `cleaned`, with the marks of Markdown taken out or replaced by what they mean.
    static func cleaned(markdown: String, atMost limit: Int = longestNote) -> String {
        Markdown.plain(cleaned(markdown, atMost: limit))
    }
}
