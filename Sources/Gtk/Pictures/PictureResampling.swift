nonisolated extension Picture {
    /// The shown square of the picture, with at most `pixels` on each side.
    public func resampled(toAtMost pixels: Int) -> Picture {
        resampled(to: min(pixels, width, height))
    }

    /// The shown square of the picture, resampled to `pixels` on each side. Returns itself if it has this size.
    public func resampled(to pixels: Int) -> Picture {
        precondition(pixels > 0)
        if width == pixels && height == pixels { return self }
        let (left, top, side) = PictureOrientation.upright.square(width: width, height: height)
        let scaled = withPixels { source in
            SquareResampler(from: side, to: pixels).resample { row, target in
                let start = (top + row) * width + left
                for x in 0..<side {
                    let pixel = source[start + x]
                    target[x] = SIMD4(
                        Float(pixel >> 24), Float(pixel >> 16 & 0xFF), Float(pixel >> 8 & 0xFF), Float(pixel & 0xFF))
                }
            }
        }
        return Picture(width: pixels, height: pixels, pixels: scaled)
    }
}
