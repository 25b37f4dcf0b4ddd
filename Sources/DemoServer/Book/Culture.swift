/// Names and places that go together, so that invented people are plausible.
struct Culture: Sendable {
    /// How many people of the address book come from here, relative to the others.
    var weight: Double
    var women: [String]
    var men: [String]
    var families: [String]
    /// Women's form of a family name: `а` after Иванов; nil where both have the same.
    var feminineFamilyName: (@Sendable (String) -> String)?
    var country: Country
    var places: [Place]
    var streets: [String]
    var houseNumberFirst = false
    /// `#` stands for a digit; number ranges that are reserved for fiction where a country has some.
    var phone: String
    /// The usual hair and skin in the drawn portraits of these people.
    var looks: Looks

    struct Country: Equatable, Sendable {
        var code: String
        var name: String
    }

    struct Place: Sendable {
        var city: String
        var province: String?
        var postalCode: String
        var latitude: Double
        var longitude: Double

        init(_ city: String, _ postalCode: String, _ latitude: Double, _ longitude: Double, province: String? = nil) {
            self.city = city
            self.province = province
            self.postalCode = postalCode
            self.latitude = latitude
            self.longitude = longitude
        }
    }

    /// Weights of the skin tones and hair colours of `Portrait`.
    enum Looks: Sendable {
        case northern, southern, eastern, indian, african, mixed
    }
}

extension Culture {
    init(
        _ weight: Double, women: String, men: String, families: String, country: Country, places: [Place],
        streets: String, phone: String, looks: Looks
    ) {
        self.init(
            weight: weight, women: women.words, men: men.words, families: families.words, country: country,
            places: places, streets: streets.lines, phone: phone, looks: looks)
    }

    func with(_ change: (inout Culture) -> Void) -> Culture {
        var copy = self
        change(&copy)
        return copy
    }

    static let all: [Culture] = latin + otherScripts
    static let weights: [Double] = all.map(\.weight)
}

extension String {
    fileprivate var words: [String] {
        split(whereSeparator: \.isWhitespace).map { String($0.replacing("_", with: " ")) }
    }

    fileprivate var lines: [String] {
        split(separator: ";").map { String($0.drop { $0 == " " }) }
    }
}
