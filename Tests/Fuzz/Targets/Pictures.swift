import Foundation

@testable import Gtk

func fuzzPictures(_ bytes: Data) {
    bytes.withUnsafeBytes { buffer in
        guard let header = try? PictureHeader.read(ByteView(buffer: buffer)) else { return }
        promise(header.width > 0 && header.height > 0, "a picture without pixels")
        promise(header.pieces.allSatisfy { $0.upperBound <= buffer.count }, "a piece beyond the file")
        var count = 0
        _ = header.write(ByteView(buffer: buffer)) { part in
            count += part.count
            return true
        }
        promise(count <= 2 * buffer.count + 64, "more than there was")
    }
    // Larger pictures take long and tell nothing more.
    var limits = PictureDecoder.Limits()
    limits.scaledWhileDecoding = 1 << 18
    limits.heldWhole = 1 << 18
    let square = 1 + bytes.count % 40
    guard let picture = try? PictureDecoder.decode(bytes, square: square, limits: limits) else { return }
    promise(picture.width == picture.height && (1...square).contains(picture.width), "a picture of another size")
}
