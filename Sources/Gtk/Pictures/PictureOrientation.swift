/// The orientation of a camera, with the numbers of EXIF. They tell the sides of the scene at the first row and the first
/// column of the stored picture.
nonisolated enum PictureOrientation: Int, CaseIterable, Sendable {
    case upright = 1
    case mirrored, upsideDown, mirroredUpsideDown, transposed, turnedLeft, transversed, turnedRight

    /// Reads the tag from the first directory of EXIF's TIFF structure. Nil without such a structure, upright without a valid
    /// tag.
    ///
    /// JPEG's segments and some WebP files have the name of EXIF before it.
    init?(exif: ByteView) {
        let name = exif.has("Exif\0", at: 0) ? 6 : 0
        guard let tiff = exif.slice(name..<max(name, exif.count)), let numbers = Numbers(tiff) else { return nil }
        self = Self.tag(numbers).flatMap(PictureOrientation.init) ?? .upright
    }

    private static func tag(_ numbers: Numbers) -> Int? {
        guard let directory = numbers.at(4, size: 4), let entries = numbers.at(directory, size: 2) else { return nil }
        for entry in 0..<entries {
            guard let place = ByteView.sum(directory, 2, entry * 12), let tag = numbers.at(place, size: 2) else {
                return nil
            }
            if tag == 0x0112 { return numbers.value(ofEntryAt: place) }
        }
        return nil
    }

    /// Reads numbers in the byte order of a TIFF structure.
    private struct Numbers {
        private let tiff: ByteView
        private let isLittle: Bool

        init?(_ tiff: ByteView) {
            switch tiff.big(4, at: 0) {
            case 0x4949_2A00: isLittle = true
            case 0x4D4D_002A: isLittle = false
            default: return nil
            }
            self.tiff = tiff
        }

        func at(_ index: Int, size: Int) -> Int? {
            isLittle ? tiff.little(size, at: index) : tiff.big(size, at: index)
        }

        /// The first number of an entry of any integer type. Cameras write SHORT, and some phones LONG.
        func value(ofEntryAt place: Int) -> Int? {
            guard let type = at(place + 2, size: 2), let size = Self.sizes[type], let count = at(place + 4, size: 4),
                count > 0, let length = ByteView.product(count, size)
            else { return nil }
            // A value of more than four bytes is at another position, which the entry contains.
            guard length > 4 else { return at(place + 8, size: size) }
            return at(place + 8, size: 4).flatMap { at($0, size: size) }
        }

        /// The sizes of BYTE, SHORT, LONG, SBYTE, UNDEFINED, SSHORT, SLONG and IFD in bytes (TIFF 6.0, 2).
        private static let sizes = [1: 1, 3: 2, 4: 4, 6: 1, 7: 1, 8: 2, 9: 4, 13: 4]
    }

    /// The place of the shown square in the stored picture.
    ///
    /// Of a wide picture it is the centre. People stand upright in a tall picture, so the square's middle is a third from the
    /// top, near the faces.
    func square(width: Int, height: Int) -> (left: Int, top: Int, side: Int) {
        let side = min(width, height)
        let rest = max(width, height) - side
        let isTall = height > width
        // A quarter turn makes a tall stored picture wide on the screen.
        let isTallUpright = isTurnedByAQuarter ? width > height : isTall
        var start = rest / 2
        if isTallUpright {
            start = max(0, max(width, height) / 3 - side / 2)
            if topIsAtTheEnd { start = rest - start }
        }
        return isTall ? (0, start, side) : (start, 0, side)
    }

    private var isTurnedByAQuarter: Bool { rawValue >= Self.transposed.rawValue }

    /// Whether the top of the scene is in the last row or column of the stored picture.
    private var topIsAtTheEnd: Bool {
        switch self {
        case .upsideDown, .mirroredUpsideDown, .transversed, .turnedRight: true
        case .upright, .mirrored, .transposed, .turnedLeft: false
        }
    }

    /// The places of the upright picture's pixels among the pixels of a stored picture.
    ///
    /// The result has the top left corner, and the distances to the pixel beside and to the pixel below.
    func steps(width: Int, height: Int) -> (first: Int, across: Int, down: Int) {
        let (right, bottom) = (width - 1, (height - 1) * width)
        return switch self {
        case .upright: (0, 1, width)
        case .mirrored: (right, -1, width)
        case .upsideDown: (bottom + right, -1, -width)
        case .mirroredUpsideDown: (bottom, 1, -width)
        case .transposed: (0, width, 1)
        case .turnedLeft: (bottom, -width, 1)
        case .transversed: (bottom + right, -width, -1)
        case .turnedRight: (right, width, -1)
        }
    }

    /// The size of the upright picture of a stored one.
    func uprightSize(width: Int, height: Int) -> (width: Int, height: Int) {
        isTurnedByAQuarter ? (height, width) : (width, height)
    }

    /// Turns a square of `side` × `side` pixels upright.
    func upright(_ pixels: [UInt32], side: Int) -> [UInt32] {
        upright(pixels, width: side, height: side)
    }

    /// Turns stored pixels upright.
    func upright(_ pixels: [UInt32], width: Int, height: Int) -> [UInt32] {
        guard self != .upright else { return pixels }
        let (first, across, down) = steps(width: width, height: height)
        let size = uprightSize(width: width, height: height)
        return [UInt32](unsafeUninitializedCapacity: pixels.count) { result, count in
            pixels.withUnsafeBufferPointer { pixels in
                for y in 0..<size.height {
                    var place = first + y * down
                    for x in 0..<size.width {
                        result[y * size.width + x] = pixels[place]
                        place += across
                    }
                }
            }
            count = pixels.count
        }
    }

    /// Where a square of the upright picture lies in a stored one of `width` × `height` pixels.
    func storedCorner(left: Int, top: Int, side: Int, width: Int, height: Int) -> (left: Int, top: Int) {
        let (first, across, down) = steps(width: width, height: height)
        let start = first + left * across + top * down
        let end = start + (side - 1) * (across + down)
        return (min(start % width, end % width), min(start / width, end / width))
    }
}
