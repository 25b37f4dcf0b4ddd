/// The properties of a picture, read before it is decoded, and the parts of the file that its pixels need.
///
/// The other parts never reach the decoder. Decoders have failed at metadata before. Without EXIF no
/// decoder turns the picture by itself, which only some versions do.
nonisolated struct PictureHeader {
    let format: PictureFormat
    /// The stored width in pixels, before the picture is turned.
    let width: Int
    let height: Int
    /// Whether the decoder scales the picture down without having the whole picture in memory.
    var isScaledWhileDecoding = false
    var orientation = PictureOrientation.upright

    /// The input of the decoder: `prefix`, the `pieces` of the file in this order, `suffix`.
    var prefix: [UInt8] = []
    var pieces: [Range<Int>] = []
    var suffix: [UInt8] = []

    /// Reads a whole file. Throws if a needed part is cut off.
    static func read(_ bytes: ByteView) throws(PictureError) -> PictureHeader {
        let header =
            switch PictureFormat(bytes) {
            case .jpeg: jpeg(bytes)
            case .png: png(bytes)
            case .webp: webp(bytes)
            case .gif: gif(bytes)
            case .bmp: bmp(bytes)
            case nil: nil as PictureHeader?
            }
        guard let header, header.width > 0, header.height > 0 else { throw .invalidData }
        return header
    }

    /// Writes the decoder's input, taken from the file of this header, without a copy. False as soon as `write` returns false.
    func write(_ bytes: ByteView, by write: (UnsafeRawBufferPointer) -> Bool) -> Bool {
        let pieces = pieces.map { UnsafeRawBufferPointer(rebasing: bytes.buffer[$0]) }
        guard prefix.isEmpty else {
            // All at once: the WebP decoder needs its whole header in the first bytes.
            return (prefix + pieces.joined() + suffix).withUnsafeBytes(write)
        }
        return pieces.allSatisfy(write) && (suffix.isEmpty || suffix.withUnsafeBytes(write))
    }
}
