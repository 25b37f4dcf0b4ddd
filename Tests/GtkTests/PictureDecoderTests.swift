import Foundation
import Testing

@testable import Gtk

struct PictureDecoderTests {
    @Test(arguments: Sample.modules)
    func theCentreSquareIsCutOutAndScaledDown(module: String) throws {
        // 60 × 40: the centre square has 10 columns of red and 10 of blue at its sides, green between.
        let stripes = Sample.picture(60, 40) { x, _ in x < 20 ? 0xFFFF_0000 : x < 40 ? 0xFF00_FF00 : 0xFF00_00FF }
        let options: KeyValuePairs = module == "jpeg" ? ["quality": "100"] : [:]
        let data = try #require(stripes.encoded(as: module, options: options, keepingAlpha: false))
        let picture = try PictureDecoder.decode(data, square: 20)
        #expect(picture.width == 20 && picture.height == 20)
        #expect(picture.pixel(2, 10).isNear(0xFFFF_0000))
        #expect(picture.pixel(10, 10).isNear(0xFF00_FF00))
        #expect(picture.pixel(17, 10).isNear(0xFF00_00FF))
    }

    @Test func aSmallPictureKeepsItsSize() throws {
        let data = try #require(Sample.quarters(30, 24).pngData())
        let picture = try PictureDecoder.decode(data, square: 110)
        #expect(picture.width == 24 && picture.height == 24)
        #expect(picture.pixel(0, 0) == 0xFFFF_0000 && picture.pixel(23, 23) == 0xFFFF_FFFF)
    }

    @Test(arguments: [(60, 40, 60), (79, 40, 79), (80, 40, 40), (30, 40, 30)])
    func whatIsResampledAnywayIsNotResampledBefore(side: Int, wanted: Int, decoded: Int) throws {
        let quarters = Sample.quarters(side, side)
        let picture = try PictureDecoder.decode(
            #require(quarters.pngData()), square: wanted, exactly: false)
        #expect(picture.width == decoded && picture.height == decoded)
        if decoded == side {
            #expect(picture.withPixels { Array($0) } == quarters.withPixels { Array($0) }, "not a pixel is another")
        }
    }

    @Test func aPhotoIsScaledOnlyAsItIsDecodedWhereItIsResampledAnyway() throws {
        let photo = try #require(Sample.quarters(640, 640).jpegData(quality: 90))
        #expect(try PictureDecoder.decode(photo, square: 110, exactly: false).width == 160)
        #expect(try PictureDecoder.decode(photo, square: 110).width == 110)
    }

    @Test func aSingleRowBecomesOnePixel() throws {
        let data = try #require(Sample.picture(300, 1) { _, _ in 0xFF12_3456 }.pngData())
        let picture = try PictureDecoder.decode(data, square: 110)
        #expect(picture.width == 1 && picture.pixel(0, 0) == 0xFF12_3456)
    }

    @Test func transparencyIsKeptPremultiplied() throws {
        let half = Sample.picture(40, 40) { x, _ in x < 20 ? 0x8080_0000 : 0 }
        let data = try #require(half.pngData())
        let picture = try PictureDecoder.decode(data, square: 40)
        #expect(picture.pixel(5, 5) == 0x8080_0000 && picture.pixel(35, 5) == 0)
        // The colour of transparent pixels does not bleed into the edge: as much red as alpha.
        let small = try PictureDecoder.decode(data, square: 7)
        for x in 0..<7 {
            let pixel = small.pixel(x, 3)
            #expect(pixel >> 24 == pixel >> 16 & 0xFF && pixel & 0xFFFF == 0)
        }
    }

    @Test(arguments: 1...8, [true, false])
    func theOrientationOfACameraIsAppliedOnce(orientation: Int, isLittle: Bool) throws {
        let data = try Sample.jpeg(Sample.quarters(64, 48), exif: Sample.exif(orientation, isLittle: isLittle))
        try expectTurned(PictureDecoder.decode(data, square: 20), orientation)
    }

    @Test(arguments: 1...8)
    func theOrientationInPNGAndWebPIsApplied(orientation: Int) throws {
        let png = try #require(Sample.quarters(64, 48).pngData())
        let exif = Sample.exif(orientation, isLittle: true)
        // The check sum is wrong. No reader looks at it.
        let exifChunk = Sample.big(exif.count, 4) + Data("eXIf".utf8) + exif + Data(count: 4)
        try expectTurned(PictureDecoder.decode(png.prefix(33) + exifChunk + png.dropFirst(33), square: 20), orientation)

        let webp = try #require(Sample.quarters(64, 48).encoded(as: "webp", options: [:], keepingAlpha: false))
        let extended = Data([8, 0, 0, 0]) + Sample.little(63, 3) + Sample.little(47, 3)
        let chunks = Sample.chunk("VP8X", extended) + webp.dropFirst(12) + Sample.chunk("EXIF", exif)
        let file = Sample.chunk("RIFF", Data("WEBP".utf8) + chunks)
        try expectTurned(PictureDecoder.decode(file, square: 20), orientation)
    }

    /// The corners of the quarters from the top left in the order of reading, as EXIF's definition has them.
    private func expectTurned(_ picture: Picture, _ orientation: Int) {
        let (red, green, blue, white): (UInt32, UInt32, UInt32, UInt32) =
            (0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF, 0xFFFF_FFFF)
        let corners: [[UInt32]] = [
            [red, green, blue, white], [green, red, white, blue], [white, blue, green, red], [blue, white, red, green],
            [red, blue, green, white], [blue, red, white, green], [white, green, blue, red], [green, white, red, blue],
        ]
        let places = [(2, 2), (17, 2), (2, 17), (17, 17)]
        for (place, colour) in zip(places, corners[orientation - 1]) {
            #expect(picture.pixel(place.0, place.1).isNear(colour), "orientation \(orientation), \(place)")
        }
    }

    @Test func progressiveAndCMYKPicturesAreDecoded() throws {
        let progressive = try PictureDecoder.decode(Sample.progressiveJPEG, square: 16)
        #expect(progressive.pixel(8, 1).isNear(0xFFEE_0011) && progressive.pixel(8, 14).isNear(0xFF11_00EE))
        let cmyk = try PictureDecoder.decode(Sample.cmykJPEG, square: 16)
        #expect(cmyk.pixel(8, 8).isNear(0xFFC8_2828))
    }

    @Test func anAnimationShowsItsFirstFrame() throws {
        let gif = Sample.gif(12, 12, frames: [{ _, _ in 99 }, { _, _ in 5 }])
        #expect(try PictureDecoder.decode(gif, square: 12).pixel(6, 6) == 0xFFC6_0000)

        let frames = try [0xFF00_FF00, 0xFF00_00FF].map { (colour: UInt32) in
            let picture = Sample.picture(12, 12) { _, _ in colour }
            return try #require(picture.encoded(as: "webp", options: [:], keepingAlpha: false))
        }
        let webp = Sample.animatedWebP(12, 12, frames: frames)
        #expect(try PictureDecoder.decode(webp, square: 12).pixel(6, 6).isNear(0xFF00_FF00))
    }

    @Test func transparentPartsOfAGIFStayTransparent() throws {
        let gif = Sample.gif(12, 12, frames: [{ x, _ in x < 6 ? 127 : 50 }])
        let picture = try PictureDecoder.decode(gif, square: 12)
        #expect(picture.pixel(2, 6) == 0 && picture.pixel(9, 6) == 0xFF64_0000)
    }

    @Test func aStoredPictureIsTheSameAfterwards() throws {
        let opaque = Sample.picture(48, 48) { x, y in 0xFF00_4000 | UInt32(x * 5) << 16 | UInt32(y * 5) }
        let file = try #require(opaque.storedData())
        #expect(file.starts(with: [0xFF, 0xD8]) && file.count < 48 * 48)
        #expect(try PictureDecoder.decode(file, square: 48).difference(to: opaque).largest < 16)

        let transparent = Sample.picture(48, 48) { x, y in
            UInt32(x * 5) << 24 | UInt32(x * 5) << 16 | UInt32(min(x, y) * 5)
        }
        let lossless = try #require(transparent.storedData())
        #expect(lossless.starts(with: [0x89, 0x50]))
        #expect(try PictureDecoder.decode(lossless, square: 48).difference(to: transparent).largest <= 1)
    }

    @Test func aSliceOfDataIsDecodedLikeData() throws {
        let data = try #require(Sample.quarters(20, 20).pngData())
        let slice = (Data(count: 7) + data).dropFirst(7)
        #expect(try PictureDecoder.decode(slice, square: 20).pixel(2, 2) == 0xFFFF_0000)
    }
}

extension UInt32 {
    /// Whether each channel is as near as lossy formats leave it.
    func isNear(_ other: UInt32) -> Bool {
        [0, 8, 16, 24].allSatisfy { shift in
            abs(Int(self >> shift & 0xFF) - Int(other >> shift & 0xFF)) <= 14
        }
    }
}
