import Foundation
import TestSupport
import Testing

@testable import Gtk

struct PhotoEncoderTests {
    @Test func aPhotoIsSentWithoutMetadata() async throws {
        let exif = Sample.exif(6, isLittle: true) + Data("GPS here, a thumbnail, and a camera".utf8)
        let chosen = try await ChosenPicture.open(Sample.jpeg(Sample.quarters(1_400, 1_200), exif: exif))
        let square = try await chosen.cropped(
            to: Crop(width: chosen.width, height: chosen.height), atMost: PhotoEncoder.maxPixels)
        let photo = try await PhotoEncoder.encode(square)
        #expect(!photo.isPNG && photo.bytes.count < 900_000)
        // Tables, frames and scans, and the bare JFIF header that has no name, thumbnail or profile.
        let segments = jpegSegments(photo.bytes)
        #expect(
            !segments.isEmpty && segments.allSatisfy { [0xE0, 0xDB, 0xC0, 0xC2, 0xC4, 0xDA, 0xDD].contains($0.marker) })
        #expect(segments.filter { $0.marker == 0xE0 }.allSatisfy { $0.length == 16 })
        #expect(photo.bytes.range(of: Data("GPS".utf8)) == nil)
        let sent = try PictureDecoder.decode(photo.bytes, square: 2_000)
        #expect(sent.width == 1_024 && sent.height == 1_024)
        #expect(sent.pixel(100, 100).isNear(0xFF00_00FF), "upright")
    }

    @Test func transparencyIsSentAsABarePNG() async throws {
        let photo = try await PhotoEncoder.encode(
            Sample.picture(600, 600) { x, y in x > y ? 0x8000_4000 : 0xFFFF_0000 })
        #expect(photo.isPNG)
        #expect(pngChunks(photo.bytes).allSatisfy { ["IHDR", "sBIT", "IDAT", "IEND"].contains($0) })
        let sent = try PictureDecoder.decode(photo.bytes, square: 600)
        #expect(sent.width == 600 && sent.pixel(500, 100) >> 24 == 0x80)
    }

    @Test func aLargeFileIsMadeSmallerStepByStep() async throws {
        var generator = SystemRandomNumberGenerator()
        func noise(alpha: UInt32) -> Picture {
            Sample.picture(1_024, 1_024) { _, _ in
                let grey = alpha * UInt32.random(in: 0...255, using: &generator) / 255
                let red = alpha * UInt32.random(in: 0...255, using: &generator) / 255
                return alpha << 24 | red << 16 | grey << 8 | grey
            }
        }
        let opaque = try await PhotoEncoder.encode(noise(alpha: 255))
        #expect(!opaque.isPNG && opaque.bytes.count <= 900_000)
        let clear = try await PhotoEncoder.encode(noise(alpha: 128))
        #expect(clear.bytes.count <= 900_000)
        let sent = try PictureDecoder.decode(clear.bytes, square: 1_024)
        #expect(clear.isPNG == (sent.width >= 512))
    }

    /// Of 819, 655 and 524 pixels, its PNG is too large. A smaller picture is no PNG.
    @Test func whatIsTransparentIsWhiteInAJPEG() async throws {
        var generator = SplitMix(seed: 1)
        let noise = (0..<512 * 512).map { _ -> UInt32 in
            let alpha = UInt32.random(in: 1...254, using: &generator)
            return (0..<3).reduce(alpha) { pixel, _ in pixel << 8 | UInt32.random(in: 0...alpha, using: &generator) }
        }
        // Noise of two pixels stays noise at these sizes. One corner is empty.
        let square = Sample.picture(1_024, 1_024) { x, y in max(x, y) < 64 ? 0 : noise[y / 2 * 512 + x / 2] }
        let photo = try await PhotoEncoder.encode(square)
        #expect(!photo.isPNG && photo.bytes.starts(with: [0xFF, 0xD8, 0xFF]))
        let sent = try PictureDecoder.decode(photo.bytes, square: 1_024)
        #expect(sent.width == 419 && sent.height == 419)
        #expect(sent.pixel(4, 4).isNear(0xFFFF_FFFF))
    }

    /// A picture with few pixels is not made smaller for its transparency.
    @Test(arguments: [511, 512])
    func transparencyOfASmallPictureIsKept(side: Int) throws {
        let picture = Sample.picture(side, side) { x, y in 0x7F00_0000 | UInt32(x * y) & 0x003F_3F3F }
        let photo = try #require(PhotoEncoder.encoded(picture))
        #expect(photo.isPNG)
        #expect(try PictureDecoder.decode(photo.bytes, square: 1_024).width == side)
    }

    @Test(arguments: [511, 1_200])
    func aSquareWithAnEmptyCircleIsRefused(side: Int) async {
        let corner = Sample.picture(side, side) { x, y in x + y < side / 8 ? 0xFFFF_0000 : 0 }
        await #expect(throws: PhotoProblem.invisible) { try await PhotoEncoder.encode(corner) }
    }

    /// The segments of a JPEG up to its scan.
    private func jpegSegments(_ bytes: Data) -> [(marker: Int, length: Int)] {
        var segments: [(marker: Int, length: Int)] = []
        let bytes = [UInt8](bytes)
        var place = 2
        while place + 4 <= bytes.count, bytes[place] == 0xFF {
            let segment = (marker: Int(bytes[place + 1]), length: Int(bytes[place + 2]) << 8 | Int(bytes[place + 3]))
            segments.append(segment)
            if segment.marker == 0xDA { break }
            place += 2 + segment.length
        }
        return segments
    }

    private func pngChunks(_ bytes: Data) -> [String] {
        let bytes = [UInt8](bytes)
        var (place, names) = (8, [String]())
        while place + 8 <= bytes.count {
            let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            names.append(String(decoding: bytes[place + 4..<place + 8], as: UTF8.self))
            place += 12 + length
        }
        return names
    }
}
