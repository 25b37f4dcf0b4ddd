import Foundation
import Testing

@testable import CameoApp

/// Countries as people call them.
struct CountriesTests {
    @Test(
        arguments: [
            ("UK", "GB"), ("uk", "GB"), ("Uk", "GB"), ("U.K.", "GB"), ("u.k.", "GB"), ("Great Britain", "GB"),
            ("England", "GB"), ("USA", "US"), ("U.S.A.", "US"), ("us", "US"), ("Us ", "US"), ("the US", "US"),
            ("usa", "US"), ("America", "US"), ("United States of America", "US"), ("Czech Republic", "CZ"),
            ("Turkey", "TR"), ("Türkiye", "TR"), ("Ivory Coast", "CI"), ("Cote d'Ivoire", "CI"), ("Holland", "NL"),
            ("the Netherlands", "NL"), ("Deutschland", "DE"), ("Österreich", "AT"), ("Espana", "ES"), ("Suisse", "CH"),
            ("Polska", "PL"), ("Россия", "RU"), ("日本", "JP"), ("中国", "CN"), ("대한민국", "KR"), ("مصر", "EG"),
            ("Ελλάδα", "GR"), ("ישראל", "IL"), ("भारत", "IN"), ("Trinidad and Tobago", "TT"), ("St. Lucia", "LC"),
            ("St Lucia", "LC"),
            ("Saint Vincent and the Grenadines", "VC"), ("Democratic Republic of Congo", "CD"),
            ("Korea, Republic of", "KR"), ("Oesterreich", "AT"), ("Suedafrika", "ZA"), ("Aegypten", "EG"),
            ("Germania", "DE"), ("Stati Uniti", "US"), ("Alemanha", "DE"), ("Niemcy", "DE"), ("Германия", "DE"),
            ("ドイツ", "DE"), ("德国", "DE"), ("P.R. China", "CN"), ("Iran, Islamic Republic of", "IR"),
            ("Taiwan (R.O.C.)", "TW"), ("England, UK", "GB"), ("Korea, Democratic People's Republic of", "KP"),
            ("Burma", "MM"), ("South Korea", "KR"), ("Macedonia", "MK"), (" holland ", "NL"), ("Georgia", "GE"),
            ("FRA", "FR"), ("NLD", "NL"), ("AUT", "AT"), ("CHE", "CH"), ("DEU", "DE"), ("NGA", "NG"), ("KOR", "KR"),
            ("Republic of Turkey", "TR"), ("Kingdom of Norway", "NO"), ("Federal Republic of Germany", "DE"),
            ("the Federal Democratic Republic of Ethiopia", "ET"), ("Republic of the Union of Myanmar", "MM"),
            ("Commonwealth of Australia", "AU"), ("State of Qatar", "QA"), ("Federated States of Micronesia", "FM"),
            ("Commonwealth of Dominica", "DM"), ("Republic of the Congo", "CG"), ("Republic of China", "TW"),
            ("Dominican Republic", "DO"), ("Republic of Ireland", "IE"), ("Swiss Confederation", "CH"),
            ("Republik Österreich", "AT"), ("Königreich Schweden", "SE"), ("Royaume d’Espagne", "ES"),
            ("República de El Salvador", "SV"), ("Nippon", "JP"), ("Bharat", "IN"),
            ("Korea (Republic of)", "KR"), ("Tanzania, United Republic of", "TZ"), ("Deutschland (Bayern)", "DE"),
            ("Sudan (South)", "SS"), ("Guinea (Equatorial)", "GQ"), ("Samoa (American)", "AS"),
            ("Ireland (Northern)", "GB"), ("China (PRC)", "CN"), ("USA (California)", "US"),
        ], ["en_GB", "de_DE", "ja_JP", "ar_EG"])
    func theyAreTakenInEveryLanguage(name: (typed: String, code: String), language: String) {
        #expect(Countries(Locale(identifier: language)).code(of: name.typed) == name.code)
    }

    @Test(
        arguments: [
            "Narnia", "Atlantis", "fr", "ge", "xx", "", "the", "Neth", "fra", "nld", "XYZ", "Republic of Narnia",
            "Republic of", "Kingdom of Korea", "Democratic Republic of China", "State of Ireland",
            "Republic of Dominica", "Georgia, USA", "Georgia, United States",
            "Georgia (United States)", "State of Georgia", "Guinea (West)", "Kongo, Demokratische Republik",
            "Corée, République populaire démocratique de",
        ])
    func nothingElseIs(typed: String) {
        #expect(Countries(Locale(identifier: "en_GB")).code(of: typed) == nil)
    }

    @Test func whatPeopleCallThemIsOfferedLast() {
        #expect(FormLab.english.matches("holl", atMost: 6) == ["Netherlands"])
        #expect(FormLab.english.matches("turkey", atMost: 6) == ["Türkiye"])
        #expect(FormLab.english.matches("united", atMost: 2).count == 2)
    }
}
