nonisolated extension PictureHeader {
    /// Parses the blocks up to the end of the first frame. Only this frame is shown.
    static func gif(_ bytes: ByteView) -> PictureHeader? {
        guard let width = bytes.little(2, at: 6), let height = bytes.little(2, at: 8),
            let flags = bytes.byte(at: 10)
        else { return nil }
        var header = PictureHeader(format: .gif, width: width, height: height)
        var position = 13 + colourTableSize(flags)
        header.pieces = [0..<position]
        while let introducer = bytes.byte(at: position) {
            switch introducer {
            case 0x21:
                guard let label = bytes.byte(at: position + 1), let end = endOfBlocks(bytes, from: position + 2) else {
                    return nil
                }
                // Only the graphic control extension matters: it names the transparent colour.
                if label == 0xF9 { header.pieces.append(position..<end) }
                position = end
            case 0x2C:
                guard let frameWidth = bytes.little(2, at: position + 5),
                    let frameHeight = bytes.little(2, at: position + 7), let flags = bytes.byte(at: position + 9),
                    // The frame may not be larger than the picture, because only the picture's size is checked against the
                    // limits.
                    frameWidth > 0, frameHeight > 0, frameWidth <= width, frameHeight <= height,
                    let end = endOfBlocks(bytes, from: position + 10 + colourTableSize(flags) + 1)
                else { return nil }
                header.pieces.append(position..<end)
                header.suffix = [0x3B]
                return header
            default:
                return nil
            }
        }
        return nil
    }

    private static func colourTableSize(_ flags: Int) -> Int {
        flags & 0x80 == 0 ? 0 : 3 << (flags & 7 + 1)
    }

    /// The position after the empty block that ends a sequence of blocks. Each block begins with its length.
    private static func endOfBlocks(_ bytes: ByteView, from start: Int) -> Int? {
        var position = start
        while let length = bytes.byte(at: position) {
            position += 1 + length
            if length == 0 { return position }
        }
        return nil
    }
}
