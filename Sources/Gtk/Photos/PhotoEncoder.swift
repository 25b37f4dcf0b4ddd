public import Foundation

/// A square picture as a file that can be sent. It has no metadata.
public nonisolated struct EncodedPhoto: Hashable, Sendable {
    /// The file.
    public let bytes: Data
    /// Whether the file is a PNG; otherwise it is a JPEG.
    public let isPNG: Bool
}

/// Makes files of square pictures that can be sent to a server.
public nonisolated enum PhotoEncoder {
    /// On each side, in pixels.
    public static let maxPixels = 1_024
    /// Of a file, in bytes.
    static let maxBytes = 900_000
    private static let quality = 85
    /// A smaller picture with transparency is drawn on white.
    private static let smallestPNG = 512
    /// From one try to the next.
    private static let shrinking = 0.8

    /// The file of a square picture: JPEG, or PNG where there is transparency. A file that is too large is made again with
    /// fewer pixels. It is made off the main thread. A picture with nothing visible in its circle is `invisible`.
    public static func encode(_ square: Picture) async throws(PhotoProblem) -> EncodedPhoto {
        try await ChosenPicture.run { () throws(PhotoProblem) in
            let picture = square.resampled(toAtMost: maxPixels)
            guard picture.isVisibleInCircle else { throw .invisible }
            guard let photo = encoded(picture) else { throw .noDecoder }
            return photo
        }
    }

    /// Nil only if the system's writers are missing.
    static func encoded(_ square: Picture) -> EncodedPhoto? {
        var picture = square
        while true {
            let isPNG = !picture.isOpaque && (picture.width >= smallestPNG || picture.width == square.width)
            guard let bytes = isPNG ? picture.pngData() : picture.onWhite.jpegData(quality: quality) else { return nil }
            if bytes.count <= maxBytes { return EncodedPhoto(bytes: bytes, isPNG: isPNG) }
            picture = square.resampled(to: max(1, Int(Double(picture.width) * shrinking)))
        }
    }
}

nonisolated extension Picture {
    /// The picture over white.
    fileprivate var onWhite: Picture {
        guard !isOpaque else { return self }
        let pixels = withPixels { pixels in
            pixels.map { pixel -> UInt32 in
                let rest = 255 - (pixel >> 24)
                // No channel of a premultiplied pixel is above its alpha.
                return pixel + (rest << 24 | rest << 16 | rest << 8 | rest)
            }
        }
        return Picture(width: width, height: height, pixels: pixels)
    }
}
