public import Foundation

/// A picture that a person chose. The view shows a smaller copy, and the chosen square is cut from the file.
public nonisolated final class ChosenPicture: Sendable {
    /// Of the picture that is shown, in pixels.
    private static let maxShown = 4 << 20
    /// Smaller than this no level is made, in pixels of the shorter side.
    private static let smallestLevel = 32
    /// Longer than any picture takes that is allowed.
    private static let maxDuration = Duration.seconds(30)

    /// Of the upright picture, in pixels of the file.
    public let width: Int
    /// Of the upright picture, in pixels of the file.
    public let height: Int
    /// The upright picture, and smaller ones, each of half the size of the one before.
    let levels: [Picture]
    let file: CheckedPhoto

    private init(_ data: Data) throws(PhotoProblem) {
        let file = try CheckedPhoto(data)
        self.file = file
        (width, height) = file.orientation.uprightSize(width: file.width, height: file.height)
        let orientation = file.orientation
        let divisor = file.divisor(forAtMost: Self.maxShown)
        let shown = try file.decode(dividedBy: divisor) { rows in
            let factor = Int((Double(rows.width * rows.height) / Double(Self.maxShown)).squareRoot().rounded(.up))
            let (pixels, width, height) = rows.shrunk(by: max(factor, 1))
            let size = orientation.uprightSize(width: width, height: height)
            return Picture(
                width: size.width, height: size.height,
                pixels: orientation.upright(pixels, width: width, height: height))
        }
        levels = Self.levels(of: shown)
    }

    private static func levels(of picture: Picture) -> [Picture] {
        var levels = [picture]
        while let last = levels.last, min(last.width, last.height) >= 2 * smallestLevel { levels.append(last.halved) }
        return levels
    }

    /// Decodes a file off the main thread.
    public static func open(_ data: Data) async throws(PhotoProblem) -> ChosenPicture {
        try await run { () throws(PhotoProblem) in try ChosenPicture(data) }
    }

    /// The square that was chosen, turned, with at most so many pixels on each side. It is cut off the main thread.
    public func cropped(to crop: Crop, atMost pixels: Int) async throws(PhotoProblem) -> Picture {
        try await Self.run { [self] () throws(PhotoProblem) in try cut(crop, atMost: pixels) }
    }

    /// The shown copy of the picture as PNG, made off the main thread.
    func pngData() async throws(PhotoProblem) -> Data {
        try await Self.run { [self] () throws(PhotoProblem) in
            guard let data = levels[0].pngData() else { throw .noDecoder }
            return data
        }
    }

    static func run<Value: Sendable>(
        _ work: @escaping @Sendable () throws(PhotoProblem) -> Value
    ) async throws(PhotoProblem) -> Value {
        let result = await PictureDecoder.queue.run(atMost: maxDuration, onOverrun: DecoderProbe.noteStuck) {
            Result { () throws(PhotoProblem) in try work() }
        }
        guard let result else { throw .noDecoder }
        return try result.get()
    }

    private func cut(_ crop: Crop, atMost pixels: Int) throws(PhotoProblem) -> Picture {
        let square = crop.unturned
        let shown = levels[0]
        let isEnough = square.side * Double(shown.width) / Double(width) >= Double(pixels)
        let cut: (pixels: [UInt32], side: Int)
        if !isEnough, shown.width < width {
            let divisor = file.divisor(square: square.side, atLeast: pixels)
            cut = try file.decode(dividedBy: divisor) { rows in
                let scale = Double(rows.width) / Double(file.width)
                return Self.resample(square, by: scale, of: (rows.width, rows.height), file.orientation, pixels) {
                    rows.read(row: $0, from: $1, into: $2)
                }
            }
        } else {
            let scale = Double(shown.width) / Double(width)
            cut = Self.resample(square, by: scale, of: (shown.width, shown.height), .upright, pixels) {
                row, left, target in
                shown.read(row: row, from: left, into: target)
            }
        }
        let turned = Self.turns[crop.turns].upright(cut.pixels, side: cut.side)
        return Picture(width: cut.side, height: cut.side, pixels: turned)
    }

    /// How the square is turned for each number of quarter turns.
    private static let turns: [PictureOrientation] = [.upright, .turnedLeft, .upsideDown, .turnedRight]

    /// Cuts an upright square of stored rows.
    private static func resample(
        _ square: Crop, by scale: Double, of stored: (width: Int, height: Int), _ orientation: PictureOrientation,
        _ pixels: Int, _ read: (_ row: Int, _ left: Int, UnsafeMutableBufferPointer<SquareResampler.Pixel>) -> Void
    ) -> (pixels: [UInt32], side: Int) {
        let size = orientation.uprightSize(width: stored.width, height: stored.height)
        let side = min(max(Int((square.side * scale).rounded()), 1), min(size.width, size.height))
        let left = min(Int((square.left * scale).rounded()), size.width - side)
        let top = min(Int((square.top * scale).rounded()), size.height - side)
        let corner = orientation.storedCorner(
            left: left, top: top, side: side, width: stored.width, height: stored.height)
        let target = min(side, pixels)
        let cut = SquareResampler(from: side, to: target).resample { read(corner.top + $0, corner.left, $1) }
        return (orientation.upright(cut, side: target), target)
    }
}

nonisolated extension Picture {
    /// Fills `target` with the pixels of a row from `left` on.
    func read(row: Int, from left: Int, into target: UnsafeMutableBufferPointer<SquareResampler.Pixel>) {
        withPixels { pixels in
            let start = row * width + left
            for x in 0..<target.count {
                let pixel = pixels[start + x]
                target[x] = SIMD4(
                    Float(pixel >> 24), Float(pixel >> 16 & 0xFF), Float(pixel >> 8 & 0xFF), Float(pixel & 0xFF))
            }
        }
    }

    /// The picture at half the size, each pixel the mean of four.
    var halved: Picture {
        let (columns, lines) = (max(self.width / 2, 1), max(self.height / 2, 1))
        let (right, below) = (self.width > 1 ? 1 : 0, self.height > 1 ? self.width : 0)
        let pixels = withPixels { source in
            [UInt32](unsafeUninitializedCapacity: columns * lines) { result, count in
                for y in 0..<lines {
                    for x in 0..<columns {
                        let place = 2 * (y * self.width + x)
                        let four = (
                            source[place], source[place + right], source[place + below], source[place + below + right]
                        )
                        result[y * columns + x] = Self.mean(four)
                    }
                }
                count = columns * lines
            }
        }
        return Picture(width: columns, height: lines, pixels: pixels)
    }

    /// Two channels at a time: the sums of four have ten bits.
    private static func mean(_ four: (UInt32, UInt32, UInt32, UInt32)) -> UInt32 {
        let mask: UInt32 = 0x00FF_00FF
        let low = (four.0 & mask) + (four.1 & mask) + (four.2 & mask) + (four.3 & mask) + 0x0002_0002
        let high =
            (four.0 >> 8 & mask) + (four.1 >> 8 & mask) + (four.2 >> 8 & mask) + (four.3 >> 8 & mask) + 0x0002_0002
        return low >> 2 & mask | (high >> 2 & mask) << 8
    }
}
