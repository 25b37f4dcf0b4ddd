/// How a camera was held, with the numbers of EXIF: what the first row and the first column of the stored picture are
/// in the scene.
nonisolated enum PictureOrientation: Int, CaseIterable, Sendable {
    case upright = 1
    case mirrored, upsideDown, mirroredUpsideDown, transposed, turnedLeft, transversed, turnedRight

    /// Looks for the tag in the first directory of EXIF's TIFF structure; nil without a valid one.
    init?(tiff: ByteView) {
        let isLittle: Bool
        switch tiff.big(4, at: 0) {
        case 0x4949_2A00: isLittle = true
        case 0x4D4D_002A: isLittle = false
        default: return nil
        }
        func number(_ size: Int, at index: Int) -> Int? {
            isLittle ? tiff.little(size, at: index) : tiff.big(size, at: index)
        }
        guard let directory = number(4, at: 4), let entries = number(2, at: directory) else { return nil }
        for entry in 0..<entries {
            guard let place = ByteView.sum(directory, 2, entry * 12), let tag = number(2, at: place) else { return nil }
            guard tag == 0x0112 else { continue }
            guard number(2, at: place + 2) == 3, let value = number(2, at: place + 8) else { return nil }
            self.init(rawValue: value)
            return
        }
        return nil
    }

    /// Turns a square of `side` × `side` pixels upright.
    func upright(_ pixels: [UInt32], side: Int) -> [UInt32] {
        guard self != .upright else { return pixels }
        let last = side - 1
        return [UInt32](unsafeUninitializedCapacity: pixels.count) { result, count in
            for y in 0..<side {
                for x in 0..<side {
                    let (column, row) =
                        switch self {
                        case .upright: (x, y)
                        case .mirrored: (last - x, y)
                        case .upsideDown: (last - x, last - y)
                        case .mirroredUpsideDown: (x, last - y)
                        case .transposed: (y, x)
                        case .turnedLeft: (y, last - x)
                        case .transversed: (last - y, last - x)
                        case .turnedRight: (last - y, x)
                        }
                    result[y * side + x] = pixels[row * side + column]
                }
            }
            count = pixels.count
        }
    }
}
