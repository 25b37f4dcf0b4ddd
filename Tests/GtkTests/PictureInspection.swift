@testable import Gtk

extension Picture {
    /// The smallest rectangle that holds every pixel which is not transparent; right and bottom are past the end.
    var inkBounds: (left: Int, top: Int, right: Int, bottom: Int, width: Int, height: Int) {
        var (left, top, right, bottom) = (width, height, 0, 0)
        withPixels { pixels in
            for y in 0..<height {
                for x in 0..<width where pixels[y * width + x] >> 24 > 0 {
                    (left, right) = (min(left, x), max(right, x + 1))
                    (top, bottom) = (min(top, y), max(bottom, y + 1))
                }
            }
        }
        return (left, top, right, bottom, right - left, bottom - top)
    }
}

extension Picture {
    var allPixels: [UInt32] {
        withPixels { Array($0) }
    }

    func pixel(_ x: Int, _ y: Int) -> UInt32 {
        withPixels { $0[y * width + x] }
    }

    /// By how much the channels of two pictures of one size differ, of 255.
    func difference(to other: Picture) -> (largest: Int, mean: Double) {
        guard width == other.width, height == other.height else { return (255, 255) }
        var (largest, sum) = (0, 0)
        withPixels { mine in
            other.withPixels { theirs in
                for index in 0..<mine.count where mine[index] != theirs[index] {
                    for shift in [0, 8, 16, 24] as [UInt32] {
                        let distance = abs(Int(mine[index] >> shift & 0xFF) - Int(theirs[index] >> shift & 0xFF))
                        largest = max(largest, distance)
                        sum += distance
                    }
                }
            }
        }
        return (largest, Double(sum) / Double(width * height * 4))
    }
}
