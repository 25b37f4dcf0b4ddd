nonisolated extension PictureHeader {
    /// Parses the chunks up to the last one.
    static func png(_ bytes: ByteView) -> PictureHeader? {
        guard bytes.has("IHDR", at: 12), let width = bytes.big(4, at: 16), let height = bytes.big(4, at: 20) else {
            return nil
        }
        var header = PictureHeader(format: .png, width: width, height: height)
        header.pieces = [0..<8]
        var orientation: PictureOrientation?
        var position = 8
        while let length = bytes.big(4, at: position) {
            guard let end = ByteView.sum(position, 12, length), end <= bytes.count else { return nil }
            let chunk = position..<end
            if ["IHDR", "PLTE", "tRNS", "IDAT", "IEND"].contains(where: { bytes.has($0, at: position + 4) }) {
                header.append(chunk)
            } else if bytes.has("eXIf", at: position + 4), let exif = bytes.slice(at: position + 8, count: length) {
                orientation = orientation ?? PictureOrientation(exif: exif)
            }
            if bytes.has("IEND", at: position + 4) {
                header.orientation = orientation ?? .upright
                return header
            }
            position = chunk.upperBound
        }
        return nil
    }

    /// Adds a piece to the decoder's input, and joins it to the piece before where they touch.
    private mutating func append(_ piece: Range<Int>) {
        if let last = pieces.last, last.upperBound == piece.lowerBound {
            pieces[pieces.count - 1] = last.lowerBound..<piece.upperBound
        } else {
            pieces.append(piece)
        }
    }
}
