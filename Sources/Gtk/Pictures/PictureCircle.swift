public import Foundation

nonisolated extension Picture {
    /// The pixels as bytes, for `init(square:pixelData:)`.
    public var pixelData: Data { withPixels { Data(buffer: $0) } }

    /// A square of pixels from `pixelData`; nil for any other number of bytes.
    public convenience init?(square side: Int, pixelData: Data) {
        guard side > 0, pixelData.count == side * side * 4 else { return nil }
        var pixels = [UInt32](repeating: 0, count: side * side)
        pixels.withUnsafeMutableBytes { $0.copyBytes(from: pixelData) }
        self.init(width: side, height: side, pixels: pixels)
    }

    /// The square of the picture as a disc of `diameter` application pixels, with the same rim as initials.
    public func circle(diameter: Int, scale: Int, rim: DiscRim) -> Picture {
        let square = resampled(to: diameter * scale)
        let canvas = Canvas(width: diameter, height: diameter, scale: scale)
        canvas.disc(diameter: Double(diameter), rim: rim) { canvas.draw(square) }
        return canvas.picture()
    }

    /// Whether any pixel in the circle of the shown square is visible.
    var isVisibleInCircle: Bool {
        let square = resampled(toAtMost: .max)
        return square.withPixels { PictureCircle.isVisible($0, side: square.width) }
    }
}

/// The circle in a square of pixels. Only the circle is shown.
nonisolated enum PictureCircle {
    /// A pixel with less alpha is invisible on any background.
    private static let minAlpha: UInt32 = 16

    /// Whether any pixel in the circle is visible; `pixels` are `side` rows of `0xAARRGGBB`.
    static func isVisible(_ pixels: UnsafeBufferPointer<UInt32>, side: Int) -> Bool {
        // In half pixels, so that the centres of pixels are whole numbers.
        let limit = side * side
        for y in 0..<side {
            let down = 2 * y + 1 - side
            for x in 0..<side where pixels[y * side + x] >> 24 >= minAlpha {
                let across = 2 * x + 1 - side
                if across * across + down * down <= limit { return true }
            }
        }
        return false
    }
}
