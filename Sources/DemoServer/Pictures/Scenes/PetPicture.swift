import Foundation
import Gtk

/// The face of a cat or a dog.
enum PetPicture {
    private static let furs: [(Int, Int)] = [
        (0xd98f4e, 0xf7e3cb), (0x5c5a60, 0xe9e7e4), (0x2f2b2d, 0x5a5357), (0xf2e6d5, 0xffffff), (0x9a6b45, 0xe8cfb0),
        (0xc9b79c, 0xf5ecdd), (0x8a8f98, 0xdfe3e8), (0xb5713a, 0xffffff),
    ]

    static func draw(on canvas: Canvas, frame: Frame, _ random: inout Random) {
        let backdrop = Backdrop(&random)
        backdrop.draw(on: canvas, frame: frame)
        let (fur, light) = random.pick(furs.filter { $0.0.colour.distance(to: backdrop.bottom) > 0.3 })
        let isCat = random.chance(0.5)
        canvas.translate(x: random.real(-3...3), y: 4)
        canvas.rotate(radians: random.real(-0.1...0.1))
        canvas.shape(
            [Point(0, 18), Point(17, 24), Point(25, 44), Point(28, 120), Point(0, 120)].mirrored,
            fur.colour.darker(0.08))
        if isCat {
            cat(canvas, fur.colour, light.colour, &random)
        } else {
            dog(canvas, fur.colour, light.colour, &random)
        }
        if random.chance(0.6) { collar(canvas, random.pick(Palette.cloths)) }
    }

    private static func cat(_ canvas: Canvas, _ fur: Colour, _ light: Colour, _ random: inout Random) {
        for side in [-1.0, 1] {
            triangle(canvas, Point(side * 25, -36), Point(side * 26, -6), Point(side * 5, -23), fur)
            triangle(
                canvas, Point(side * 22.5, -30), Point(side * 23, -11), Point(side * 10, -21),
                0xe8a9a5.colour.mixed(fur, 0.25))
        }
        head(canvas, fur, [Point(0, -25), Point(16, -22), Point(27, -6), Point(28, 7), Point(20, 19), Point(0, 23)])
        if random.chance(0.6) {
            for x in [-6.0, 0, 6] { canvas.brush([Point(x, -23), Point(x * 0.7, -14)], fur.darker(0.35), width: 2) }
        }
        canvas.shape([Point(0, 2), Point(10, 6), Point(13, 14), Point(7, 20), Point(0, 20.5)].mirrored, light)
        let iris = random.pick([0x9bbf4f, 0xe0b13c, 0x6fb0c9].map(\.colour))
        for side in [-1.0, 1] {
            canvas.oval(Point(side * 11, -3), 5.2, 5.6, iris)
            canvas.oval(Point(side * 11, -3), 2.1, 5, 0x17130f.colour)
            canvas.dot(Point(side * 11 + 1.6, -5), 1.3, .white)
            for y in [0.0, 3] {
                canvas.smoothLine([Point(side * 8, 10 + y), Point(side * 30, 6 + y * 2.4)])
                canvas.stroke(Colour.white.faded(0.75), width: 0.6)
            }
        }
        triangle(canvas, Point(0, 9.5), Point(-3.4, 5.8), Point(3.4, 5.8), 0xd98088.colour)
        muzzle(canvas)
    }

    private static func dog(_ canvas: Canvas, _ fur: Colour, _ light: Colour, _ random: inout Random) {
        let ear = fur.darker(0.28)
        let isFloppy = random.chance(0.7)
        head(canvas, fur, [Point(0, -27), Point(15, -24), Point(23, -8), Point(21, 8), Point(13, 21), Point(0, 24)])
        for side in [-1.0, 1] {
            let floppy = [Point(14, -25), Point(25, -25), Point(32, -8), Point(29, 10), Point(22, 6), Point(18, -10)]
            let upright = [Point(9, -24), Point(16, -40), Point(24, -38), Point(25, -16), Point(19, -12)]
            canvas.shape((isFloppy ? floppy : upright).map { Point(side * $0.x, $0.y) }, ear)
        }
        canvas.shape(
            [Point(0, -26), Point(4, -20), Point(4.5, -6), Point(13, 5), Point(13, 16), Point(7, 22), Point(0, 23)]
                .mirrored, light)
        if random.chance(0.4) { canvas.oval(Point(-10.5, -5), 7.5, 8, ear) }
        for side in [-1.0, 1] {
            canvas.oval(Point(side * 10, -5), 3.7, 4.1, 0x2a1a12.colour)
            canvas.dot(Point(side * 10 + 1.2, -6.6), 1.2, .white)
        }
        canvas.shape([Point(0, 3.6), Point(5, 3.8), Point(5.4, 7), Point(0, 10.4)].mirrored, 0x241c1d.colour)
        canvas.oval(Point(-1.6, 5), 1.4, 0.7, Colour.white.faded(0.5))
        if random.chance(0.6) {
            canvas.shape([Point(0, 14), Point(3.6, 15), Point(3.8, 21), Point(0, 25)].mirrored, 0xe2737a.colour)
        }
        muzzle(canvas)
    }

    private static func head(_ canvas: Canvas, _ fur: Colour, _ half: [Point]) {
        canvas.smooth(half.mirrored)
        canvas.fillLinear(from: (-20, -25), to: (20, 25), stops: [(0, fur.lighter(0.12)), (1, fur.darker(0.12))])
    }

    private static func muzzle(_ canvas: Canvas) {
        let ink = 0x3a2c2c.colour
        for side in [-1.0, 1] {
            canvas.brush([Point(0, 9.5), Point(side * 1, 13), Point(side * 5.4, 14)], ink, width: 0.9)
        }
    }

    private static func triangle(_ canvas: Canvas, _ a: Point, _ b: Point, _ c: Point, _ colour: Colour) {
        canvas.move(x: a.x, y: a.y)
        canvas.line(x: b.x, y: b.y)
        canvas.line(x: c.x, y: c.y)
        canvas.closePath()
        canvas.fill(colour)
    }

    private static func collar(_ canvas: Canvas, _ colour: Colour) {
        canvas.smoothLine([Point(-17, 26), Point(0, 32), Point(17, 26)])
        canvas.stroke(colour, width: 4)
        canvas.dot(Point(0, 34.5), 2.8, 0xe6b84c.colour)
    }
}
