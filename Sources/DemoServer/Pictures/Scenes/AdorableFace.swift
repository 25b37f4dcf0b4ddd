import Foundation
import Gtk

/// One of the simple cartoon faces that Monica puts into the contact itself: 200 × 200 pixels, a colour, eyes, a nose, a
/// mouth.
struct AdorableFace {
    /// So many different ones there are.
    static let count = 240

    private static let colours = [
        0x81bef1, 0xad8bf2, 0xbff288, 0xde7878, 0xa5aac5, 0x6ff2c5, 0xf0da5e, 0xeb5972, 0xf6be5d, 0x7dc4a5,
    ]

    let number: Int

    func pngData() -> Data? {
        let canvas = Canvas(width: 200, height: 200)
        let colour = Self.colours[number % Self.colours.count].colour
        // Round corners make it RGBA, as the server's pictures are. A circular avatar hides the corners.
        for (x, y, turn) in [(180.0, 20.0, -0.5), (180, 180, 0), (20, 180, 0.5), (20, 20, 1)] {
            canvas.arc(centerX: x, centerY: y, radius: 20, from: turn * .pi, to: (turn + 0.5) * .pi)
        }
        canvas.closePath()
        canvas.fillRadial(
            center: (70, 50), radius: 190, stops: [(0, colour.lighter(0.22)), (0.6, colour), (1, colour.darker(0.14))])
        canvas.translate(x: 100, y: 96)
        let ink = colour.darker(0.82)
        eyes(canvas, ink, number / 10 % 6)
        nose(canvas, colour, number / 60 % 2)
        mouth(canvas, ink, number / 10 % 4 + number / 120)
        return canvas.pngData()
    }

    private func eyes(_ canvas: Canvas, _ ink: Colour, _ kind: Int) {
        for side in [-1.0, 1] {
            let x = side * 38
            switch kind {
            case 0: canvas.dot(Point(x, -18), 10, ink)
            case 1:
                canvas.dot(Point(x, -18), 20, .white)
                canvas.dot(Point(x + 4, -16), 9, ink)
            case 2: canvas.brush([Point(x - 14, -14), Point(x, -26), Point(x + 14, -14)], ink, width: 6)
            case 3:
                canvas.oval(Point(x, -18), 12, 17, .white)
                canvas.oval(Point(x, -14), 6, 9, ink)
            case 4:
                canvas.dot(Point(x, -18), 9, ink)
                canvas.brush([Point(x - 15, -40), Point(x + 15, -40 + side * 4)], ink, width: 6)
            default:
                canvas.dot(Point(x, -18), 22, ink)
                canvas.dot(Point(x, -18), 16, .white)
                canvas.dot(Point(x - 3, -18), 8, ink)
            }
        }
    }

    private func nose(_ canvas: Canvas, _ colour: Colour, _ kind: Int) {
        let shade = colour.darker(0.3)
        if kind == 0 {
            canvas.oval(Point(0, 14), 12, 9, shade)
        } else {
            canvas.brush([Point(-2, -4), Point(10, 16), Point(-6, 20)], shade, width: 6)
        }
    }

    private func mouth(_ canvas: Canvas, _ ink: Colour, _ kind: Int) {
        switch kind {
        case 0: canvas.brush([Point(-28, 44), Point(0, 58), Point(28, 44)], ink, width: 6)
        case 1:
            canvas.shape([Point(-32, 40), Point(0, 44), Point(32, 40), Point(0, 72)], ink)
            canvas.oval(Point(0, 61), 13, 6, 0xe8737d.colour)
        case 2: canvas.brush([Point(-20, 50), Point(20, 46)], ink, width: 6)
        case 3: canvas.dot(Point(0, 52), 11, ink)
        default:
            canvas.shape([Point(-30, 42), Point(0, 46), Point(30, 42), Point(0, 66)], ink)
            canvas.rectangle(x: -14, y: 44, width: 28, height: 7)
            canvas.fill(.white)
        }
    }
}
