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
