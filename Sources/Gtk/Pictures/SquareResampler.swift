/// Scales a square of pixels to another number of pixels with the Catmull-Rom filter, which is widened when it scales
/// down, so that every pixel counts and fine patterns turn into grey instead of coarse patterns.
nonisolated struct SquareResampler {
    /// Premultiplied alpha, red, green and blue, each 0 to 255.
    typealias Pixel = SIMD4<Float>

    private let source: Int
    private let target: Int
    /// For each target pixel the first of the source pixels that it is made of.
    private let firsts: [Int]
    /// How many source pixels each target pixel is made of.
    private let reach: Int
    /// `reach` weights for each target pixel, together 1.
    private let weights: [Float]

    /// From `source` × `source` to `target` × `target` pixels.
    init(from source: Int, to target: Int) {
        self.source = source
        self.target = target
        let ratio = Double(source) / Double(target)
        let width = max(1, ratio)
        let reach = min(source, Int((4 * width).rounded(.up)) + 1)
        var firsts: [Int] = []
        var weights: [Float] = []
        for index in 0..<target {
            let center = (Double(index) + 0.5) * ratio
            let first = min(max(0, Int((center - 2 * width).rounded(.down))), source - reach)
            let values = (first..<first + reach).map { Self.catmullRom((Double($0) + 0.5 - center) / width) }
            // Also at the edges, where a part of the filter hangs over, all weights together are 1.
            let sum = values.reduce(0, +)
            firsts.append(first)
            weights += values.map { Float($0 / sum) }
        }
        self.firsts = firsts
        self.reach = reach
        self.weights = weights
    }

    /// `readRow` fills a buffer of `source` pixels with the row of that number; rows are asked for in order, once.
    /// The result is rows of `0xAARRGGBB`.
    func resample(_ readRow: (_ row: Int, _ pixels: UnsafeMutableBufferPointer<Pixel>) -> Void) -> [UInt32] {
        guard source != target else { return copy(readRow) }
        return withUnsafeTemporaryAllocation(of: Pixel.self, capacity: source + target + target * target) { memory in
            memory.initialize(repeating: .zero)
            let row = UnsafeMutableBufferPointer(rebasing: memory[..<source])
            let narrow = UnsafeMutableBufferPointer(rebasing: memory[source..<source + target])
            let sums = UnsafeMutableBufferPointer(rebasing: memory[(source + target)...])
            // The target rows that the current source row is a part of.
            var open = 0..<0
            for number in 0..<source {
                while open.upperBound < target, firsts[open.upperBound] <= number {
                    open = open.lowerBound..<open.upperBound + 1
                }
                while let first = open.first, firsts[first] + reach <= number {
                    open = first + 1..<open.upperBound
                }
                readRow(number, row)
                shrink(row, into: narrow)
                for index in open {
                    let weight = weights[index * reach + number - firsts[index]]
                    let sum = UnsafeMutableBufferPointer(rebasing: sums[index * target..<(index + 1) * target])
                    for x in 0..<target {
                        sum[x] += narrow[x] * weight
                    }
                }
            }
            return sums.map(Self.packed)
        }
    }

    private func copy(_ readRow: (_ row: Int, _ pixels: UnsafeMutableBufferPointer<Pixel>) -> Void) -> [UInt32] {
        withUnsafeTemporaryAllocation(of: Pixel.self, capacity: source) { row in
            row.initialize(repeating: .zero)
            return [UInt32](unsafeUninitializedCapacity: source * source) { pixels, count in
                for number in 0..<source {
                    readRow(number, row)
                    for x in 0..<source { pixels[number * source + x] = Self.packed(row[x]) }
                }
                count = source * source
            }
        }
    }

    private func shrink(_ row: UnsafeMutableBufferPointer<Pixel>, into narrow: UnsafeMutableBufferPointer<Pixel>) {
        weights.withUnsafeBufferPointer { weights in
            for x in 0..<target {
                var sum = Pixel.zero
                let first = firsts[x]
                for index in 0..<reach {
                    sum += row[first + index] * weights[x * reach + index]
                }
                narrow[x] = sum
            }
        }
    }

    /// The filter overshoots at hard edges, and no colour may be stronger than its alpha.
    private static func packed(_ pixel: Pixel) -> UInt32 {
        let alpha = min(max(pixel[0], 0), 255)
        func byte(_ channel: Float) -> UInt32 {
            UInt32(min(max(channel, 0), alpha) + 0.5)
        }
        return byte(alpha) << 24 | byte(pixel[1]) << 16 | byte(pixel[2]) << 8 | byte(pixel[3])
    }

    private static func catmullRom(_ distance: Double) -> Double {
        let x = abs(distance)
        if x < 1 { return (1.5 * x - 2.5) * x * x + 1 }
        if x < 2 { return ((-0.5 * x + 2.5) * x - 4) * x + 2 }
        return 0
    }
}
