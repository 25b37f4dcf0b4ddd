import Foundation
import Testing

@testable import Gtk

struct CanvasTests {
    @Test func aFilledRectangleIsThereAndNothingElse() {
        let canvas = Canvas(width: 4, height: 4, scale: 2)
        canvas.rectangle(x: 1, y: 1, width: 2, height: 2)
        canvas.fill(Colour(red: 1, green: 0, blue: 0))
        let picture = canvas.picture()
        #expect(picture.width == 8 && picture.height == 8 && picture.byteCount == 256)
        picture.withPixels { pixels in
            #expect(pixels[0] == 0)
            #expect(pixels[2 * 8 + 2] == 0xFFFF_0000)
            #expect(pixels.count { $0 != 0 } == 16)
        }
    }

    @Test func textIsCentredByItsInk() {
        let canvas = Canvas(width: 60, height: 60)
        canvas.text("T", font: "Sans Bold 30px", centeredAt: (30, 30), colour: .black)
        let ink = canvas.picture().inkBounds
        #expect(ink.width > 10 && ink.height > 15)
        #expect(abs(ink.left + ink.right - 60) <= 1 && abs(ink.top + ink.bottom - 60) <= 1)
    }

    @Test func aDrawingIsEncodedAsPNGAndJPEG() throws {
        let canvas = Canvas(width: 20, height: 10)
        canvas.rectangle(x: 0, y: 0, width: 20, height: 10)
        canvas.fillLinear(from: (0, 0), to: (20, 0), stops: [(0, .black), (1, .white)])
        let png = try #require(canvas.pngData())
        let jpeg = try #require(canvas.jpegData(quality: 90))
        #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        #expect(jpeg.starts(with: [0xFF, 0xD8, 0xFF]) && jpeg.suffix(2) == Data([0xFF, 0xD9]))
    }

    @Test func manyThreadsWriteInManyScripts() {
        let words = [
            "Αλ", "Иж", "Աբ", "აბ", "שא", "عم", "ܐܒ", "ދި", "क्ष", "আই", "ਗੁਰ", "ગુજ", "ଓଡ", "தமி", "తెలు", "ಕನ್ನ", "മല", "සිං",
            "ไท้", "ລາວ",
            "བོད", "မြန်", "አማ", "ខ្មែ", "한글", "王小", "ᏣᎳ", "ᐃᓄ", "ⵣⴰ",
        ]
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            let canvas = Canvas(width: 100, height: 100)
            for index in 0..<400 {
                let word = words[(index * 7 + thread * 11) % words.count]
                canvas.text(
                    word, font: "Sans \(10 + (index * 13 + thread) % 90)px", centeredAt: (50, 50), colour: .black)
            }
            #expect(canvas.picture().inkBounds.width > 0)
        }
    }
}
