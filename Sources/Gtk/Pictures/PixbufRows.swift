import CGtk

/// Reads the pixels of a `GdkPixbuf`; valid as long as the pixbuf.
nonisolated struct PixbufRows {
    let width: Int
    let height: Int
    private let pixels: UnsafePointer<guint8>
    private let stride: Int
    private let channels: Int

    /// Whether all pixels are opaque, as in pictures without alpha.
    var isOpaque: Bool { channels == 3 }

    /// Throws for a pixel format that gdk-pixbuf has not had until now.
    init(_ pixbuf: OpaquePointer) throws(PictureError) {
        width = Int(gdk_pixbuf_get_width(pixbuf))
        height = Int(gdk_pixbuf_get_height(pixbuf))
        stride = Int(gdk_pixbuf_get_rowstride(pixbuf))
        channels = Int(gdk_pixbuf_get_n_channels(pixbuf))
        let hasAlpha = gdk_pixbuf_get_has_alpha(pixbuf) != 0
        guard let pixels = gdk_pixbuf_read_pixels(pixbuf), gdk_pixbuf_get_bits_per_sample(pixbuf) == 8,
            channels == (hasAlpha ? 4 : 3), width > 0, height > 0
        else { throw .invalidData }
        self.pixels = pixels
    }

    /// Fills `target` with premultiplied pixels of a row from `column` on.
    func read(row: Int, from column: Int, into target: UnsafeMutableBufferPointer<SquareResampler.Pixel>) {
        var place = pixels + row * stride + column * channels
        let isOpaque = isOpaque
        for x in 0..<target.count {
            let colour = SIMD4<Float>(SIMD4<Int32>(255, Int32(place[0]), Int32(place[1]), Int32(place[2])))
            target[x] = isOpaque ? colour : colour * (Float(place[3]) / 255)
            place += channels
        }
    }
}
