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
                read(row: top + row, from: left, into: target)
            }
        }
        return Picture(width: pixels, height: pixels, pixels: scaled)
    }
}
