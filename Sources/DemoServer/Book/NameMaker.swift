/// Names: nearly all ordinary, some with the shapes that break programs.
struct NameMaker {
    struct Name {
        var first: String
        var middle: String?
        var last: String?
        var nickname: String?
    }

    let book: AddressBook
    let id: Int

    func make(_ household: Household) -> Name {
        var random = Random(book.seed, id, .name)
        let culture = Culture.all[household.culture]
        if book.hasHostileNames, id % 20 == 7 { return Self.hostile[id / 20 % Self.hostile.count] }
        // The first screenful stays ordinary.
        if id > 12, random.chance(0.012) { return random.pick(Self.unusual) }

        let isWoman = household.gender == .woman || (household.gender != .man && random.chance(0.5))
        let number = household.familyName ?? random.integer(0...999)
        var last: String? = culture.families[number % culture.families.count]
        if isWoman, let feminine = culture.feminineFamilyName { last = last.map(feminine) }
        var name = Name(first: random.pick(isWoman ? culture.women : culture.men), last: last)
        switch random.unit() {
        case ..<0.05: name.last = nil
        case ..<0.10:
            let second = culture.families[(number + 7) % culture.families.count]
            if let own = name.last, culture.looks != .eastern, own != second { name.last = "\(own)-\(second)" }
        case ..<0.15: name.middle = random.pick(isWoman ? culture.women : culture.men)
        default: break
        }
        if random.chance(0.09) { name.nickname = random.pick(Vocabulary.nicknames) }
        return name
    }

    private static let unusual: [Name] = [
        Name(first: "🦊", last: nil, nickname: "Fox"), Name(first: "Mum", last: "❤️"),
        Name(first: "Dr. Hedwig", last: "Sommerfeld, M.D."),
        Name(first: "maya", last: "o'brien-lund"), Name(first: "HARRY", last: "LATHAM"), Name(first: "Q", last: nil),
        Name(first: "Pizza", last: "Da Nonna 🍕"), Name(first: "Plumber", last: nil),
        Name(first: "Aunt", last: "Sylvie"),
        Name(first: "Maximiliane Friederike Leopoldine", last: "Freifrau von und zu Hohenstein-Wittelsbruck-Rabenau"),
        Name(first: "Bartholomew", middle: "Ignatius", last: "Featherstone-Haughton-Cavendish III", nickname: "Barty"),
        Name(first: "👩‍👧 Neighbours", last: nil), Name(first: "Reception", last: "3rd Floor"),
        Name(first: "Jean-Luc", last: "d'Ô"),
        Name(first: "Ngọc", middle: "Thị Minh", last: "Nguyễn"), Name(first: "Նարե", last: "Հակոբյան"),
        Name(first: "თამარ", last: "ბერიძე"),
    ]

    private static let hostile: [Name] = [
        Name(
            first: "<b>Bold</b> &amp; Söhne", last: "<script>alert(1)</script>", nickname: "'; DROP TABLE contacts;--"),
        Name(first: "Line\nBreak", last: "Tab\there"),
        Name(first: "\u{202E}Override\u{202C}", last: "\u{200E}Direction"),
        Name(first: "Z\u{338}\u{322}\u{35D}a\u{337}\u{341}l\u{335}g\u{334}o\u{336}", last: "Stack"),
        Name(first: "%@ %s %n", last: "\\u0041"), Name(first: " ", last: nil),
        Name(first: "\u{0}Null\u{7}Bell", last: "Control"),
        Name(first: String(repeating: "Endless ", count: 40), last: String(repeating: "w", count: 255)),
        Name(first: "e\u{301}mile", last: "NFD"), Name(first: "-", last: "-"),
        Name(first: "…", last: "()", nickname: "()"),
    ]
}
