import Foundation

/// The countries by their names in a language.
nonisolated struct Countries: Sendable {
    /// In the language of the program's sentences.
    static let ofPerson = Countries(Locale(category: "LC_MESSAGES"))

    /// In the order of the language.
    let names: [String]
    private let codes: [String: String]
    private let byCode: [String: String]
    private let locale: Locale
    /// No name of a country is as long.
    private static let maxBytes = 1_000

    init(_ locale: Locale) {
        self.locale = locale
        var (byCode, codes): ([String: String], [String: String]) = ([:], [:])
        for region in Locale.Region.isoRegions {
            let code = region.identifier
            guard code.count == 2, code.allSatisfy(\.isLetter) else { continue }
            let name = locale.localizedString(forRegionCode: code) ?? code
            byCode[code] = name
            codes[Self.fold(name, locale)] = code
        }
        self.byCode = byCode
        self.codes = codes
        names = byCode.values.sorted { $0.compare($1, options: [], range: nil, locale: locale) == .orderedAscending }
    }

    /// The name of a code (ISO 3166-1, alpha-2); an unknown code is its own name.
    func name(of code: String) -> String {
        // Looking for a monstrous text would normalise all of it.
        code.utf8.count == 2 ? byCode[code] ?? code : code
    }

    /// The code of a name as it is typed, or of the code itself in capitals: two small letters begin a name.
    ///
    /// Names besides the language's own are known, too: short and former names, names in English, and names in the country's
    /// languages.
    func code(of typed: String) -> String? {
        guard typed.utf8.count <= Self.maxBytes else { return nil }
        return ownCode(of: typed) ?? CountryNames.code(of: FormText.trimmed(typed))
    }

    private func ownCode(of typed: String) -> String? {
        let text = FormText.trimmed(typed)
        if let code = codes[Self.fold(text, locale)] { return code }
        return byCode[text] == nil ? nil : text
    }

    /// The text that shows a country, for typing that means it and may be in another language.
    func text(_ typed: String, meaning code: String) -> String {
        let name = name(of: code)
        // A typed code, or the beginning of another name, stays as it is.
        guard ownCode(of: typed) == code else { return name }
        return Self.fold(FormText.trimmed(typed), locale) == Self.fold(name, locale) ? name : typed
    }

    /// The countries with a word that begins so. Names that begin so come first, other names of a country last.
    func matches(_ typed: String, atMost limit: Int) -> [String] {
        guard typed.utf8.count <= Self.maxBytes else { return [] }
        let text = Self.fold(FormText.trimmed(typed), locale)
        guard !text.isEmpty else { return [] }
        let folded = names.map { ($0, Self.fold($0, locale)) }
        let first = folded.filter { $0.1.hasPrefix(text) }
        let other = folded.filter { !$0.1.hasPrefix(text) && $0.1.contains(" " + text) }
        let found = (first + other).prefix(limit).map(\.0)
        guard found.count < limit else { return found }
        let called = CountryNames.codes(beginning: FormText.trimmed(typed)).map(name)
        return found + Array(Set(called).subtracting(found)).sorted().prefix(limit - found.count)
    }

    private static func fold(_ text: String, _ locale: Locale) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: locale)
    }
}
