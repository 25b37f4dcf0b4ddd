import Model
import Testing

@testable import Avatars

struct InitialsStyleTests {
    static let vectors: [(String?, String?, Int)] = [
        ("Ada", "Lovelace", 5), ("Madonna", nil, 4), (nil, nil, 2), ("José", "Núñez", 7), ("王", "小明", 4),
        ("👩‍🚀", "Ride", 0), ("Bartholomew Maximilian", "Featherstonehaugh-Cholmondeley", 4),
        ("O'Brien", "von der Leyen", 9),
        (String(repeating: "z", count: 40), String(repeating: "z", count: 40), 8),
    ]

    @Test(arguments: vectors)
    func withoutTheServersColourTheNameDecides(first: String?, last: String?, index: Int) {
        for color in [nil, ""] {
            let subject = AvatarSubject(
                contactID: 1, firstName: first, lastName: last, info: AvatarInfo(defaultAvatarColor: color))
            #expect(subject.initialsColor == AvatarSubject.palette[index])
        }
    }

    @Test func theServersColourComesFirst() {
        for (color, expected) in [("#93521e", RGB(0x93521E)), ("brown", .defaultGrey)] {
            let info = AvatarInfo(defaultAvatarColor: color)
            #expect(AvatarSubject(contactID: 1, firstName: "Ada", info: info).initialsColor == expected)
        }
    }

    static let appearances = [false, true].flatMap { isDark in
        [false, true].map { InitialsStyle.Appearance(isDark: isDark, isHighContrast: $0) }
    }

    /// The colours that the server hands out, our own, and every hue at five shades and two strengths.
    static let colors: [RGB] =
        [0xFDB660, 0x93521E, 0xBD5067, 0xB3D5FE, 0xFF9807, 0x709512, 0x5F479A, 0xE5E5CD, 0x808080, 0, 0xFFFFFF]
        .map(RGB.init) + AvatarSubject.palette
        + (0..<360).flatMap { hue in
            [0.1, 0.3, 0.5, 0.7, 0.9].flatMap { lightness in
                [0.4, 1].map { color(hue: Double(hue), saturation: $0, lightness: lightness) }
            }
        } + (0...255).map { RGB(red: $0, green: $0, blue: $0) }

    @Test(arguments: appearances)
    func lettersCanBeReadOnEveryColour(appearance: InitialsStyle.Appearance) {
        for color in Self.colors {
            let style = InitialsStyle(color: color, appearance: appearance)
            #expect(style.fill.contrast(with: style.letters) >= 4.5, "\(color)")
        }
    }

    @Test func highContrastPicksTheStrongerOfBlackAndWhite() {
        for color in Self.colors {
            let style = InitialsStyle(color: color, appearance: .init(isHighContrast: true))
            let best = max(color.contrast(with: .black), color.contrast(with: .white))
            #expect(style.fill.contrast(with: style.letters) == best)
        }
    }

    @Test(arguments: appearances)
    func photosHaveTheRimOfInitials(appearance: InitialsStyle.Appearance) {
        let initials = InitialsStyle(color: .defaultGrey, appearance: appearance).rim
        let photo = InitialsStyle.Rim.ofPhoto(appearance)
        #expect(photo.width == initials.width)
        // On a photo a calm rim has no colour of its own.
        #expect(photo == initials || !appearance.isHighContrast)
    }

    @Test func theRimIsDarkerThanTheCircle() {
        for color in Self.colors where color.relativeLuminance > 0.001 {
            let style = InitialsStyle(color: color, appearance: .init())
            #expect(style.rim.color.relativeLuminance < style.fill.relativeLuminance)
        }
    }

    @Test(arguments: [(15, 8), (16, 8), (20, 8), (30, 12), (50, 20), (120, 48), (125, 50), (240, 50)])
    func lettersGrowWithTheCircleWithinLimits(diameter: Int, size: Double) {
        #expect(InitialsStyle.fontSize(diameter: diameter) == size)
    }

    private static func color(hue: Double, saturation: Double, lightness: Double) -> RGB {
        func channel(_ offset: Double) -> UInt8 {
            let step = (offset + hue / 30).truncatingRemainder(dividingBy: 12)
            let amplitude = saturation * min(lightness, 1 - lightness)
            return UInt8(255 * (lightness - amplitude * max(-1, min(step - 3, 9 - step, 1))))
        }
        return RGB(red: channel(0), green: channel(8), blue: channel(4))
    }
}
