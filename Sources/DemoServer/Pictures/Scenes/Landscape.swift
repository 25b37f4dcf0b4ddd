import Foundation
import Gtk

/// Hills, mountains and water under a sky.
enum Landscape {
    private struct Light {
        var sky: [Int]
        var sun: Int
        var far: Int
        var near: Int
        var water: Int
    }

    private static let lights = [
        Light(sky: [0x8ec9f0, 0xe8f5fb], sun: 0xfff6d8, far: 0x9db8cf, near: 0x3f6f55, water: 0x6fb2d6),
        Light(sky: [0x5b4b8a, 0xf28f6b, 0xffd79a], sun: 0xfff0c2, far: 0x8a6a94, near: 0x3a2f4f, water: 0xe3906f),
        Light(sky: [0xf5b7a0, 0xfde6cf], sun: 0xffffff, far: 0xc9a2a4, near: 0x7a5b66, water: 0xe9bfae),
        Light(sky: [0x17203f, 0x3c4f86], sun: 0xf4f1de, far: 0x32406e, near: 0x131a30, water: 0x2a3a6b),
        Light(sky: [0xa9c6d9, 0xf0efe6], sun: 0xfffbe8, far: 0xb9a98f, near: 0xb0622f, water: 0x8fb2bd),
        Light(sky: [0xb7d7e8, 0xf6fafc], sun: 0xffffff, far: 0xcfdce6, near: 0x6f8799, water: 0xa8c6d6),
        Light(sky: [0x7cc6c3, 0xf6f0d4], sun: 0xfff4c9, far: 0x86b3a2, near: 0x4c7a3f, water: 0x58aeb0),
    ]

    static func draw(on canvas: Canvas, frame: Frame, _ random: inout Random) {
        let light = random.pick(lights)
        let sky = light.sky.map(\.colour)
        let stops = sky.enumerated().map { (offset: Double($0) / Double(sky.count - 1) * 0.75, colour: $1) }
        frame.fill(canvas, stops)
        let sun = Point(random.real(-26...26), random.real(-34 ... -12))
        canvas.dot(sun, 15, light.sun.colour.faded(0.22))
        canvas.dot(sun, random.real(6...9), light.sun.colour)
        clouds(canvas, frame, &random)
        let horizon = random.real(4...16)
        let hasWater = random.chance(0.5)
        let layers = random.integer(3...4)
        for layer in 0..<layers {
            let depth = Double(layer) / Double(layers - 1)
            let base = horizon - 14 + depth * (hasWater ? 14 : 38)
            let colour = light.far.colour.mixed(light.near.colour, depth)
            ridge(canvas, frame, height: base, roughness: 15 * (1 - depth) + 4, colour, &random)
        }
        if hasWater { water(canvas, frame, horizon, light.water.colour, &random) }
        guard random.chance(0.7) else { return }
        for _ in 0..<random.integer(3...9) {
            let x = random.real(-frame.x...frame.x)
            pine(
                canvas, Point(x, hasWater ? 52 : random.real(38...52)), random.real(9...20),
                light.near.colour.darker(0.25))
        }
    }

    private static func clouds(_ canvas: Canvas, _ frame: Frame, _ random: inout Random) {
        for _ in 0..<random.integer(0...4) {
            let center = Point(random.real(-frame.x...frame.x), random.real(-44 ... -14))
            for offset in [-7.0, -2, 3, 8] {
                canvas.oval(
                    Point(center.x + offset, center.y - abs(offset - 1) * -0.25), 6.5, 3.4 - abs(offset) * 0.12,
                    Colour.white.faded(0.4))
            }
        }
    }

    private static func ridge(
        _ canvas: Canvas, _ frame: Frame, height: Double, roughness: Double, _ colour: Colour, _ random: inout Random
    ) {
        var points = [Point(-frame.x - 20, frame.y + 30)]
        var x = -frame.x - 20
        while x < frame.x + 20 {
            points.append(Point(x, height - random.unit() * roughness))
            x += random.real(9...20)
        }
        points.append(Point(frame.x + 20, frame.y + 30))
        canvas.shape(points, colour)
    }

    private static func water(
        _ canvas: Canvas, _ frame: Frame, _ horizon: Double, _ colour: Colour, _ random: inout Random
    ) {
        canvas.rectangle(x: -frame.x - 1, y: horizon, width: 2 * frame.x + 2, height: frame.y * 2)
        canvas.fillLinear(
            from: (0, horizon), to: (0, frame.y), stops: [(0, colour.lighter(0.2)), (1, colour.darker(0.25))])
        for _ in 0..<26 {
            let y = horizon + 1.5 + pow(random.unit(), 1.4) * (frame.y - horizon)
            let x = random.real(-frame.x...frame.x)
            canvas.oval(Point(x, y), random.real(3...11), 0.35, Colour.white.faded(0.3))
        }
    }

    private static func pine(_ canvas: Canvas, _ foot: Point, _ height: Double, _ colour: Colour) {
        for step in 0..<3 {
            let top = foot.y - height + Double(step) * height * 0.24
            let half = height * (0.14 + 0.08 * Double(step))
            canvas.move(x: foot.x, y: top)
            canvas.line(x: foot.x + half, y: top + height * 0.42)
            canvas.line(x: foot.x - half, y: top + height * 0.42)
            canvas.closePath()
            canvas.fill(colour)
        }
        canvas.rectangle(x: foot.x - 0.6, y: foot.y - height * 0.12, width: 1.2, height: height * 0.14)
        canvas.fill(colour.darker(0.3))
    }
}
