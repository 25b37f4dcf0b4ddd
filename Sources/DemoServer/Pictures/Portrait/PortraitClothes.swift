import Foundation
import Gtk

extension Portrait {
    /// Draws the shoulders, the neck and the clothes.
    func body() {
        let width = look.isChild ? 27.0 : look.isWoman ? 31.0 : 36.0
        canvas.smooth(
            [
                Point(0, 27), Point(9, 28), Point(width * 0.66, 33), Point(width * 0.94, 42), Point(width + 3, 62),
                Point(width + 6, 150), Point(0, 150),
            ].mirrored)
        canvas.fillLinear(
            from: (-width, 28), to: (width, 60),
            stops: [(0, look.cloth.lighter(0.1)), (1, look.cloth.darker(0.16))])
        if look.clothes == .stripes { stripes(width) }
        if look.clothes == .dress || look.clothes == .dungarees && look.isWoman { shoulders(width) }
        neck()
        collar(width)
    }

    /// Of round collars.
    private var neckline: [Point] {
        [(-11, 27.6), (-9, 32), (-5, 35.8), (0, 37), (5, 35.8), (9, 32), (11, 27.6)].map { Point($0, $1) }
    }

    private func neck() {
        let half = look.isChild ? 5.8 : look.isWoman ? 6.6 : 8.2
        let outline = [Point(half, 10), Point(half, 24), Point(half + 1.4, 29), Point(half * 0.7, 34), Point(0, 36.2)]
            .mirrored
        canvas.shape(outline, look.skin.mixed(look.shade, 0.18))
        canvas.saved {
            canvas.smooth(outline)
            canvas.clip()
            canvas.oval(Point(0, 17), w * 0.86, 9.5, look.shade.mixed(look.skin, 0.22))
        }
    }

    private func shoulders(_ width: Double) {
        canvas.shape(
            [
                Point(0, 26), Point(8, 28), Point(width * 0.6, 32.5), Point(width * 0.9, 40), Point(width * 0.7, 45),
                Point(0, 45),
            ].mirrored,
            look.skin)
        for side in [-1.0, 1] {
            canvas.brush([Point(side * 14, 30.5), Point(side * 13, 46)], look.cloth, width: 4)
        }
        canvas.shape(
            [Point(0, 43), Point(9, 40.5), Point(16, 41), Point(30, 50), Point(32, 70), Point(0, 72)].mirrored,
            look.cloth)
    }

    private func stripes(_ width: Double) {
        canvas.saved {
            canvas.smooth(
                [
                    Point(0, 27), Point(9, 28), Point(width * 0.66, 33), Point(width * 0.94, 42), Point(width + 3, 62),
                    Point(width + 6, 150), Point(0, 150),
                ].mirrored)
            canvas.clip()
            for y in stride(from: 34.0, to: 110, by: 7) {
                canvas.smoothLine([Point(-50, y + 2), Point(0, y + 4), Point(50, y + 2)])
                canvas.stroke(look.secondCloth, width: 2.6)
            }
        }
    }

    private func collar(_ width: Double) {
        let shadow = look.cloth.darker(0.22)
        switch look.clothes {
        case .crew, .stripes:
            canvas.smoothLine(neckline)
            canvas.stroke(shadow, width: 2.2)
        case .vNeck:
            canvas.move(x: -8, y: 28.5)
            canvas.line(x: 0, y: 44)
            canvas.line(x: 8, y: 28.5)
            canvas.closePath()
            canvas.fill(look.skin.mixed(look.shade, 0.12))
            for side in [-1.0, 1] {
                canvas.brush([Point(side * 10, 26.6), Point(side * 0.3, 44.4)], shadow, width: 1.7)
            }
        case .shirt: shirtCollar(look.cloth.lighter(0.25), button: look.cloth.darker(0.35))
        case .blazer: blazer(width)
        case .hoodie:
            for side in [-1.0, 1] {
                canvas.shape(
                    [
                        Point(side * 7.5, 26), Point(side * 16, 29), Point(side * 14, 37), Point(side * 3, 43),
                        Point(side * 1.5, 39),
                    ], look.cloth.darker(0.1))
                canvas.brush([Point(side * 4, 41), Point(side * 4.4, 52)], look.secondCloth.lighter(0.4), width: 0.9)
            }
        case .turtleneck:
            canvas.shape(
                [Point(0, 22.5), Point(8.6, 21.5), Point(10.5, 28), Point(11, 33), Point(0, 39)].mirrored,
                look.cloth.lighter(0.08))
            canvas.smoothLine([Point(-9, 24.5), Point(0, 26.4), Point(9, 24.5)])
            canvas.stroke(shadow.faded(0.5), width: 0.8)
        case .dungarees:
            guard !look.isWoman else { break }
            for side in [-1.0, 1] {
                canvas.brush([Point(side * 15, 31), Point(side * 12, 52)], look.secondCloth.darker(0.3), width: 4.4)
            }
            canvas.smoothLine(neckline)
            canvas.stroke(shadow, width: 1.6)
        case .dress: break
        }
    }

    private func shirtCollar(_ colour: Colour, button: Colour) {
        for side in [-1.0, 1] {
            canvas.move(x: side * 8.2, y: 25.5)
            canvas.line(x: side * 0.4, y: 36.2)
            canvas.line(x: side * 6.6, y: 41)
            canvas.line(x: side * 12.8, y: 30)
            canvas.closePath()
            canvas.fill(colour)
        }
        canvas.move(x: 0, y: 37)
        canvas.line(x: 0, y: 90)
        canvas.stroke(button.faded(0.4), width: 0.6)
        for y in [44.0, 52] { canvas.dot(Point(0, y), 0.9, button) }
    }

    private func blazer(_ width: Double) {
        let shirt = look.secondCloth.lighter(0.55)
        canvas.move(x: -9, y: 27)
        canvas.line(x: 0, y: 62)
        canvas.line(x: 9, y: 27)
        canvas.line(x: 4, y: 36)
        canvas.line(x: -4, y: 36)
        canvas.closePath()
        canvas.fill(shirt)
        if look.isWoman {
            canvas.shape([Point(0, 41), Point(7, 28), Point(3, 31)].mirrored, look.skin.mixed(look.shade, 0.1))
        } else {
            shirtCollar(shirt.lighter(0.4), button: shirt.darker(0.2))
            canvas.shape(
                [Point(0, 36.5), Point(2.2, 38.5), Point(1.4, 41), Point(2.8, 60), Point(0, 64)].mirrored,
                look.secondCloth.darker(0.25))
        }
        for side in [-1.0, 1] {
            canvas.move(x: side * 9.6, y: 26.5)
            canvas.line(x: side * 1.2, y: 64)
            canvas.line(x: side * 10, y: 53)
            canvas.line(x: side * 17.5, y: 48)
            canvas.line(x: side * 15, y: 31)
            canvas.closePath()
            canvas.fill(look.cloth.darker(0.2))
        }
    }
}
