import Foundation
import Testing

@testable import Gtk

struct ChosenPictureTests {
    /// The colours of the quarters from the top left in the order of reading, turned so many times.
    private static let corners: [[UInt32]] = [
        [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF, 0xFFFF_FFFF], [0xFF00_00FF, 0xFFFF_0000, 0xFFFF_FFFF, 0xFF00_FF00],
        [0xFFFF_FFFF, 0xFF00_00FF, 0xFF00_FF00, 0xFFFF_0000], [0xFF00_FF00, 0xFFFF_FFFF, 0xFFFF_0000, 0xFF00_00FF],
    ]

    @Test(arguments: 1...8, 0...3)
    func theChosenSquareIsUprightAndTurned(orientation: Int, turns: Int) async throws {
        // The orientation of the camera turns the stored picture upright.
        let upright = Sample.quarters(64, 48)
        let camera = try #require(PictureOrientation(rawValue: orientation))
        let stored = try #require(upright.stored(as: camera))
        let picture = try await ChosenPicture.open(
            Sample.jpeg(stored, exif: Sample.exif(orientation, isLittle: true)))
        #expect(picture.width == 64 && picture.height == 48)
        var crop = Crop(width: 64, height: 48)
        for _ in 0..<turns { crop.turn(clockwise: true) }
        let square = try await picture.cropped(to: crop, atMost: 1_024)
        #expect(square.width == 48 && square.height == 48)
        for (place, colour) in zip([(6, 6), (41, 6), (6, 41), (41, 41)], Self.corners[turns]) {
            #expect(square.pixel(place.0, place.1).isNear(colour), "\(orientation), \(turns) turns, \(place)")
        }
    }

    @Test func aSmallSquareOfALargePhotoIsCutFromItsFile() async throws {
        // Every second column is black: lost where the photo is decoded at half its size.
        let photo = Sample.picture(3_200, 2_400) { x, _ in x / 4 % 2 == 0 ? 0xFF00_0000 : 0xFFFF_FFFF }
        let data = try #require(photo.jpegData(quality: 95))
        let picture = try await ChosenPicture.open(data)
        #expect(picture.levels[0].width == 1_600, "the shown picture is smaller")
        #expect(picture.width == 3_200 && picture.levels.last.map { $0.height < 64 } == true)
        var crop = Crop(width: picture.width, height: picture.height)
        crop.zoom(to: 3)
        let square = try await picture.cropped(to: crop, atMost: 1_024)
        #expect(square.width == 800)
        #expect(square.pixel(402, 400).isNear(0xFF00_0000) != square.pixel(406, 400).isNear(0xFF00_0000))
        crop.showWhole()
        #expect(try await picture.cropped(to: crop, atMost: 1_024).width == 1_024)
    }

    @Test func whatIsHeldWholeIsShownSmaller() async throws {
        let picture = try await ChosenPicture.open(#require(Sample.quarters(2_400, 2_000).pngData()))
        #expect(picture.levels[0].width == 1_200 && picture.levels[0].height == 1_000)
        #expect(picture.levels[0].pixel(300, 200) == 0xFFFF_0000 && picture.levels[2].pixel(10, 240) == 0xFF00_00FF)
    }

    @Test(arguments: [
        (Data("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8), PhotoProblem.unreadable), (Data(), .unreadable),
        (Data([0, 0, 0, 24]) + Data("ftypheic".utf8), .unreadable), (Data(count: (64 << 20) + 1), .tooLarge),
    ])
    func whatIsNoPictureIsRefused(data: Data, problem: PhotoProblem) async {
        await #expect(throws: problem) { try await ChosenPicture.open(data) }
    }

    @Test func pixelsAreLimitedBeforeTheyAreDecoded() async throws {
        // A header alone: 9,000 × 8,000 pixels.
        var png = try #require(Sample.quarters(4, 4).pngData())
        png.replaceSubrange(16..<24, with: Sample.big(9_000, 4) + Sample.big(8_000, 4))
        await #expect(throws: PhotoProblem.tooLarge) { try await ChosenPicture.open(png) }
    }
}

extension Picture {
    /// The picture as a camera that was held so stores it; nil if no turn leads to it.
    fileprivate func stored(as orientation: PictureOrientation) -> Picture? {
        let size = orientation.uprightSize(width: width, height: height)
        return PictureOrientation.allCases.lazy.compactMap { inverse -> Picture? in
            let pixels = inverse.upright(self.allPixels, width: self.width, height: self.height)
            guard inverse.uprightSize(width: self.width, height: self.height) == size,
                orientation.upright(pixels, width: size.width, height: size.height) == self.allPixels
            else { return nil }
            return Picture(width: size.width, height: size.height, pixels: pixels)
        }.first
    }
}
