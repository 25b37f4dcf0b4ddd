import CGtk
import Foundation
import Testing

@testable import Gtk

struct PictureTests {
    @Test @MainActor func theTextureIsMadeOnceAndHasThePixels() {
        let picture = Sample.quarters(6, 4)
        let texture = picture.texture
        #expect(picture.texture == texture)
        #expect(gdk_texture_get_width(texture) == 6 && gdk_texture_get_height(texture) == 4)
        var pixels = [UInt32](repeating: 0, count: 24)
        pixels.withUnsafeMutableBytes { buffer in
            gdk_texture_download(texture, buffer.bindMemory(to: guchar.self).baseAddress, 24)
        }
        #expect(pixels == picture.allPixels)
    }

    @Test @MainActor func aTextureGoesOnTheMainThreadWhereverItsPictureWasReleased() async {
        var picture: Picture? = Sample.quarters(6, 4)
        let texture = picture?.texture
        g_object_ref(UnsafeMutableRawPointer(texture))
        defer { g_object_unref(UnsafeMutableRawPointer(texture)) }
        let object = UnsafeMutableRawPointer(texture)?.assumingMemoryBound(to: GObject.self)
        #expect(object?.pointee.ref_count == 2)
        let elsewhere = Task.detached { [last = picture] in last?.width }
        picture = nil
        _ = await elsewhere.value
        // Until the main thread has had its turn.
        for _ in 0..<1_000 where object?.pointee.ref_count != 1 { await Task.yield() }
        #expect(object?.pointee.ref_count == 1)
    }

    @Test func opacityIsThatOfThePixels() {
        #expect(Sample.quarters(4, 4).isOpaque)
        #expect(!Sample.picture(4, 4) { x, y in x + y == 6 ? 0xFE00_0000 : 0xFF00_0000 }.isOpaque)
    }

    @Test func pixelsSurvivePNG() throws {
        let picture = Sample.picture(16, 16) { x, y in
            let alpha = UInt32(x * 17)
            return alpha << 24 | (alpha * UInt32(y) / 15) << 16 | alpha / 2 << 8 | alpha / 3
        }
        let png = try #require(picture.pngData())
        #expect(try PictureDecoder.decode(png, square: 16).difference(to: picture).largest <= 1)
    }
}
