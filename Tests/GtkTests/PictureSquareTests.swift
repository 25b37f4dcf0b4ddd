import Foundation
import Testing

@testable import Gtk

/// How a picture was held, and which part of it is shown.
struct PictureSquareTests {
    /// The number and size of TIFF's integer types.
    static let types = [(1, 1), (3, 2), (4, 4), (6, 1), (7, 1), (8, 2), (9, 4), (13, 4)]

    /// The top left quarter is red; turned by 6, it is the top right one.
    private func isTurned(_ data: Data) throws -> Bool {
        let picture = try PictureDecoder.decode(data, square: 20)
        #expect(picture.pixel(2, 2).isNear(0xFFFF_0000) != picture.pixel(17, 2).isNear(0xFFFF_0000))
        return picture.pixel(17, 2).isNear(0xFFFF_0000)
    }

    @Test(arguments: types, [true, false])
    func theOrientationIsReadWhateverIntegerItIs(type: (number: Int, size: Int), isLittle: Bool) throws {
        let exif = Sample.exif(6, isLittle: isLittle, type: type.number, size: type.size)
        #expect(try isTurned(Sample.jpeg(Sample.quarters(64, 48), exif: exif)))
    }

    @Test(arguments: [2, 5, 11, 12, 0, 99])
    func whatIsNoIntegerIsNoOrientation(type: Int) throws {
        let exif = Sample.exif(6, isLittle: true, type: type, size: 4)
        #expect(try !isTurned(Sample.jpeg(Sample.quarters(64, 48), exif: exif)))
    }

    @Test func theFirstEXIFCounts() throws {
        let (turned, upright) = (Sample.exif(6, isLittle: true), Sample.exif(1, isLittle: false))
        let quarters = Sample.quarters(64, 48)
        #expect(try isTurned(Sample.jpeg(quarters, exif: turned, upright)))
        #expect(try !isTurned(Sample.jpeg(quarters, exif: upright, turned)))
        #expect(try !isTurned(Sample.jpeg(quarters, exif: Sample.exif(77, isLittle: true), turned)))
        #expect(try isTurned(Sample.jpeg(quarters, exif: Data("none".utf8), turned)), "that is no EXIF at all")

        let png = try #require(quarters.pngData())
        let chunks = [turned, upright].map { exif in
            Sample.big(exif.count, 4) + Data("eXIf".utf8) + exif + Data(count: 4)
        }
        #expect(try isTurned(png.prefix(33) + chunks[0] + chunks[1] + png.dropFirst(33)))
        #expect(try !isTurned(png.prefix(33) + chunks[1] + chunks[0] + png.dropFirst(33)))
    }

    @Test func theNameInFrontOfEXIFInWebPIsPassedOver() throws {
        let webp = try #require(Sample.quarters(64, 48).encoded(as: "webp", options: [:], keepingAlpha: false))
        let extended = Data([8, 0, 0, 0]) + Sample.little(63, 3) + Sample.little(47, 3)
        let exif = Data("Exif\0\0".utf8) + Sample.exif(6, isLittle: true)
        let chunks = Sample.chunk("VP8X", extended) + webp.dropFirst(12) + Sample.chunk("EXIF", exif)
        #expect(try isTurned(Sample.chunk("RIFF", Data("WEBP".utf8) + chunks)))
    }

    /// Of a picture of 40 × 80, the middle of the square is at 27 of 80: it takes the rows from 6 to 46.
    @Test(arguments: 1...8)
    func theUpperPartOfATallPictureIsTakenHoweverItWasHeld(orientation: Int) throws {
        let upright = Sample.picture(40, 80) { _, y in (6..<46).contains(y) ? 0xFF00_FF00 : 0xFFFF_0000 }
        let held = try #require(PictureOrientation(rawValue: orientation))
        let stored = Sample.picture(held.rawValue < 5 ? 40 : 80, held.rawValue < 5 ? 80 : 40) { x, y in
            let row =
                switch held {
                case .upright, .mirrored: y
                case .upsideDown, .mirroredUpsideDown: 79 - y
                case .transposed, .turnedLeft: x
                case .transversed, .turnedRight: 79 - x
                }
            return upright.pixel(20, row)
        }
        let png = try #require(stored.pngData())
        let exif = Sample.exif(orientation, isLittle: true)
        let chunk = Sample.big(exif.count, 4) + Data("eXIf".utf8) + exif + Data(count: 4)
        let picture = try PictureDecoder.decode(png.prefix(33) + chunk + png.dropFirst(33), square: 40)
        picture.withPixels { pixels in #expect(pixels.allSatisfy { $0 == 0xFF00_FF00 }) }
    }

    @Test(arguments: [
        (40, 80, 0, 6), (40, 60, 0, 0), (40, 50, 0, 0), (40, 400, 0, 113), (80, 40, 20, 0), (40, 40, 0, 0),
    ])
    func theSquareIsInsideThePicture(width: Int, height: Int, left: Int, top: Int) {
        let square = PictureOrientation.upright.square(width: width, height: height)
        #expect(square == (left, top, 40))
    }

    @Test func aTallPictureInMemoryIsCutAlike() {
        let tall = Sample.picture(40, 80) { _, y in (6..<46).contains(y) ? 0xFF00_FF00 : 0xFFFF_0000 }
        tall.resampled(to: 40).withPixels { pixels in #expect(pixels.allSatisfy { $0 == 0xFF00_FF00 }) }
    }

    @Test func aPictureWithNothingVisibleIsNone() throws {
        func expectNone(_ data: Data?, _ line: Comment) throws {
            let data = try #require(data)
            #expect(throws: PictureError.invalidData, line) { try PictureDecoder.decode(data, square: 12) }
        }
        for module in ["png", "webp"] {
            let clear = Sample.picture(24, 24) { _, _ in 0 }
            try expectNone(clear.encoded(as: module, options: [:], keepingAlpha: true), "\(module)")
        }
        let faint = Sample.picture(24, 24) { _, _ in 0x0202_0202 }
        try expectNone(faint.pngData(), "nearly nothing")
        let corners = Sample.picture(24, 24) { x, y in (x < 3 || x > 20) && (y < 3 || y > 20) ? 0xFF00_0000 : 0 }
        try expectNone(corners.pngData(), "only outside of the circle")
        let sides = Sample.picture(72, 24) { x, _ in (24..<48).contains(x) ? 0 : 0xFF00_0000 }
        try expectNone(sides.pngData(), "only outside of the square")
        try expectNone(Sample.gif(12, 12, frames: [{ _, _ in 127 }, { _, _ in 5 }]), "an empty first frame")
    }

    @Test func aDotIsVisible() throws {
        let dot = Sample.picture(24, 24) { x, y in x == 12 && y == 12 ? 0xFF00_0000 : 0 }
        #expect(try PictureDecoder.decode(#require(dot.pngData()), square: 24).pixel(12, 12) == 0xFF00_0000)
    }
}
