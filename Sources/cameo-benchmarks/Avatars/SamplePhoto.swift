import Foundation
import Gtk

/// Photos with as much detail as a camera's: soft shapes of several sizes, and grain.
enum SamplePhoto {
    static func jpeg(width: Int, height: Int) throws -> Data {
        guard let data = picture(width: width, height: height).jpegData(quality: 90) else {
            throw Unmeasurable("gdk-pixbuf cannot write JPEG")
        }
        return data
    }

    static func png(width: Int, height: Int) throws -> Data {
        guard let data = picture(width: width, height: height).pngData() else {
            throw Unmeasurable("gdk-pixbuf cannot write PNG")
        }
        return data
    }

    static func picture(width: Int, height: Int, seed: UInt32 = 1) -> Picture {
        var pixels: [UInt32] = []
        pixels.reserveCapacity(width * height)
        let finest = max(width, 64) / 64
        for y in 0..<height {
            for x in 0..<width {
                let light =
                    0.5 * noise(x, y, finest * 16, seed) + 0.3 * noise(x, y, finest * 4, seed + 1)
                    + 0.2 * noise(x, y, finest, seed + 2)
                let grain = Double(hash(x, y, seed + 3) & 15) - 7.5
                let warmth = noise(x, y, finest * 24, seed + 4)
                pixels.append(
                    0xFF00_0000 | channel(light * 230 + warmth * 25, grain) << 16
                        | channel(light * 210 + 20, grain) << 8 | channel(light * 200 + (1 - warmth) * 50, grain))
            }
        }
        return Picture(width: width, height: height, pixels: pixels)
    }

    private static func channel(_ value: Double, _ grain: Double) -> UInt32 {
        UInt32(min(max(value + grain, 0), 255))
    }

    /// 0 to 1, smooth over cells of so many pixels.
    private static func noise(_ x: Int, _ y: Int, _ cell: Int, _ seed: UInt32) -> Double {
        let (column, row) = (x / cell, y / cell)
        let (dx, dy) = (Double(x % cell) / Double(cell), Double(y % cell) / Double(cell))
        func corner(_ x: Int, _ y: Int) -> Double {
            Double(hash(x, y, seed) & 0xFFFF) / 65_535
        }
        let top = corner(column, row) * (1 - dx) + corner(column + 1, row) * dx
        let bottom = corner(column, row + 1) * (1 - dx) + corner(column + 1, row + 1) * dx
        return top * (1 - dy) + bottom * dy
    }

    private static func hash(_ x: Int, _ y: Int, _ seed: UInt32) -> UInt32 {
        var value = UInt32(truncatingIfNeeded: x) &* 0x85EB_CA6B ^ UInt32(truncatingIfNeeded: y) &* 0xC2B2_AE35
        value = (value ^ seed &* 0x27D4_EB2F) &* 0x1656_67B1
        value ^= value >> 15
        value = value &* 0x85EB_CA77
        return value ^ value >> 13
    }
}
