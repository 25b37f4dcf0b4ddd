import CGtk
import Foundation
import Testing

@testable import Gtk

@MainActor
struct InitialsDrawingTests {
    private nonisolated static let sizes = [15, 16, 30, 32, 50, 120, 240]
    private static let rim = DiscRim(colour: Colour(red: 0, green: 0, blue: 0, alpha: 0.2))

    private static func drawing(
        _ letters: String?, diameter: Int = 50, scale: Int = 1, fill: Colour = Colour(rgb: 0x3584E4)
    ) -> InitialsDrawing {
        InitialsDrawing(
            letters: letters, fill: fill, letterColour: .white, rim: rim, diameter: diameter, scale: scale,
            fontFamily: TestFont.family, fontSize: fontSize(diameter: diameter))
    }

    /// Nothing but letters, to see where they are.
    private static func letters(_ letters: String?, diameter: Int, scale: Int = 1) -> Picture {
        let clear = Colour(red: 0, green: 0, blue: 0, alpha: 0)
        return InitialsDrawing(
            letters: letters, fill: clear, letterColour: .black, rim: DiscRim(colour: clear), diameter: diameter,
            scale: scale, fontFamily: TestFont.family, fontSize: fontSize(diameter: diameter)
        ).picture()
    }

    /// As the program's initials have it.
    private static func fontSize(diameter: Int) -> Double { min(max(0.4 * Double(diameter), 8), 50) }

    @Test(arguments: [1, 2])
    func initialsLookAsTheyAlwaysDid(scale: Int) throws {
        let sheet = try TestFont.use {
            References.sheet(
                [[15, 16, 30, 32, 50], [120], [240]].map { sizes in
                    ["AL", "ÅÇ", "WW", nil].flatMap { letters in
                        sizes.map { Self.drawing(letters, diameter: $0, scale: scale).picture() }
                    }
                })
        }
        try References.expect(sheet, equals: "initials-\(scale)x")
    }

    /// Not to be seen with the tests' font, which has one weight.
    @Test func lettersAreSemibold() {
        let canvas = Canvas(width: 20, height: 20, scale: 1)
        let weight = TextLine.exclusively {
            let line = TextLine("A", semibold: "Sans", size: 8, context: canvas.context)
            return pango_font_description_get_weight(pango_layout_get_font_description(line.layout))
        }
        #expect(weight == PANGO_WEIGHT_SEMIBOLD)
    }

    @Test(arguments: [1, 2], [1.0, 2])
    func photosHaveTheSameEdgeAsInitials(scale: Int, rimWidth: Double) throws {
        let rim = DiscRim(colour: Self.rim.colour, width: rimWidth)
        for diameter in Self.sizes {
            let side = diameter * scale
            let photo = Sample.picture(side, side) { _, _ in 0xFF35_84E4 }
            let circle = photo.circle(diameter: diameter, scale: scale, rim: rim)
            var drawing = Self.drawing(nil, diameter: diameter, scale: scale)
            drawing.rim = rim
            let initials = drawing.picture()
            // All but the figure in the middle.
            let middle = Double(side) / 2
            let differing = zip(circle.allPixels, initials.allPixels).enumerated().count { index, pixels in
                let (x, y) = (Double(index % side) + 0.5, Double(index / side) + 0.5)
                return pixels.0 != pixels.1 && hypot(x - middle, y - middle) > 0.4 * Double(side)
            }
            #expect(differing == 0)
        }
    }

    @Test func aPhotoIsCutToACircleWithASmoothEdge() throws {
        let photo = Sample.picture(200, 200) { x, y in 0xFF00_0040 | UInt32(x) << 16 | UInt32(y) << 8 }
        try References.expect(
            References.sheet([Self.sizes.map { photo.circle(diameter: $0, scale: 1, rim: Self.rim) }]), equals: "photos"
        )
    }

    @Test(arguments: sizes, [1, 2])
    func lettersAreCentredInsideTheCircle(diameter: Int, scale: Int) throws {
        try TestFont.use {
            for letters in ["A", "AL", "ÅÇ", "WW", "MWMW", "ij", "Q", "'", "WWWWWWWWWW"] {
                let picture = Self.letters(letters, diameter: diameter, scale: scale)
                expectInside(picture, letters)
                let ink = picture.inkBounds
                let slack = 2
                #expect(abs(ink.left + ink.right - picture.width) <= slack, "\(letters) \(ink)")
                #expect(abs(ink.top + ink.bottom - picture.height) <= slack, "\(letters) \(ink)")
            }
        }
    }

    @Test(arguments: sizes)
    func twoLettersAreLargeEnoughToRead(diameter: Int) throws {
        let ink = try TestFont.use { Self.letters("AL", diameter: diameter).inkBounds }
        // Capitals are about 0.7 of the font's size, which is 0.4 of the diameter, 8 to 50 pixels.
        let expected = 0.7 * Self.fontSize(diameter: diameter)
        #expect(abs(Double(ink.height) - expected) <= 2)
    }

    @Test(arguments: [
        "Αλ", "ИЖ", "ԱԲ", "აბ", "שא", "عم", "ܐܒ", "ދި", "क्ष्मज्ञ", "আই", "ਗੁਰ", "ગુજ", "ଓଡ଼", "தமி", "తెలు", "ಕನ್ನ", "മലയാ",
        "සිං", "ไท้", "ລາວ", "བོད", "မြန်", "አማ", "ខ្មែ", "ᠮᠣ", "한글", "王小", "ひら", "カタ", "ᏣᎳ", "ᐃᓄ", "ⵣⴰ", "﷽", "👩‍🚀", "🇩🇪🇫🇷", "👩‍🚀R",
        "Z\u{300}\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}\u{307}", "ẞ", "ŉ", "\u{202E}AB",
    ])
    func lettersOfAllScriptsStayInsideTheCircle(letters: String) {
        for (diameter, scale) in [(15, 1), (50, 1), (50, 2), (120, 1)] {
            expectInside(Self.letters(letters, diameter: diameter, scale: scale), letters)
        }
    }

    @Test(arguments: [nil, "", " ", "\u{200D}", "\0"])
    func withoutInkThereIsAFigureInstead(letters: String?) {
        let figure = Self.letters(nil, diameter: 50)
        expectInside(figure, "figure")
        #expect(Self.letters(letters, diameter: 50).difference(to: figure).largest == 0)
    }

    @Test func endlessMarksOnALetterAreDrawnSoon() {
        let letter = "A" + String(repeating: "\u{0301}", count: 200_000)
        expectInside(Self.letters(letter, diameter: 50), "marks")
    }

    @Test func itIsSharpAtScale2() throws {
        try TestFont.use {
            let (one, two) = (Self.drawing("AL").picture(), Self.drawing("AL", scale: 2).picture())
            #expect(two.width == 2 * one.width)
            // Drawn anew, not enlarged: half as many pixels of the whole are neither letter nor disc.
            func blurred(_ picture: Picture) -> Double {
                let middle = picture.width / 4..<picture.width * 3 / 4
                let pixels = middle.flatMap { y in middle.map { x in picture.pixel(x, y) } }
                let between = pixels.count { $0 != 0xFFFF_FFFF && $0 != 0xFF35_84E4 }
                return Double(between) / Double(pixels.count)
            }
            #expect(blurred(two) < 0.65 * blurred(one))
        }
    }

    /// There is ink, and all of it keeps away from the rim.
    private func expectInside(_ picture: Picture, _ what: String) {
        let middle = Double(picture.width) / 2
        let ink = picture.allPixels.enumerated().filter { $0.element >> 24 > 40 }
        let furthest = ink.map { index, _ in
            hypot(Double(index % picture.width) + 0.5 - middle, Double(index / picture.width) + 0.5 - middle)
        }.max()
        #expect(!ink.isEmpty, "\(what) leaves no ink")
        #expect(furthest ?? 0 < 0.96 * middle, "\(what) leaves the circle of \(picture.width) pixels")
    }
}
