nonisolated extension PictureHeader {
    /// More scans than any encoder makes. Each scan covers the whole picture, so without a limit a small file keeps a decoder
    /// busy for hours.
    private static let maxScans = 100

    /// Parses the segments of ITU T.81 up to the end of the picture. A decoder silently fills the missing part of a truncated
    /// file with grey.
    static func jpeg(_ bytes: ByteView) -> PictureHeader? {
        var frame: (width: Int, height: Int, components: Int, isBaseline: Bool)?
        var orientation: PictureOrientation?
        var pieces = [0..<2]
        var pixels: Int?
        var scans = 0
        var isInterleaved = true
        var position = 2

        while let start = bytes.first(0xFF, from: position) {
            guard let marker = bytes.byte(at: start + 1) else { return nil }
            switch marker {
            case 0xFF:
                position = start + 1
                continue
            case 0x00, 0x01, 0xD0...0xD7:
                position = start + 2
                continue
            case 0xD9:
                guard let frame, let pixels else { return nil }
                var header = PictureHeader(format: .jpeg, width: frame.width, height: frame.height)
                // Decoders collect the whole picture first if it has several scans.
                header.isScaledWhileDecoding = frame.isBaseline && isInterleaved
                header.orientation = orientation ?? .upright
                header.pieces = pieces + [pixels..<start + 2]
                return header
            default:
                break
            }

            guard let length = bytes.big(2, at: start + 2), length >= 2,
                let segment = bytes.slice(at: start + 4, count: length - 2)
            else { return nil }
            position = start + 2 + length
            var isNeeded = true
            switch marker {
            case 0xC0, 0xC1, 0xC2:
                guard frame == nil, let height = segment.big(2, at: 1), let width = segment.big(2, at: 3),
                    let components = segment.byte(at: 5)
                else { return nil }
                frame = (width, height, components, isBaseline: marker != 0xC2)
            case 0xC3, 0xC5...0xC7, 0xC8...0xCB, 0xCD...0xCF, 0xD8:
                // Lossless, hierarchical and arithmetic coding, and a picture inside the picture.
                return nil
            case 0xDA:
                guard let frame, let components = segment.byte(at: 0), scans < maxScans else { return nil }
                scans += 1
                isInterleaved = isInterleaved && components == frame.components
                pixels = pixels ?? start
            case 0xE1:
                // The first EXIF segment counts.
                if segment.has("Exif\0", at: 0) { orientation = orientation ?? PictureOrientation(exif: segment) }
                isNeeded = false
            case 0xE2...0xED, 0xEF, 0xF0...0xFE:
                isNeeded = false
            default:
                break
            }
            // From the first scan on, the rest is one piece. JFIF (E0) and Adobe (EE) define the colours.
            if isNeeded && pixels == nil { pieces.append(start..<position) }
        }
        return nil
    }
}
