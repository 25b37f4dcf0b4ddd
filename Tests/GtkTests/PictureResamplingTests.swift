import Foundation
import Testing

@testable import Gtk

struct PictureResamplingTests {
    /// Rings that become narrower outwards, until the rings are as fine as pixels. Aliasing shows as rings that the
    /// picture does not have.
    private static let rings = Sample.picture(110, 110) { x, y in
        let (dx, dy) = (Double(x) - 54.5, Double(y) - 54.5)
        let grey = UInt32(127.5 + 127.5 * cos(Double.pi * (dx * dx + dy * dy) / 110))
        return 0xFF00_0000 | grey << 16 | UInt32(x * 2) << 8 | grey
    }

    /// Written by ImageMagick, which has the same filter: `convert rings.png -filter Catrom -resize 50x50 rings-50.png`.
    @Test(arguments: [50, 55, 100, 150])
    func itIsWhatAnotherProgramMakesOfIt(size: Int) throws {
        try References.expect(Self.rings.resampled(to: size), equals: "rings-\(size)", isFromElsewhere: true)
    }

    @Test func aSquareComesBackFromItsPixels() throws {
        let square = Self.rings.resampled(to: 50)
        let again = try #require(Picture(square: 50, pixelData: square.pixelData))
        #expect(again.pixelData == square.pixelData)
        #expect(Picture(square: 51, pixelData: square.pixelData) == nil)
    }

    @Test(arguments: [16, 30, 50, 55, 64])
    func aCheckerboardBecomesGrey(size: Int) {
        let board = Sample.picture(110, 110) { x, y in (x + y) % 2 == 0 ? 0xFF00_0000 : 0xFFFF_FFFF }
        let small = board.resampled(to: size)
        for y in 1..<size - 1 {
            for x in 1..<size - 1 {
                let grey = Int(small.pixel(x, y) & 0xFF)
                #expect(abs(grey - 127) <= 3)
            }
        }
    }

    @Test(arguments: [1, 7, 50, 110, 333])
    func onePlainColourStaysThatColour(size: Int) {
        for colour: UInt32 in [0xFF12_3456, 0x8040_2010, 0] {
            let plain = Sample.picture(110, 110) { _, _ in colour }
            plain.resampled(to: size).withPixels { pixels in
                #expect(pixels.count == size * size && pixels.allSatisfy { $0 == colour })
            }
        }
    }

    @Test func noColourIsStrongerThanItsAlpha() {
        let edge = Sample.picture(64, 64) { x, y in (x / 8 + y / 8) % 2 == 0 ? 0xFFFF_FFFF : 0 }
        for size in [20, 50, 100] {
            edge.resampled(to: size).withPixels { pixels in
                for pixel in pixels {
                    let alpha = pixel >> 24
                    #expect(pixel & 0xFF <= alpha && pixel >> 8 & 0xFF <= alpha && pixel >> 16 & 0xFF <= alpha)
                }
            }
        }
    }

    @Test func theMiddleOfAWidePictureIsTaken() {
        let wide = Sample.picture(90, 30) { x, _ in (30..<60).contains(x) ? 0xFF00_FF00 : 0xFFFF_0000 }
        let square = wide.resampled(to: 10)
        square.withPixels { pixels in
            #expect(pixels.allSatisfy { $0 == 0xFF00_FF00 })
        }
    }

    @Test func theSameSizeIsTheSamePicture() {
        #expect(Self.rings.resampled(to: 110) === Self.rings)
    }
}
