/// Resamples a square of pixels with the Catmull-Rom filter. The filter is wider for scaling down, so that every pixel counts.
/// Fine patterns then turn into grey instead of coarse patterns.
nonisolated struct SquareResampler {
    /// Premultiplied alpha, red, green and blue, each 0 to 255.
    typealias Pixel = SIMD4<Float>

    private let source: Int
    private let target: Int
    /// The first source pixel of each target pixel.
    private let firsts: [Int]
    /// The number of source pixels of each target pixel.
    private let reach: Int
    /// `reach` weights for each target pixel, with the sum 1.
    private let weights: [Float]

    /// Prepares resampling from `source` × `source` to `target` × `target` pixels.
    init(from source: Int, to target: Int) {
        self.source = source
        self.target = target
        let ratio = Double(source) / Double(target)
        let width = max(1, ratio)
        // The filter covers at most this many centres of pixels.
        let reach = min(source, Int((4 * width).rounded(.up)))
        var firsts: [Int] = []
        var weights: [Float] = []
        for index in 0..<target {
            let center = (Double(index) + 0.5) * ratio
            let first = min(max(0, Int((center - 2 * width - 0.5).rounded(.down)) + 1), source - reach)
            let values = (first..<first + reach).map { Self.catmullRom((Double($0) + 0.5 - center) / width) }
            // At the edges, where a part of the filter is outside, the sum of all weights is 1 too.
            let sum = values.reduce(0, +)
            firsts.append(first)
            weights += values.map { Float($0 / sum) }
        }
        self.firsts = firsts
        self.reach = reach
        self.weights = weights
    }

    /// `readRow` fills a buffer of `source` pixels with one row. Each row is read once, in order. The result is rows of
    /// `0xAARRGGBB`.
    func resample(_ readRow: (_ row: Int, _ pixels: UnsafeMutableBufferPointer<Pixel>) -> Void) -> [UInt32] {
        guard source != target else { return copy(readRow) }
        return withUnsafeTemporaryAllocation(of: Pixel.self, capacity: source + (reach + 1) * target) { memory in
            memory.initialize(repeating: .zero)
            let row = UnsafeMutableBufferPointer(rebasing: memory[..<source])
            // The newest rows, as many as a target row needs, each as wide as a target row.
            let rows = UnsafeMutableBufferPointer(rebasing: memory[source..<source + reach * target])
            let sum = UnsafeMutableBufferPointer(rebasing: memory[(source + reach * target)...])
            var next = 0
            return [UInt32](unsafeUninitializedCapacity: target * target) { pixels, count in
                for y in 0..<target {
                    while next < firsts[y] + reach {
                        readRow(next, row)
                        shrink(row, into: narrowRow(next, of: rows))
                        next += 1
                    }
                    merge(rows, for: y, into: sum)
                    for x in 0..<target { pixels[y * target + x] = Self.packed(sum[x]) }
                }
                count = target * target
            }
        }
    }

    /// The place of a narrow row until the last target row that needs it.
    private func narrowRow(
        _ number: Int, of rows: UnsafeMutableBufferPointer<Pixel>
    ) -> UnsafeMutableBufferPointer<Pixel> {
        let start = number % reach * target
        return UnsafeMutableBufferPointer(rebasing: rows[start..<start + target])
    }

    /// The weighted sum of the source rows of a target row.
    private func merge(
        _ rows: UnsafeMutableBufferPointer<Pixel>, for y: Int, into sum: UnsafeMutableBufferPointer<Pixel>
    ) {
        sum.update(repeating: .zero)
        // Two rows at a time: reading and writing the sum takes as long as the rest.
        for index in stride(from: 0, to: reach, by: 2) {
            let even = narrowRow(firsts[y] + index, of: rows)
            let evenWeight = weights[y * reach + index]
            guard index + 1 < reach else {
                for x in 0..<target { sum[x] += even[x] * evenWeight }
                return
            }
            let odd = narrowRow(firsts[y] + index + 1, of: rows)
            let oddWeight = weights[y * reach + index + 1]
            for x in 0..<target { sum[x] += even[x] * evenWeight + odd[x] * oddWeight }
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
            var weight = 0
            for x in 0..<target {
                // Two sums, so that one addition need not wait for the other.
                var (even, odd) = (Pixel.zero, Pixel.zero)
                var place = firsts[x]
                // Checking for overflow, which these small numbers never reach, takes a quarter of the time.
                for _ in 0..<reach / 2 {
                    even += row[place] * weights[weight]
                    odd += row[place &+ 1] * weights[weight &+ 1]
                    place &+= 2
                    weight &+= 2
                }
                if !reach.isMultiple(of: 2) {
                    even += row[place] * weights[weight]
                    weight &+= 1
                }
                narrow[x] = even + odd
            }
        }
    }

    /// The filter overshoots at hard edges, and no colour may be stronger than its alpha.
    static func packed(_ pixel: Pixel) -> UInt32 {
        let alpha = min(max(pixel[0], 0), 255)
        func byte(_ channel: Float) -> UInt32 {
            // At this magnitude numbers have steps of 1, so the last bits are the rounded channel. A conversion with a range
            // check takes four times as long.
            (min(max(channel, 0), alpha) + 8_388_608).bitPattern & 0xFF
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
