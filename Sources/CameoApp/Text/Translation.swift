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
    let parts = format.split(separator: "%", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(into: String(parts[0])) { result, part in
        guard let digit = part.utf8.first, (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(digit),
            part.dropFirst().hasPrefix("$s")
        else {
            result += "%" + part
            return
        }
        let number = Int(digit - UInt8(ascii: "0"))
        result += number <= words.count ? words[number - 1] : ""
        result += part.dropFirst(3)
    }
}
