import Foundation
import GLib

/// The person's formats, as the desktop's environment names them; Foundation looks at none of these on Linux.
nonisolated extension Locale {
    /// For dates and times.
    static let ofDates = Locale(category: "LC_TIME")
    /// For times of day: with the desktop's choice between 12 and 24 hours.
    static var ofTimes: Locale { ofDates.with(DesktopClock.hourCycle) }
    /// For numbers.
    static let ofNumbers = Locale(category: "LC_NUMERIC")

    /// The first that is set of all categories, this category and the language (locale(7)).
    ///
    /// Where Cameo does not speak the language of the session, its sentences are English. The words and digits of dates
    /// and numbers are then English too. Their order and signs still follow the person's country.
    init(
        category: String, environment: [String: String] = ProcessInfo.processInfo.environment,
        isTranslated: Bool = hasTranslations(domain: translationDomain)
    ) {
        let format = Self.identifier(category: category, in: environment)
        let language = Self.identifier(category: "LC_MESSAGES", in: environment).map(Locale.init(identifier:))
        guard let format, !isTranslated, let language, language.language.languageCode != .english else {
            self.init(identifier: format ?? Self.plain)
            return
        }
        self.init(identifier: Locale(identifier: format).region.map { "en_\($0.identifier)" } ?? Self.plain)
    }

    /// With another hour cycle; nil changes nothing.
    func with(_ hourCycle: HourCycle?) -> Locale {
        guard let hourCycle else { return self }
        var components = Locale.Components(locale: self)
        components.hourCycle = hourCycle
        return Locale(components: components)
    }

    /// English without the habits of a country.
    private static let plain = "en_001"

    /// Nil where no language is named, as in the locale "C".
    private static func identifier(category: String, in environment: [String: String]) -> String? {
        let name = ["LC_ALL", category, "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        // language_TERRITORY.codeset@modifier
        let identifier = String(name.prefix { $0 != "." && $0 != "@" })
        return identifier.wholeMatch(of: /[A-Za-z]{2,3}([_-][A-Za-z0-9]+)*/) == nil ? nil : identifier
    }
}
