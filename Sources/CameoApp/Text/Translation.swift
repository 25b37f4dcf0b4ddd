import Foundation
import GLib

/// The name of Cameo's catalogue of translations.
nonisolated let translationDomain = "cameo"

/// Has everything translated from now on to the person's language. The catalogues are where the program is installed, or
/// beside the folder into which it was built.
@MainActor
func useTranslations() {
    let catalogues = Cameo.executable.deletingLastPathComponent().appending(path: "../share/locale")
    useTranslations(translationDomain, in: catalogues.standardizedFileURL.path)
}

/// A sentence for a person, in that person's language. Takes a literal only, so that xgettext finds all of them.
nonisolated func tr(_ text: StaticString) -> String {
    translated(text.description, domain: translationDomain)
}

/// A sentence with words filled in for `%1$s`, `%2$s`, … in the order of the language.
nonisolated func tr(_ text: StaticString, _ words: String...) -> String {
    filled(tr(text), words)
}

/// A word that is the same in English for several things, and not so in other languages: the context says which is meant.
nonisolated func trc(_ context: StaticString, _ text: StaticString) -> String {
    translated(text.description, context: context.description, domain: translationDomain)
}

/// A sentence with a number, which stands for `%d`.
nonisolated func trn(_ one: StaticString, _ many: StaticString, _ count: Int) -> String {
    translated(one.description, many.description, count: count, domain: translationDomain)
        .replacing("%d", with: count.formatted(.number.locale(.ofNumbers)))
}

/// Fills placeholders from left to right, so that a word that looks like a placeholder stays as it is. Each row of a list
/// does so several times, and a regular expression would take longer than all the rest of the row.
private nonisolated func filled(_ format: String, _ words: [String]) -> String {
    var result = ""
    // Byte by byte: Swift would look for the borders of letters, which takes several times as long.
    var rest = format.utf8[...]
    while let sign = rest.firstIndex(of: UInt8(ascii: "%")) {
        let placeholder = rest[sign...].prefix(4)
        let digit = placeholder.dropFirst().first ?? 0
        let isPlaceholder =
            (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(digit) && placeholder.dropFirst(2).elementsEqual("$s".utf8)
        let end = isPlaceholder ? sign : rest.index(after: sign)
        result += Substring(rest[..<end])
        if isPlaceholder {
            let number = Int(digit - UInt8(ascii: "0"))
            if number <= words.count { result += words[number - 1] }
        }
        rest = rest[(isPlaceholder ? placeholder.endIndex : end)...]
    }
    return result + Substring(rest)
}
