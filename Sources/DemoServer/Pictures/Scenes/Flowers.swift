import Foundation
import Gtk

/// Blossoms in front of something green or blue.
enum Flowers {
    private static let colours = [0xe8546a, 0xf29e4c, 0xf7d154, 0xffffff, 0xb07cc6, 0x6f8fd8, 0xf08fb0, 0xd9433f]

    static func draw(on canvas: Canvas, frame: Frame, _ random: inout Random) {
        let (top, bottom) = random.pick([
            (0xcfe8f4, 0x8fbf7f), (0xa7cf8a, 0x4f8a4e), (0x3f6b52, 0x2a4a3c), (0xf5e6d3, 0xc9d8a8),
            (0x9cc7e6, 0xe6f1dc),
        ])
        frame.fill(canvas, [(0, top.colour), (1, bottom.colour)])
        let petal = random.pick(colours)
        let other = random.pick(colours)
        let petals = random.integer(5...12)
        for index in 0..<9 {
            // The last one is the big one in the middle.
            let isMain = index == 8
            let center =
                isMain
                ? Point(random.real(-6...6), random.real(-8...4))
                : Point(random.real(-frame.x...frame.x), random.real(-30...46))
            let size = isMain ? random.real(24...30) : random.real(8...15)
            stem(canvas, center, frame, bottom.colour.mixed(0x2f6b3a.colour, 0.7))
            let colour = (isMain || random.chance(0.6) ? petal : other).colour
            blossom(canvas, center, size, petals, isMain ? colour : colour.mixed(top.colour, 0.2), &random)
        }
    }

    private static func stem(_ canvas: Canvas, _ center: Point, _ frame: Frame, _ colour: Colour) {
        canvas.smoothLine([center, Point(center.x + 3, center.y + 30), Point(center.x - 2, frame.y + 20)])
        canvas.stroke(colour, width: 1.6)
        canvas.shape(
            [
                Point(center.x + 2.6, center.y + 34), Point(center.x + 12, center.y + 24),
                Point(center.x + 20, center.y + 25), Point(center.x + 12, center.y + 33),
            ],
            colour)
    }

    private static func blossom(
        _ canvas: Canvas, _ center: Point, _ size: Double, _ count: Int, _ colour: Colour, _ random: inout Random
    ) {
        let turn = random.unit()
        for (ring, length) in [(0.0, 1.0), (0.5, 0.72)] {
            for index in 0..<count {
                canvas.saved {
                    canvas.translate(x: center.x, y: center.y)
                    canvas.rotate(radians: (Double(index) + ring + turn) / Double(count) * 2 * .pi)
                    let width = size * 1.9 / Double(count)
                    canvas.smooth([
                        Point(0, 0), Point(size * length * 0.55, -width), Point(size * length, 0),
                        Point(size * length * 0.55, width),
                    ])
                    canvas.fillLinear(
                        from: (0, 0), to: (size * length, 0),
                        stops: [(0, colour.darker(0.22)), (1, ring == 0 ? colour : colour.lighter(0.18))])
                }
            }
        }
        canvas.dot(center, size * 0.24, 0xe2a72e.colour)
        canvas.dot(center, size * 0.15, 0xb97a1c.colour)
    }
}
