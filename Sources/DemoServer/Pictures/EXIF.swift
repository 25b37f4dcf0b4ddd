import Foundation
import Gtk

/// The one tag of EXIF that matters to viewers: how the stored picture has to be turned to be upright.
enum EXIF {
    /// Puts an APP1 segment with the tag behind the start of a JPEG.
    static func adding(orientation: Int, to jpeg: Data) -> Data {
        let tag: [UInt8] = [
            0x45, 0x78, 0x69, 0x66, 0, 0,  // "Exif"
            0x4D, 0x4D, 0, 42, 0, 0, 0, 8,  // big-endian TIFF, first directory right behind
            0, 1,  // one entry:
            0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation), 0, 0,  // orientation, one short
            0, 0, 0, 0,  // no other directory
        ]
        let length = tag.count + 2
        let header: [UInt8] = [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)]
        return jpeg.prefix(2) + header + tag + jpeg.dropFirst(2)
    }

    /// Transforms a canvas for a picture of this size: later upright drawing is stored in an orientation.
    static func turn(_ canvas: Canvas, orientation: Int, width: Double, height: Double) {
        switch orientation {
        case 2:
            canvas.translate(x: width, y: 0)
            canvas.scale(x: -1, y: 1)
        case 3:
            canvas.translate(x: width, y: height)
            canvas.rotate(radians: .pi)
        case 4:
            canvas.translate(x: 0, y: height)
            canvas.scale(x: 1, y: -1)
        case 5:
            canvas.rotate(radians: .pi / 2)
            canvas.scale(x: 1, y: -1)
        case 6:
            canvas.translate(x: 0, y: width)
            canvas.rotate(radians: -.pi / 2)
        case 7:
            canvas.translate(x: height, y: width)
            canvas.rotate(radians: .pi / 2)
            canvas.scale(x: -1, y: 1)
        case 8:
            canvas.translate(x: height, y: 0)
            canvas.rotate(radians: .pi / 2)
        default: break
        }
    }
}
