nonisolated extension PictureHeader {
    /// Parses the chunks of the RIFF container up to its end. Of an animation, only the first frame is kept.
    static func webp(_ bytes: ByteView) -> PictureHeader? {
        guard let size = bytes.little(4, at: 4).flatMap({ ByteView.sum($0, 8) }),
            let file = bytes.slice(at: 0, count: size)
        else { return nil }
        var canvas: (width: Int, height: Int)?
        var extended: [UInt8] = []
        var orientation: PictureOrientation?
        var pieces: [Range<Int>] = []
        var hasPixels = false
        var position = 12
        while position < file.count {
            guard let length = file.little(4, at: position + 4),
                let content = file.slice(at: position + 8, count: length),
                let end = ByteView.sum(position, 8, length, length % 2)
            else { return nil }
            // The padding of the last chunk may be missing.
            let chunk = position..<min(end, file.count)
            if file.has("VP8X", at: position), position == 12 {
                guard let width = content.little(3, at: 4), let height = content.little(3, at: 7) else { return nil }
                canvas = (width + 1, height + 1)
                extended = Array(file.buffer[chunk])
                // No colour profile, EXIF or XMP: those chunks are left out.
                extended[8] &= ~0x2C
            } else if file.has("VP8 ", at: position) || file.has("VP8L", at: position) {
                guard !hasPixels, let frame = lossyFrame(content) ?? losslessFrame(content) else { return nil }
                canvas = canvas ?? frame
                hasPixels = true
                pieces.append(chunk)
            } else if file.has("ANMF", at: position), !hasPixels {
                hasPixels = true
                pieces.append(chunk)
            } else if file.has("ALPH", at: position) || file.has("ANIM", at: position) {
                pieces.append(chunk)
            } else if file.has("EXIF", at: position) {
                orientation = orientation ?? PictureOrientation(exif: content)
            }
            position = chunk.upperBound
        }
        guard let canvas, hasPixels else { return nil }
        var header = PictureHeader(format: .webp, width: canvas.width, height: canvas.height)
        header.orientation = orientation ?? .upright
        let length = 4 + extended.count + pieces.reduce(0) { $0 + $1.count }
        let lengthBytes = (0..<4).map { UInt8(truncatingIfNeeded: length >> ($0 * 8)) }
        header.prefix = Array("RIFF".utf8) + lengthBytes + Array("WEBP".utf8) + extended
        header.pieces = pieces
        return header
    }

    /// RFC 6386, 9.1: the frame's tag, the start code, and two sizes of 14 bits.
    private static func lossyFrame(_ content: ByteView) -> (width: Int, height: Int)? {
        guard content.big(3, at: 3) == 0x9D012A, let width = content.little(2, at: 6),
            let height = content.little(2, at: 8)
        else { return nil }
        return (width & 0x3FFF, height & 0x3FFF)
    }

    /// RFC 9649, 3.4: the signature, and two sizes of 14 bits, less one each.
    private static func losslessFrame(_ content: ByteView) -> (width: Int, height: Int)? {
        guard content.byte(at: 0) == 0x2F, let sizes = content.little(4, at: 1) else { return nil }
        return (sizes & 0x3FFF + 1, sizes >> 14 & 0x3FFF + 1)
    }
}
