import Foundation

@testable import Gtk

/// Pictures and picture files that the tests make themselves.
enum Sample {
    /// A picture with the pixels `colour(x, y)`, each `0xAARRGGBB`, premultiplied.
    static func picture(_ width: Int, _ height: Int, _ colour: (_ x: Int, _ y: Int) -> UInt32) -> Picture {
        let pixels = (0..<width * height).map { colour($0 % width, $0 / width) }
        return Picture(width: width, height: height, pixels: pixels)
    }

    /// Red, green, blue and white quarters, from the top left in the order of reading.
    static func quarters(_ width: Int, _ height: Int) -> Picture {
        picture(width, height) { x, y in
            let row: [UInt32] = y < height / 2 ? [0xFFFF_0000, 0xFF00_FF00] : [0xFF00_00FF, 0xFFFF_FFFF]
            return row[x < width / 2 ? 0 : 1]
        }
    }

    /// The file formats that gdk-pixbuf writes.
    static let modules = ["jpeg", "png", "webp", "bmp"]

    /// A small file of each format, with some detail in it.
    static func files() throws -> [(name: String, data: Data)] {
        let detail = picture(24, 20) { x, y in 0xFF00_0000 | UInt32(x * 10) << 16 | UInt32(y * 12) << 8 | UInt32(x ^ y)
        }
        var files = try modules.map { module in
            guard let data = detail.encoded(as: module, options: [:], keepingAlpha: false) else {
                throw CocoaError(.featureUnsupported)
            }
            return (module, data)
        }
        files.append(("gif", gif(24, 20, frames: [{ x, y in UInt8((x + y) % 100) }])))
        files.append(("progressive jpeg", progressiveJPEG))
        files.append(("cmyk jpeg", cmykJPEG))
        return files
    }

    /// A GIF of 100 shades of red, numbers above are transparent. Its compression is only a way of writing: every
    /// code has 8 bits, as long as the table is emptied often enough.
    static func gif(_ width: Int, _ height: Int, frames: [(_ x: Int, _ y: Int) -> UInt8]) -> Data {
        var file = Data("GIF89a".utf8) + little(width, 2) + little(height, 2) + [0xF6, 0, 0]
        for shade in 0..<128 { file += [UInt8(shade * 2), 0, 0] }
        for frame in frames {
            file += [0x21, 0xF9, 4, 1, 0, 0, 127, 0]
            file += [0x2C] + little(0, 2) + little(0, 2) + little(width, 2) + little(height, 2) + [0, 7]
            var codes: [UInt8] = []
            for index in 0..<width * height {
                if index % 100 == 0 { codes.append(0x80) }
                codes.append(frame(index % width, index / width))
            }
            codes.append(0x81)
            while !codes.isEmpty {
                let block = codes.prefix(255)
                file += [UInt8(block.count)] + block
                codes.removeFirst(block.count)
            }
            file += [0]
        }
        return file + [0x3B]
    }

    /// An animation of WebP pictures of one size.
    static func animatedWebP(_ width: Int, _ height: Int, frames: [Data]) -> Data {
        var chunks = chunk("VP8X", little(2, 4) + little(width - 1, 3) + little(height - 1, 3))
        chunks += chunk("ANIM", Data(count: 6))
        for frame in frames {
            let place = little(0, 6) + little(width - 1, 3) + little(height - 1, 3)
            chunks += chunk("ANMF", place + little(100, 4) + frame.dropFirst(12))
        }
        return chunk("RIFF", Data("WEBP".utf8) + chunks)
    }

    /// A chunk of a RIFF file.
    static func chunk(_ name: String, _ content: Data) -> Data {
        Data(name.utf8) + little(content.count, 4) + content + Data(count: content.count % 2)
    }

    static func little(_ number: Int, _ size: Int) -> Data {
        Data((0..<size).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) })
    }

    static func big(_ number: Int, _ size: Int) -> Data {
        Data(little(number, size).reversed())
    }

    /// EXIF data that says nothing but the orientation, as a number of a type of TIFF and of its size in bytes.
    static func exif(_ orientation: Int, isLittle: Bool, type: Int = 3, size: Int = 2) -> Data {
        let write = isLittle ? little : big
        let value = write(orientation, size) + Data(count: 4 - size)
        let entry = write(0x0112, 2) + write(type, 2) + write(1, 4) + value
        return Data((isLittle ? "II" : "MM").utf8) + write(42, 2) + write(8, 4) + write(1, 2) + entry + write(0, 4)
    }

    /// A JPEG file with EXIF segments added.
    static func jpeg(_ picture: Picture, exif: Data...) throws -> Data {
        guard let jpeg = picture.jpegData(quality: 95) else { throw CocoaError(.featureUnsupported) }
        let segments = exif.map { exif in
            let content = Data("Exif\0\0".utf8) + exif
            return Data([0xFF, 0xE1]) + big(content.count + 2, 2) + content
        }
        return jpeg.prefix(2) + segments.joined() + jpeg.dropFirst(2)
    }

    /// 16 × 16 pixels from red at the top to blue, written by ImageMagick.
    static let progressiveJPEG = decoded(
        """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsjHBYWICwgIyYnKSopGR8t
        MC0oMCUoKSj/2wBDAQcHBwoIChMKChMoGhYaKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCj/wgAR
        CAAQABADASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAUG/8QAFAEBAAAAAAAAAAAAAAAAAAAABf/aAAwDAQACEAMQAAAByqcYe//E
        ABUQAQEAAAAAAAAAAAAAAAAAAAAS/9oACAEBAAEFArWtb//EABYRAAMAAAAAAAAAAAAAAAAAAAAVYf/aAAgBAwEBPwFzT//EABYRAAMAAAAA
        AAAAAAAAAAAAAAAVYf/aAAgBAgEBPwFFD//EABQQAQAAAAAAAAAAAAAAAAAAACD/2gAIAQEABj8CH//EABQQAQAAAAAAAAAAAAAAAAAAACD/
        2gAIAQEAAT8hAf/aAAwDAQACAAMAAAAQN//EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQMBAT8QX//EABQRAQAAAAAAAAAAAAAAAAAAAAD/
        2gAIAQIBAT8QX//EABUQAQEAAAAAAAAAAAAAAAAAAABx/9oACAEBAAE/EKUpT//Z
        """)

    /// 16 × 16 pixels of (200, 40, 40) as cyan, magenta, yellow and black, written by ImageMagick.
    static let cmykJPEG = decoded(
        """
        /9j/7gAOQWRvYmUAZAAAAAAC/9sAQwADAgIDAgIDAwMDBAMDBAUIBQUEBAUKBwcGCAwKDAwLCgsLDQ4SEA0OEQ4LCxAWEBETFBUVFQwPFxgW
        FBgSFBUU/9sAQwEDBAQFBAUJBQUJFA0LDRQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU/8AA
        FAgAEAAQBAERAAIRAQMRAQQRAP/EABYAAQEBAAAAAAAAAAAAAAAAAAAGCP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/xAAWAQEBAQAAAAAAAAAA
        AAAAAAAABwn/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADgQBAAIRAxEEAAA/AKhW2d7YAAAAD//Z
        """)

    private static func decoded(_ base64: String) -> Data {
        Data(base64Encoded: base64, options: .ignoreUnknownCharacters) ?? Data()
    }
}
