import CGtk
import Foundation
import Testing

@testable import Gtk

/// Files made to break a decoder. The tests run one at a time, since the peak of memory is the process's.
@Suite(.serialized)
struct HostilePictureTests {
    /// The memory that the decoder may take to refuse a file. The largest allowed picture takes four times as much.
    private static let someMemory = 32 << 20

    @Test func aFileThatWasCutOffIsInvalid() throws {
        for (name, data) in try Sample.files() {
            _ = try PictureDecoder.decode(data, square: 16)
            for part in 0..<16 {
                expectInvalid(data.prefix(data.count * part / 16), "\(name), \(part)/16")
            }
            // The last byte belongs to the picture itself. A GIF needs no bytes after its last frame.
            if name != "gif" { expectInvalid(data.dropLast(1), "\(name) without its last byte") }
        }
    }

    @Test func aCutOffPhotoWithAWholeThumbnailIsInvalid() throws {
        let thumbnail = try #require(Sample.quarters(16, 16).jpegData(quality: 50))
        let photo = try Sample.jpeg(Sample.quarters(64, 64), exif: Sample.exif(1, isLittle: true) + thumbnail)
        _ = try PictureDecoder.decode(photo, square: 16)
        expectInvalid(photo.dropLast(20), "photo")
    }

    @Test func flippedBitsGiveAPictureOrAnErrorAndNoWarning() throws {
        var random = SeededGenerator(seed: 1)
        let warnings = GLibWarnings()
        var decoded = 0
        let peak = try peakMemory {
            for (_, data) in try Sample.files() {
                for _ in 0..<700 {
                    var damaged = data
                    for _ in 0..<Int.random(in: 1...8, using: &random) {
                        // Half of the damage goes where sizes and tables are.
                        let reach = Bool.random(using: &random) ? min(64, damaged.count) : damaged.count
                        damaged[Int.random(in: 0..<reach, using: &random)] ^=
                            1 << UInt8.random(in: 0..<8, using: &random)
                    }
                    guard let picture = try? PictureDecoder.decode(damaged, square: 16) else { continue }
                    #expect((1...16).contains(picture.width) && picture.width == picture.height)
                    decoded += 1
                }
            }
        }
        #expect(decoded > 500)
        #expect(warnings.stop() == [])
        // A size that was changed may still be allowed: 32 megapixels of 4 bytes each.
        #expect(peak < 6 * Self.someMemory)
    }

    @Test func noiseBehindAValidSignatureIsInvalid() throws {
        var random = SeededGenerator(seed: 2)
        let warnings = GLibWarnings()
        for (name, data) in try Sample.files() {
            for count in [0, 1, 4, 30, 200, 5000] {
                let noise = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
                expectInvalid(data.prefix(14) + noise, name)
            }
        }
        #expect(warnings.stop() == [])
    }

    @Test func picturesThatClaimToBeHugeTakeNoMemory() throws {
        let small = try Dictionary(uniqueKeysWithValues: Sample.files().map { ($0.name, $0.data) })
        var png = try #require(small["png"])
        png.replaceSubrange(16..<24, with: Sample.big(30_000, 4) + Sample.big(30_000, 4))
        var gif = try #require(small["gif"])
        gif.replaceSubrange(6..<10, with: Data(repeating: 0xFF, count: 4))
        var gifFrame = try #require(small["gif"])
        let frame = try #require(gifFrame.range(of: Data([0x2C, 0, 0, 0, 0])))
        gifFrame.replaceSubrange(frame.upperBound..<frame.upperBound + 4, with: Data(repeating: 0xFF, count: 4))
        var bmp = try #require(small["bmp"])
        bmp.replaceSubrange(18..<26, with: Sample.little(60_000, 4) + Sample.little(60_000, 4))
        var webp = try #require(small["webp"])
        webp.replaceSubrange(26..<30, with: Sample.little(0x3FFF, 2) + Sample.little(0x3FFF, 2))
        let extended = Sample.chunk(
            "VP8X", Sample.little(0, 4) + Sample.little(0xFFFFFF, 3) + Sample.little(0xFFFFFF, 3))
        let bigCanvas = Sample.chunk("RIFF", Data("WEBP".utf8) + extended + (small["webp"]?.dropFirst(12) ?? Data()))

        let peak = try peakMemory {
            for (name, data) in [
                ("png", png), ("gif", gif), ("frame of gif", gifFrame), ("bmp", bmp), ("webp", webp),
                ("canvas of webp", bigCanvas), ("jpeg", try jpeg(claiming: 65_000, 65_000)),
                ("progressive jpeg", try jpeg(claiming: 8_000, 8_000, of: Sample.progressiveJPEG)),
            ] {
                expectInvalid(data, name)
            }
        }
        #expect(peak < Self.someMemory)
    }

    @Test func sizesWhoseProductsOverflowAreInvalid() throws {
        // 54 bytes: a header, and nothing behind it.
        func bmp(_ width: Int, _ height: Int, pixels: Int = 54, depth: Int = 32) -> Data {
            Data("BM".utf8) + Sample.little(54, 4) + Sample.little(0, 4) + Sample.little(pixels, 4)
                + Sample.little(40, 4) + Sample.little(width, 4) + Sample.little(height, 4) + Sample.little(1, 2)
                + Sample.little(depth, 2) + Data(count: 24)
        }
        let data = bmp(1 << 30 + 1, 1 << 31 - 2)
        #expect(data.count == 54)
        expectInvalid(data, "bmp")
        let largest = [1, 1 << 30 - 1, 1 << 30, 1 << 30 + 1, 1 << 31 - 2, 1 << 31 - 1, 1 << 31, 1 << 32 - 1]
        for width in largest {
            for height in largest {
                for depth in [1, 24, 32] {
                    for pixels in [54, 1 << 32 - 1] {
                        expectInvalid(bmp(width, height, pixels: pixels, depth: depth), "\(width) × \(height)")
                    }
                }
            }
        }
    }

    @Test func coloursAndPixelsThatABitmapDoesNotHaveNeverReachTheDecoder() throws {
        let small = try #require(try Sample.files().first { $0.name == "bmp" }?.data)
        var colours = small
        // As a table of so many colours, or as pixels so far behind: 4 GB each.
        colours.replaceSubrange(46..<50, with: Sample.little(0xFF00_0100, 4))
        var pixels = small
        pixels.replaceSubrange(10..<14, with: Sample.little(0xFFFF_FF00, 4))
        // Run-length encoded, so that the size of the pixels is unknown.
        pixels.replaceSubrange(30..<34, with: Sample.little(1, 4))
        #expect(try PictureDecoder.decode(small, square: 16).width > 0)
        for data in [colours, pixels] {
            #expect(throws: PictureError.invalidData) {
                _ = try data.withUnsafeBytes { try PictureHeader.read(ByteView(buffer: $0)) }
            }
        }
    }

    @Test func lengthsThatReachBeyondTheFileAreInvalid() throws {
        for (name, data) in try Sample.files() {
            for place in stride(from: 0, to: min(data.count - 4, 400), by: 1) {
                for value in [UInt8.max, 0x7F, 0x80] {
                    var damaged = data
                    damaged.replaceSubrange(place..<place + 4, with: [value, 0xFF, 0xFF, value])
                    // The decoder may accept or refuse the damaged file. Only an answer of the decoder counts.
                    _ = damaged.withUnsafeBytes { try? PictureHeader.read(ByteView(buffer: $0)) }
                }
            }
            #expect(try PictureDecoder.decode(data, square: 16).width == 16, "\(name)")
        }
    }

    @Test func picturesHeldWholeWaitForEachOther() async throws {
        // 32 megapixels, nearly 100 MB each once they are decoded.
        let data = try flatPNG(524_288, 64)
        let alone = try peakMemory { _ = try PictureDecoder.decode(data, square: 16) }
        let threads = (0..<3).map { _ in Thread { _ = try? PictureDecoder.decode(data, square: 16) } }
        let together = try peakMemory {
            for thread in threads { thread.start() }
            while !threads.allSatisfy(\.isFinished) { usleep(1_000) }
        }
        #expect(together < alone * 3 / 2)
    }

    @Test func theLimitsOfPixelsAreSharp() throws {
        if try DecoderProbe.scalesJPEG() {
            // The limit is 256 megapixels for a JPEG that is scaled while it is decoded. Missing parts of the JPEG are
            // grey.
            #expect(try PictureDecoder.decode(jpeg(claiming: 65_500, 4_098), square: 16).width == 16)
            expectInvalid(try jpeg(claiming: 65_500, 4_099), "jpeg")
        } else {
            #expect(try PictureDecoder.decode(flatJPEG(8_192, 4_096), square: 16).width == 16)
            expectInvalid(try flatJPEG(8_192, 4_097), "jpeg")
        }
        // The limit is 32 megapixels for a picture that is held whole.
        #expect(try PictureDecoder.decode(flatPNG(524_288, 64), square: 16).width == 16)
        expectInvalid(try flatPNG(524_288, 65), "png")
    }

    @Test func aBaselineJPEGInSeveralScansCountsAsHeldWhole() throws {
        // One scan for each component, as some encoders write it: decoders then collect the whole picture first.
        var data = try jpeg(claiming: 6_000, 6_000)
        _ = try PictureDecoder.decode(data, square: 16)
        let scan = try #require(data.range(of: Data([0xFF, 0xDA, 0, 12, 3])))
        data.replaceSubrange(scan, with: [0xFF, 0xDA, 0, 8, 1])
        data.removeSubrange(scan.upperBound + 2..<scan.upperBound + 6)
        let peak = try peakMemory { expectInvalid(data, "scans") }
        #expect(peak < Self.someMemory)
    }

    @Test func aDecoderThatReadsAnotherSizeThanWeIsStopped() throws {
        for (name, data) in try Sample.files() {
            try data.withUnsafeBytes { buffer in
                let bytes = ByteView(buffer: buffer)
                let honest = try PictureHeader.read(bytes)
                var forged = PictureHeader(format: honest.format, width: honest.width - 1, height: honest.height)
                (forged.prefix, forged.pieces, forged.suffix) = (honest.prefix, honest.pieces, honest.suffix)
                #expect(throws: PictureError.invalidData, "\(name)") {
                    _ = try PixbufLoader.decode(forged, of: bytes, size: (forged.width, forged.height))
                }
            }
        }
    }

    @Test func aJPEGWithThousandsOfScansEndsSoon() throws {
        let data = Sample.progressiveJPEG
        let scan = try #require(data.range(of: Data([0xFF, 0xDA]), in: 300..<data.count))
        let segment = data[scan.lowerBound..<scan.lowerBound + 10]
        func scans(_ count: Int) -> Data {
            data.dropLast(2) + (0..<count).flatMap { _ in segment + [0] } + [0xFF, 0xD9]
        }
        _ = try PictureDecoder.decode(scans(20), square: 16)
        expectInvalid(scans(5_000), "scans")
    }

    @Test func aPhotoOf12MegapixelsTakesLittleMemory() throws {
        let photo = try flatJPEG(4_000, 3_000)
        // The least of three, since other tests may be running beside.
        let peaks = try (0..<3).map { _ in
            try peakMemory {
                let picture = try PictureDecoder.decode(photo, square: 110)
                #expect(picture.width == 110)
            }
        }
        let peak = try #require(peaks.min())
        // The whole picture has 36 MB, and more where it comes from another process.
        #expect(peak < (try DecoderProbe.scalesJPEG() ? 16 : 96) << 20)
    }

    @Test func whatTheDecoderDoesWithJPEGIsToldByItsMemory() throws {
        let photo = try #require(Sample.picture(2_000, 2_000) { _, _ in 0xFF40_80C0 }.jpegData(quality: 90))
        let peak = try (0..<3).map { _ in try peakMemory { _ = try PictureDecoder.decode(photo, square: 110) } }.min()
        // Of the whole picture.
        let whole = 2_000 * 2_000 * 3
        #expect((try #require(peak) < whole / 2) == (try DecoderProbe.scalesJPEG()))
    }

    @Test func picturesWithoutPixelsAreInvalid() throws {
        for (name, data) in try Sample.files() {
            var empty = data
            switch name {
            case "png": empty.replaceSubrange(16..<20, with: Data(count: 4))
            case "gif": empty.replaceSubrange(6..<8, with: Data(count: 2))
            case "bmp": empty.replaceSubrange(22..<26, with: Data(count: 4))
            case "webp": empty.replaceSubrange(26..<28, with: Data(count: 2))
            default: empty = try jpeg(claiming: 0, 10, of: data)
            }
            expectInvalid(empty, name)
        }
        expectInvalid(Sample.gif(10, 10, frames: []), "gif without a frame")
        expectInvalid(Data(), "nothing")
    }

    @Test(arguments: [
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"/>",
        "/* XPM */ static char *a[] = {\"1 1 1 1\"};",
        "#define a_width 8\n#define a_height 8\nstatic char a_bits[] = {0};", "II*\0\u{8}\0\0\0", "P6 1 1 255 abc",
        "<!DOCTYPE html><title>Login</title>", "icns", "RIFF\u{20}\0\0\0ACON", "RIFF\u{20}\0\0\0WAVE",
    ])
    func otherFormatsAreRefused(content: String) {
        expectInvalid(Data(content.utf8) + Data(count: 64), content)
    }

    @Test func anotherFormatBehindAKnownSignatureIsRefused() throws {
        let png = try #require(Sample.quarters(8, 8).pngData())
        for signature: [UInt8] in [[0xFF, 0xD8, 0xFF], Array("GIF89a".utf8), Array("BM".utf8)] {
            expectInvalid(Data(signature) + png, "png in another's clothes")
        }
    }

    private func expectInvalid(_ data: Data, _ what: String) {
        #expect(throws: PictureError.invalidData, "\(what)") { try PictureDecoder.decode(data, square: 16) }
    }

    /// A JPEG with another size in its header.
    private func jpeg(claiming width: Int, _ height: Int, of data: Data? = nil) throws -> Data {
        var jpeg = try data ?? #require(Sample.quarters(24, 24).jpegData(quality: 90))
        let frame = try #require(
            jpeg.indices.dropLast(9).first { jpeg[$0] == 0xFF && [0xC0, 0xC2].contains(jpeg[$0 + 1]) })
        jpeg.replaceSubrange(frame + 5..<frame + 9, with: Sample.big(height, 2) + Sample.big(width, 2))
        return jpeg
    }

    private func flatJPEG(_ width: Int, _ height: Int) throws -> Data { try flatFile("jpeg", width, height) }

    private func flatPNG(_ width: Int, _ height: Int) throws -> Data { try flatFile("png", width, height) }

    /// A large picture of one colour, made without going through pixels in Swift.
    private func flatFile(_ module: String, _ width: Int, _ height: Int) throws -> Data {
        let pixbuf = try #require(gdk_pixbuf_new(GDK_COLORSPACE_RGB, 0, 8, gint(width), gint(height)))
        defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
        gdk_pixbuf_fill(pixbuf, 0x8040_C0FF)
        var buffer: UnsafeMutablePointer<gchar>?
        var size: gsize = 0
        try #require(gdk_pixbuf_save_to_bufferv(pixbuf, &buffer, &size, module, nil, nil, nil) != 0)
        defer { g_free(buffer) }
        return Data(bytes: try #require(buffer), count: Int(size))
    }
}
