import Foundation

/// The person's formats, as the desktop's environment names them; Foundation looks at none of these on Linux.
nonisolated extension Locale {
    /// For dates and times.
    static let ofDates = Locale(category: "LC_TIME")
    /// For numbers.
    static let ofNumbers = Locale(category: "LC_NUMERIC")

    /// The first that is set of all categories, this category and the language (locale(7)).
    init(category: String, environment: [String: String] = ProcessInfo.processInfo.environment) {
        let name = ["LC_ALL", category, "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        // language_TERRITORY.codeset@modifier
        let identifier = String(name.prefix { $0 != "." && $0 != "@" })
        let isKnown = identifier.wholeMatch(of: /[A-Za-z]{2,3}([_-][A-Za-z0-9]+)*/) != nil
        self.init(identifier: isKnown ? identifier : "en_001")
    }
}
