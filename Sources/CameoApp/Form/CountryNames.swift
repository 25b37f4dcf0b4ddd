import Foundation

/// The names of countries in many languages and in the languages of each country. The table adds short and former names, which
/// Unicode does not have.
nonisolated enum CountryNames {
    /// Fewer letters begin too much.
    private static let minBeginning = 3
    /// People type these names of two letters in small letters, too.
    private static let shortNames: Set<String> = ["uk", "us"]

    /// The code of a name (ISO 3166-1, alpha-2); nil for an unknown one. Two small letters are no code, since they begin the
    /// names of other countries.
    static func code(of typed: String) -> String? {
        let key = key(typed)
        guard key.utf8.count > 2 || shortNames.contains(key) || typed == typed.uppercased() else { return nil }
        // In some languages, such a code is the name of another country.
        if let code = CountryCodes.twoLetters(of: typed) ?? known.codes[key] { return code }
        // As in "Iran, Islamic Republic of" and "Sudan (South)".
        let parts = typed.split { ",()（）".contains($0) }
        if parts.count == 2 {
            let whole = "\(parts[1]) \(parts[0])"
            // "Georgia, United States" names two countries, and no form of a state.
            let isTwo = known.codes[self.key(String(parts[1]))] != nil
            if let code = known.codes[self.key(whole)] ?? (isTwo ? nil : formal(whole)) { return code }
        }
        // As in "Taiwan (R.O.C.)" and "China (PRC)". A part of a longer name may mean another country: "Georgia, USA".
        let first = self.key(String(parts.first ?? ""))
        let rest = parts.dropFirst().map { known.codes[self.key(String($0))] }
        if first != key, let code = known.codes[first], rest.contains(code) || !called.isShared(first, by: code) {
            return code
        }
        // Keyboards without umlauts: "Oesterreich".
        let plain = key.replacing("ae", with: "a").replacing("oe", with: "o").replacing("ue", with: "u")
        return known.codes[plain] ?? formal(typed)
    }

    /// As in "Kingdom of Norway" and "Republik Österreich": the name behind the form of the state.
    private static func formal(_ typed: String) -> String? {
        let words = words(typed)
        guard let form = words.lastIndex(where: { forms.contains($0) }) else { return nil }
        var name = words[(form + 1)...]
        while let first = name.first {
            if let code = known.codes[joined(name)] { return shared.contains(code) ? nil : code }
            guard particles.contains(first) else { return nil }
            name = name.dropFirst()
        }
        return nil
    }

    private static let forms: Set<String> = [
        "republic", "kingdom", "state", "states", "commonwealth", "federation", "principality", "duchy", "sultanate",
        "confederation", "union", "emirate", "republik", "bundesrepublik", "konigreich", "staat", "furstentum",
        "republique", "royaume", "etat", "principaute", "republica", "reino", "estado", "principado",
    ]
    private static let particles: Set<String> = [
        "of", "de", "del", "la", "las", "los", "el", "le", "les", "l", "du", "des", "d",
    ]
    /// Each of these countries shares its short name with another one.
    /// Georgia shares its name with a state of the USA.
    private static let shared: Set<String> = ["CN", "TW", "KR", "KP", "CD", "CG", "IE", "DM", "DO", "GE"]

    /// The codes of names that begin so.
    static func codes(beginning typed: String) -> Set<String> {
        let key = key(typed)
        guard key.count >= minBeginning else { return [] }
        return Set(called.codes.lazy.filter { $0.key.hasPrefix(key) }.map(\.value))
    }

    /// Reads all names: that takes longer than a key may.
    static func prepare() { _ = known }

    /// Letters alone: "U.S.A." is "usa". An "and" between words has several forms, and an article counts nowhere.
    private static func key(_ name: String) -> String { joined(words(name)[...]) }

    private static func joined(_ words: ArraySlice<String>) -> String {
        String(String.UnicodeScalarView(words.joined().unicodeScalars.filter { $0.properties.isAlphabetic }))
    }

    private static func words(_ name: String) -> [String] {
        let folded = name.replacing("&", with: " and ")
            .folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
        return folded.split { !$0.isLetter }.filter { $0 != "the" }.map { $0 == "st" ? "saint" : String($0) }
    }

    /// The names in these languages are taken besides those in the languages of the program.
    private static let languages = """
        pt it nl pl ru uk tr sv da nb fi is cs sk hu ro bg el hr sl sr sq lt lv et ca gl eu he ar fa ur hi bn ta th vi id ms \
        ja zh_Hans zh_Hant ko ka hy az kk sw
        """

    /// The names that are proposed: short and former ones, those in the languages of the program, and those in the languages of
    /// each country.
    private static let called: Names = {
        var called = Names()
        for (code, names) in others {
            for name in names.split(separator: ";") { called.add(String(name), code) }
        }
        for language in ["en", "de", "es", "fr"] { addNames(in: language, to: &called) }
        for identifier in Locale.availableIdentifiers {
            let locale = Locale(identifier: identifier)
            // Of a language without a country, the one where most speak it.
            let region = locale.region ?? Locale.Language(identifier: locale.language.maximalIdentifier).region
            guard let code = region?.identifier, codes.contains(code) else { continue }
            called.add(locale.localizedString(forRegionCode: code), code)
        }
        return called
    }()

    /// All names that are taken.
    private static let known: Names = {
        var known = called
        for language in languages.split(separator: " ") { addNames(in: String(language), to: &known) }
        return known
    }()

    private static let codes = Locale.Region.isoRegions.map(\.identifier).filter {
        $0.count == 2 && $0.allSatisfy(\.isLetter) && !notCountries.contains($0)
    }

    private nonisolated struct Names: Sendable {
        private(set) var codes: [String: String] = [:]
        /// By word, the countries with a longer name that has it.
        private var longer: [String: Set<String>] = [:]

        /// The first country of a name counts.
        mutating func add(_ name: String?, _ code: String) {
            let words = name.map(CountryNames.words) ?? []
            let key = CountryNames.joined(words[...])
            guard !key.isEmpty, codes[key] == nil else { return }
            codes[key] = code
            if words.count > 1 { for word in words { longer[word, default: []].insert(code) } }
        }

        /// Whether the name of a country is a word in the name of another country: "Guinea" in "Equatorial Guinea".
        func isShared(_ name: String, by code: String) -> Bool { longer[name]?.contains { $0 != code } ?? false }
    }

    private static func addNames(in language: String, to names: inout Names) {
        let locale = Locale(identifier: language)
        for code in codes {
            let name = locale.localizedString(forRegionCode: code)
            names.add(name, code)
            // As in "Myanmar (Burma)".
            guard let name, name.contains("(") else { continue }
            for part in name.split(whereSeparator: { "()".contains($0) }) { names.add(String(part), code) }
        }
    }

    /// Codes that Unicode keeps for regions of others, or that no country has any more.
    private static let notCountries: Set<String> = [
        "AN", "SU", "UK", "BU", "CS", "DD", "FX", "NT", "TP", "YD", "YU", "ZR", "QO", "QU", "EU", "EZ", "UN", "XA",
        "XB", "ZZ",
    ]

    /// By code, with semicolons between.
    private static let others = [
        "AE": "UAE;Emirates;VAE;EAU;EE. AA. UU.", "AM": "Hayastan", "AR": "Argentine Republic",
        "BA": "Bosnia;Bosnien;Bosnie;Bosnia-Herzegovina", "BO": "Bolivia", "BN": "Brunei Darussalam", "BT": "Druk Yul",
        "BY": "White Russia;Weißrussland;Biélorussie;Byelorussia",
        "CD": "DR Congo;DRC;Zaire;Democratic Republic of the Congo;Congo-Kinshasa;Kongo-Kinshasa",
        "CG": "Republic of the Congo;Congo-Brazzaville;Congo Republic",
        "CH": "Swiss Confederation", "CI": "Ivory Coast;Elfenbeinküste;Costa de Marfil",
        "CN": "中国;中國;中华人民共和国;Zhongguo;PRC;PR China;People's Republic of China;Mainland China;VR China",
        "CV": "Cape Verde;Cabo Verde;Kap Verde;Kapverden",
        "CZ": "Czech Republic;Tschechische Republik;République tchèque;República Checa;Česká republika;Czechia",
        "DE": "Federal Republic of Germany;Bundesrepublik Deutschland;BRD;FRG;GER;DEU",
        "DM": "Commonwealth of Dominica", "DO": "Dominican Rep.", "DZ": "Al Jazair", "EG": "Misr", "ET": "Ityopia",
        "FK": "Falklands;Malvinas", "FM": "Micronesia", "FR": "French Republic", "GA": "Gabonese Republic",
        "GB":
            "UK;U.K.;Great Britain;Britain;England;Scotland;Wales;Northern Ireland;GBR;United Kingdom of Great Britain and "
            + "Northern Ireland;Großbritannien;Schottland;Nordirland;Grande-Bretagne;Angleterre;Écosse;Pays de Galles;"
            + "Gran Bretaña;Inglaterra;Escocia;Gales",
        "GE": "Sakartvelo", "GR": "Hellas;Ellada;Hellenic Republic", "HK": "Hong Kong;Hongkong",
        "IE": "Republic of Ireland;Eire",
        "IN": "Bharat;Hindustan", "IR": "Persia", "IT": "Italian Republic", "JO": "Al Urdun", "JP": "Nippon;Nihon",
        "KG": "Kyrgyz Republic", "KH": "Kampuchea",
        "KN": "Saint Kitts", "KP": "Choson;North Korea;N. Korea;DPRK;Democratic People's Republic of Korea",
        "KR": "한국;Hanguk;South Korea;S. Korea;Korea;Republic of Korea;ROK;Südkorea;Corée",
        "KZ": "Qazaqstan", "LA": "Lao PDR", "LB": "Lebanese Republic;Lubnan", "LK": "Ceylon", "MA": "Al Maghrib",
        "MD": "Republic of Moldova;Moldavia;Moldawien;Moldavie",
        "MK": "Macedonia;FYROM;Mazedonien",
        "MM": "Burma;Birma;Birmanie;Birmania", "MO": "Macau;Macao", "MV": "Dhivehi Raajje",
        "MX": "United Mexican States",
        "NL": "Holland;The Netherlands;Hollande;Holanda;Nederland;Niederlande;Olanda",
        "NZ": "Aotearoa", "PS": "Palestine;State of Palestine;Palästina", "PH": "The Philippines;Pilipinas",
        "PT": "Portuguese Republic", "RU": "Russia;Rossiya;Russian Federation;Russische Föderation",
        "RW": "Rwandese Republic",
        "SA": "KSA;Kingdom of Saudi Arabia", "SK": "Slovak Republic",
        "SY": "Syrian Arab Republic", "SZ": "Swaziland;Swasiland",
        "TG": "Togolese Republic", "TH": "Siam;Prathet Thai;Muang Thai",
        "TL": "East Timor;Osttimor;Timor", "TR": "Turkey;Turkiye",
        "TT": "Trinidad", "TW": "Republic of China;Formosa;Chinese Taipei", "TZ": "United Republic of Tanzania",
        "UA": "Ukraina",
        "US":
            "US;USA;U.S.;U.S.A.;United States of America;America;The States;Estados Unidos de América;EE. UU.;EEUU;EUA;"
            + "Vereinigte Staaten von Amerika;Amerika;États-Unis d’Amérique;Amérique",
        "VA": "Vatican;Holy See;Vatikan;Vaticano", "VE": "Bolivarian Republic of Venezuela", "VN": "Viet Nam",
        "ZA": "RSA;Republic of South Africa",
    ]
}
