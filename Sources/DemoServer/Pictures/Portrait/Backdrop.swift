import Foundation
import Gtk

/// The background of a portrait: a gradient of two colours, with a quiet pattern in front of it.
struct Backdrop {
    enum Pattern: CaseIterable { case plain, disc, bokeh, leaves, hills, beams, arch }

    var top: Colour
    var bottom: Colour
    var pattern: Pattern
    private var seed: Random

    private static let pairs: [(Int, Int)] = [
        (0x9fd3e8, 0xe3f3f7), (0xffcfae, 0xfff0e2), (0xbfe3b0, 0xecf7e4), (0xcdb6ef, 0xf1eafb), (0xf7b7c5, 0xfde9ee),
        (0xffdc85, 0xfff4d3), (0x93c1f1, 0xd8e9fb), (0xa9dac9, 0xe4f5ee), (0xf2a680, 0xfbdfd0), (0x86b1dc, 0xc6dcf2),
        (0xdccca9, 0xf5eddc), (0x8aa3c0, 0xd2dde9), (0xf08a73, 0xf9c7b9), (0x78b3a1, 0xcae4db), (0x6487bb, 0xb4c8e5),
        (0xc598c2, 0xead7e9), (0xffc95f, 0xffe7b6), (0x587b97, 0xa3bacb), (0x9bab80, 0xdbe3cd), (0x3d5a80, 0x8fadd0),
        (0xc4835f, 0xeacbb9), (0x4c8577, 0xa5cbc0), (0x7a6fa8, 0xc3bddf),
    ]

    init(_ random: inout Random) {
        let (top, bottom) = random.pick(Self.pairs)
        (self.top, self.bottom) = (top.colour, bottom.colour)
        pattern = random.pick(Pattern.allCases)
        seed = random
        _ = random.next()
    }

    /// `frame` is half the size of the canvas.
    func draw(on canvas: Canvas, frame: Frame) {
        var random = seed
        frame.fill(canvas, [(0, top), (1, bottom)])
        switch pattern {
        case .plain: break
        case .disc:
            canvas.dot(Point(random.real(-6...6), random.real(-14 ... -4)), random.real(32...40), bottom.faded(0.65))
        case .bokeh:
            for _ in 0..<16 {
                let center = Point(random.real(-frame.x...frame.x), random.real(-frame.y...frame.y))
                canvas.dot(center, random.real(3...12), Colour.white.faded(random.real(0.08...0.28)))
            }
        case .leaves: leaves(canvas, &random)
        case .hills:
            for (height, share) in [(2.0, 0.18), (12, 0.34)] {
                let middle = random.real(-30...30)
                canvas.oval(Point(middle, 68 + height), 90, 60, top.darker(share).mixed(bottom, 0.35))
            }
        case .beams:
            for index in 0..<5 {
                let x = Double(index) * 34 - 85 + random.real(-4...4)
                canvas.move(x: x, y: -frame.y)
                canvas.line(x: x + 13, y: -frame.y)
                canvas.line(x: x + 13 - frame.y, y: frame.y)
                canvas.line(x: x - frame.y, y: frame.y)
                canvas.closePath()
                canvas.fill(Colour.white.faded(0.14))
            }
        case .arch:
            canvas.rectangle(x: -31, y: -10, width: 62, height: 160)
            canvas.fill(top.darker(0.12))
            canvas.dot(Point(0, -10), 31, top.darker(0.12))
        }
    }

    private func leaves(_ canvas: Canvas, _ random: inout Random) {
        let green = [0x4f7d5c, 0x6b9a6e, 0x3f6b62].map(\.colour)
        for _ in 0..<9 {
            let isLeft = random.chance(0.5)
            canvas.saved {
                canvas.translate(x: isLeft ? -48 : 48, y: random.real(-46...40))
                canvas.rotate(radians: (isLeft ? 0 : Double.pi) + random.real(-0.9...0.9))
                let leaf = [Point(0, 0), Point(9, -5), Point(24, 0), Point(9, 5)]
                canvas.shape(leaf, random.pick(green).mixed(top, 0.25))
            }
        }
    }
}

/// Half the size of a canvas, in units of the drawing. Its shorter side goes from -50 to 50.
struct Frame {
    var x: Double
    var y: Double

    init(_ size: AlbumPhoto.Size) {
        let short = Double(min(size.width, size.height))
        x = 50 * Double(size.width) / short
        y = 50 * Double(size.height) / short
    }

    /// From top to bottom.
    func fill(_ canvas: Canvas, _ stops: [(offset: Double, colour: Colour)]) {
        canvas.rectangle(x: -x - 1, y: -y - 1, width: 2 * x + 2, height: 2 * y + 2)
        canvas.fillLinear(from: (0, -y), to: (0, y), stops: stops)
    }
}
