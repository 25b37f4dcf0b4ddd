import Gtk

/// The look of an invented person in a portrait.
struct Look {
    var isWoman: Bool
    var age: Int
    var skin: Colour
    var hair: Colour
    var style: HairStyle
    var beard: Beard
    var glasses: Glasses
    var headwear: Headwear
    var clothes: Clothes
    var cloth: Colour
    var secondCloth: Colour
    var iris: Colour
    var mouth: Mouth
    var hasFreckles: Bool
    var hasEarrings: Bool
    var backdrop: Backdrop
    /// Half the width of the face, around 18.
    var faceWidth: Double
    /// How wide the jaw is compared with the cheeks, around 0.8.
    var jaw: Double
    /// Thickness of the eyebrows.
    var brow: Double

    enum HairStyle: CaseIterable {
        case bald, fringeOfHair, buzz, sidePart, quiff, tousled, curls, afro, bowl
        case pixie, bob, bobWithFringe, straight, straightWithFringe, waves, bun, ponytail, braids, curlyLong
    }

    enum Beard { case none, stubble, full, short, moustache, goatee }
    enum Glasses { case none, round, square, sun }
    enum Headwear { case none, scarf, beanie, cap, sunHat, turban }
    enum Clothes: CaseIterable { case crew, vNeck, shirt, blazer, hoodie, turtleneck, stripes, dungarees, dress }
    enum Mouth: CaseIterable { case smile, grin, closed, slight, laugh }

    var isChild: Bool { age < 14 }
    var isOld: Bool { age > 62 }
    var shade: Colour { skin.mixed(Colour(rgb: 0x8a3f2a), 0.28) }
    var blush: Colour { skin.mixed(Colour(rgb: 0xe0565b), 0.38) }
    var lip: Colour {
        // On dark skin a lip must be darker still to be seen.
        let red = skin.green < 0.4 ? 0x4a141c : isWoman ? 0xb5303f : 0x9c4238
        return skin.mixed(red.colour, isWoman ? 0.62 : 0.5)
    }
    var browColour: Colour { hair.darker(0.25).mixed(skin, 0.12) }
}

extension Look {
    init(_ person: Person, _ random: inout Random) {
        let looks = Culture.all[person.culture].looks
        let isWoman = person.gender == .woman || (person.gender != .man && random.chance(0.5))
        self.isWoman = isWoman
        age = person.age
        skin = Palette.skins[random.weighted(Palette.skinWeights(looks))]
            .mixed(Palette.skins[random.weighted(Palette.skinWeights(looks))], random.unit() * 0.4)
        hair = Look.hairColour(looks, age: age, &random)
        headwear = Look.headwear(isWoman: isWoman, looks, age: age, &random)
        style = Look.style(isWoman: isWoman, looks, age: age, &random)
        if headwear == .scarf || headwear == .turban { style = .bald }
        let canHaveBeard = !isWoman && age > 19
        beard =
            canHaveBeard
            ? [.none, .stubble, .full, .short, .moustache, .goatee][random.weighted([50, 14, 12, 12, 6, 6])] : .none
        if headwear == .turban { beard = .full }
        glasses = [.none, .round, .square, .sun][random.weighted(age > 50 ? [50, 24, 24, 2] : [72, 13, 12, 3])]
        clothes = random.pick(Clothes.allCases.filter { isWoman || $0 != .dress })
        if age < 16, clothes == .blazer { clothes = .hoodie }
        let backdrop = Backdrop(&random)
        self.backdrop = backdrop
        let cloth = random.pick(Palette.cloths.filter { $0.distance(to: backdrop.bottom) > 0.3 })
        self.cloth = cloth
        secondCloth = random.pick(Palette.cloths.filter { $0.distance(to: cloth) > 0.35 }).lighter(0.25)
        iris =
            random.pick(
                looks == .northern || looks == .mixed && skin.red > 0.9
                    ? [0x3d5f7a, 0x4d6b4a, 0x5a3d28, 0x2f4f66] : [0x2d1c14, 0x3a2418, 0x4a2f1c]
            ).colour
        mouth = random.pick(Mouth.allCases)
        hasFreckles = skin.red > 0.92 && random.chance(0.16)
        hasEarrings = isWoman && age > 13 && random.chance(0.4)
        faceWidth = random.real(17.0...19.0) + (age < 14 ? 0.8 : 0)
        jaw = random.real(isWoman ? 0.68...0.8 : 0.74...0.86)
        brow = random.real(isWoman ? 0.8...1.2 : 1.2...1.8)
    }

    private static func hairColour(_ looks: Culture.Looks, age: Int, _ random: inout Random) -> Colour {
        let grey = Double(age - 42) / 32
        if age > 44, random.chance(grey) { return random.pick([0x8f8d90, 0xb9b7b9, 0xd9d7d5, 0xeeece8]).colour }
        if age > 15, age < 45, random.chance(0.03) {
            return random.pick([0xc65b8a, 0x4f7fb5, 0x6f58a8, 0x3f8f86]).colour
        }
        let colours = [
            0x1f1a1c, 0x2e2322, 0x412c22, 0x5c3c28, 0x7b4b2d, 0x8f4224, 0xbf602b, 0xa57b46, 0xd4aa62, 0xeacd8d,
        ]
        let weights: [Double] =
            switch looks {
            case .northern: [1, 1, 2, 4, 3, 1.5, 1.5, 4, 4, 2]
            case .southern: [3, 4, 5, 4, 2, 0.7, 0.2, 0.5, 0.3, 0]
            case .eastern: [6, 4, 1.5, 0.5, 0.2, 0, 0, 0, 0, 0]
            case .indian: [6, 4, 1.5, 0.3, 0, 0, 0, 0, 0, 0]
            case .african: [6, 3, 1, 0.3, 0.1, 0, 0, 0, 0, 0]
            case .mixed: [3, 3, 4, 4, 3, 1.2, 1.2, 2.2, 2, 1]
            }
        return colours[random.weighted(weights)].colour
    }

    private static func headwear(
        isWoman: Bool, _ looks: Culture.Looks, age: Int, _ random: inout Random
    ) -> Headwear {
        if isWoman, age > 15, looks == .southern, random.chance(0.1) { return .scarf }
        if !isWoman, age > 15, looks == .indian, random.chance(0.12) { return .turban }
        return [.none, .beanie, .cap, .sunHat][random.weighted([88, 5, isWoman ? 2 : 5, isWoman ? 4 : 1])]
    }

    private static func style(
        isWoman: Bool, _ looks: Culture.Looks, age: Int, _ random: inout Random
    ) -> HairStyle {
        if age < 4 { return random.pick([.buzz, .tousled, .pixie]) }
        let curly: Double = looks == .african ? 6 : looks == .mixed || looks == .southern ? 1.2 : 0.3
        if isWoman {
            let styles: [HairStyle] = [
                .pixie, .bob, .bobWithFringe, .straight, .straightWithFringe, .waves, .bun, .ponytail, .braids,
                .curlyLong, .afro,
            ]
            let old = age > 60
            let weights = [
                old ? 4 : 1.2, old ? 4 : 2.5, 2, old ? 0.5 : 3, old ? 0.3 : 2, old ? 1.5 : 3, old ? 3 : 2,
                old ? 0.4 : 2,
                age < 30 ? 1.2 : 0.3, curly * 1.2, looks == .african ? 4 : 0.1,
            ]
            return styles[random.weighted(weights)]
        }
        let styles: [HairStyle] = [.bald, .fringeOfHair, .buzz, .sidePart, .quiff, .tousled, .curls, .afro, .bowl]
        let weights = [
            age > 35 ? 1.4 : 0.2, age > 50 ? 3 : 0, looks == .african ? 5 : 1.6, 4, age < 50 ? 3 : 1,
            age < 40 ? 3 : 0.8,
            curly * 1.3, looks == .african ? 2.5 : 0.1, age < 20 ? 2 : 0.5,
        ]
        return styles[random.weighted(weights)]
    }
}

/// Colours that go together.
enum Palette {
    static let skins: [Colour] = [
        0xfbe1d0, 0xf7d3bb, 0xf0c3a2, 0xe5b08a, 0xd69a72, 0xc18259, 0xa66a45, 0x8a5335, 0x6d3f29, 0x553224,
    ].map(\.colour)

    static func skinWeights(_ looks: Culture.Looks) -> [Double] {
        switch looks {
        case .northern: [1.5, 4, 4, 1.5, 0.3, 0.1, 0.1, 0.1, 0, 0]
        case .southern: [0.5, 2, 3, 3, 2, 0.7, 0.2, 0, 0, 0]
        case .eastern: [0.7, 4, 4, 2, 0.5, 0, 0, 0, 0, 0]
        case .indian: [0, 0.3, 1, 2, 3, 3, 2, 1, 0.3, 0]
        case .african: [0, 0, 0, 0.1, 0.5, 1.5, 2.5, 3, 3, 2]
        case .mixed: [1, 3, 3, 1.5, 1, 1, 1, 1, 0.8, 0.4]
        }
    }

    static let cloths: [Colour] = [
        0x2f4858, 0x33658a, 0x55828b, 0x86bbd8, 0xf6ae2d, 0xf26419, 0xd1495b, 0x8d3b72, 0x6a4c93, 0x3d5a40, 0x588157,
        0xa3b18a, 0xe07a5f, 0x3d405b, 0x81b29a, 0xf2cc8f, 0xf4f1ec, 0x22223b, 0x9a8c98, 0xc9ada7, 0xb5651d, 0x1d7874,
        0xe9c46a, 0xbc4749,
    ].map(\.colour)
}

extension Int {
    /// Of a number that is written `0xRRGGBB`.
    var colour: Colour { Colour(rgb: UInt32(truncatingIfNeeded: self)) }
}

extension Colour {
    /// 0 for the same, about 1.7 from black to white.
    func distance(to other: Colour) -> Double {
        let (r, g, b) = (red - other.red, green - other.green, blue - other.blue)
        return (r * r + g * g + b * b).squareRoot()
    }
}
