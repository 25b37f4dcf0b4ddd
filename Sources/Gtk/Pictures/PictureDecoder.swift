import CGtk
public import Foundation

/// Decodes unchecked files: JPEG, PNG, WebP, GIF and BMP, recognised by their first bytes.
public nonisolated enum PictureDecoder {
    /// The largest size of a picture before it is decoded, in pixels.
    public struct Limits: Sendable {
        /// The limit for JPEG in one scan, where the system scales it during decoding.
        public var scaledWhileDecoding = 256 << 20
        /// The limit for all others. The whole picture is in memory for a moment: 4 bytes a pixel and sometimes more.
        public var heldWhole = 32 << 20

        /// The usual limits.
        public init() {}
    }

    /// Of the pictures that are held whole, at most as many pixels at any moment as the largest of them has.
    static let gate = PixelGate(limit: Limits().heldWhole)

    /// The largest square in the middle of a picture, turned upright, at most `pixels` on each side. A smaller picture keeps
    /// its size, since a larger one would gain nothing. Of an animation, it is the first frame. Colours count as sRGB.
    ///
    /// A picture with nothing visible in the circle of that square is invalid: it would leave an empty place.
    ///
    /// A caller that resamples the picture itself passes false for `exactly`. The result is then up to twice as large, if that
    /// avoids a resampling here.
    ///
    /// Takes up to some tens of milliseconds for a photo: not for the main thread.
    public static func decode(
        _ data: Data, square pixels: Int, exactly: Bool = true, limits: Limits = Limits()
    ) throws(PictureError) -> Picture {
        precondition(pixels > 0)
        // Typed errors do not pass through Data's closure.
        let result = data.withUnsafeBytes { buffer in
            Result { () throws(PictureError) in
                try decode(ByteView(buffer: buffer), square: pixels, exactly: exactly, limits: limits)
            }
        }
        return try result.get()
    }

    private static func decode(
        _ bytes: ByteView, square pixels: Int, exactly: Bool, limits: Limits
    ) throws(PictureError) -> Picture {
        let header = try PictureHeader.read(bytes)
        let scalesJPEG = try DecoderProbe.scalesJPEG()
        let isHeldWhole = !(header.isScaledWhileDecoding && scalesJPEG)
        let limit = isHeldWhole ? limits.heldWhole : limits.scaledWhileDecoding
        guard let size = ByteView.product(header.width, header.height), size <= limit else { throw .invalidData }
        let wanted = decodedSize(of: header, square: pixels, scalesJPEG: scalesJPEG)
        guard let wantedSize = ByteView.product(wanted.width, wanted.height), wantedSize <= limits.heldWhole else {
            throw .invalidData
        }
        guard isHeldWhole else {
            return try picture(header, of: bytes, decodedAt: wanted, square: pixels, exactly: exactly)
        }
        return try gate.hold(size) { () throws(PictureError) in
            try picture(header, of: bytes, decodedAt: wanted, square: pixels, exactly: exactly)
        }
    }

    private static func picture(
        _ header: PictureHeader, of bytes: ByteView, decodedAt wanted: (width: Int, height: Int), square pixels: Int,
        exactly: Bool
    ) throws(PictureError) -> Picture {
        let pixbuf = try PixbufLoader.decode(header, of: bytes, size: wanted)
        defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
        let rows = try PixbufRows(pixbuf)
        let (left, top, side) = header.orientation.square(width: rows.width, height: rows.height)
        let target = exactly || side >= 2 * pixels ? min(side, pixels) : side
        let scaled = SquareResampler(from: side, to: target).resample { row, pixels in
            rows.read(row: top + row, from: left, into: pixels)
        }
        let picture = Picture(width: target, height: target, pixels: header.orientation.upright(scaled, side: target))
        guard rows.isOpaque || picture.isVisibleInCircle else { throw .invalidData }
        return picture
    }

    /// JPEG decodes at 1/2, 1/4 and 1/8 for less than the whole. The result is the smallest of these sizes that is
    /// large enough. Other formats decode at their own size, because this program scales better. JPEG also decodes at
    /// its own size where scaling costs as much as the whole.
    private static func decodedSize(
        of header: PictureHeader, square pixels: Int, scalesJPEG: Bool
    ) -> (width: Int, height: Int) {
        guard header.format == .jpeg, scalesJPEG else { return (header.width, header.height) }
        func divided(by divisor: Int) -> (width: Int, height: Int) {
            ((header.width + divisor - 1) / divisor, (header.height + divisor - 1) / divisor)
        }
        let divisor = [8, 4, 2].first { divisor in
            let size = divided(by: divisor)
            return min(size.width, size.height) >= pixels
        }
        return divided(by: divisor ?? 1)
    }
}
