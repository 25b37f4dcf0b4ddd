import Foundation
import Gtk

extension Portrait {
    func headwear() {
        switch look.headwear {
        case .none: break
        case .scarf: scarf()
        case .turban: turban()
        case .beanie: beanie()
        case .cap: cap()
        case .sunHat: sunHat()
        }
    }

    private var cloth: Colour {
        look.secondCloth.distance(to: look.backdrop.top) > 0.35 ? look.secondCloth : look.cloth
    }

    private func scarf() {
        let outer = [
            Point(0, -h - 6), Point(w * 0.8, -h - 3), Point(w + 4.6, -h * 0.4), Point(w + 4.6, 8), Point(w + 2, 22),
            Point(w + 8, 34), Point(16, 44), Point(0, 47),
        ].mirrored
        canvas.smooth(outer)
        // Backwards, so that it is a hole.
        canvas.smooth(
            Array(
                [
                    Point(0, -h * 0.62), Point(w * 0.6, -h * 0.54), Point(w * 0.93, -h * 0.2), Point(w * 0.95, 5),
                    Point(w * 0.74, 16), Point(w * 0.4, 21.8), Point(0, 23.2),
                ].mirrored.reversed()))
        canvas.fillLinear(from: (-w, -h), to: (w, 40), stops: [(0, cloth.lighter(0.12)), (1, cloth.darker(0.2))])
        for line in [
            [Point(-w * 0.9, 12), Point(-4, 29), Point(14, 36)], [Point(w * 0.9, 12), Point(8, 27), Point(-6, 34)],
            [Point(-w * 0.7, -h * 0.72), Point(0, -h * 0.86), Point(w * 0.7, -h * 0.72)],
        ] {
            canvas.smoothLine(line)
            canvas.stroke(cloth.darker(0.3).faded(0.45), width: 0.9)
        }
    }

    private func turban() {
        canvas.smooth(
            [
                Point(0, -h - 13), Point(w * 0.75, -h - 10), Point(w + 4, -h * 0.72), Point(w + 1.8, -h * 0.22),
                Point(w * 0.6, -h * 0.5), Point(0, -h * 0.62),
            ].mirrored)
        canvas.fillLinear(from: (-w, -h - 10), to: (w, -6), stops: [(0, cloth.lighter(0.1)), (1, cloth.darker(0.22))])
        for (left, right) in [(-0.35, -1.25), (-0.62, -1.42), (-0.95, -1.5)] {
            for side in [-1.0, 1] {
                canvas.smoothLine([
                    Point(side * (w + 2), h * left), Point(side * w * 0.4, h * (left + right) / 2),
                    Point(-side * 3, h * right),
                ])
                canvas.stroke(cloth.darker(0.3).faded(0.5), width: 0.9)
            }
        }
    }

    private func beanie() {
        canvas.smooth(
            [
                Point(0, -h - 9), Point(w * 0.72, -h - 6), Point(w + 2.4, -h * 0.72), Point(w + 2, -h * 0.42),
                Point(0, -h * 0.52),
            ].mirrored)
        canvas.fillLinear(from: (-w, -h), to: (w, -h), stops: [(0, cloth.lighter(0.1)), (1, cloth.darker(0.18))])
        canvas.shape(
            [
                Point(0, -h * 0.86), Point(w * 0.8, -h * 0.8), Point(w + 2.9, -h * 0.66), Point(w + 2.4, -h * 0.28),
                Point(w * 0.7, -h * 0.4), Point(0, -h * 0.46),
            ].mirrored,
            cloth.darker(0.16))
        canvas.dot(Point(0, -h - 10), 4.4, cloth.lighter(0.3))
    }

    private func cap() {
        canvas.smooth(
            [
                Point(0, -h - 6), Point(w * 0.76, -h - 3.6), Point(w + 2, -h * 0.64), Point(w + 1.4, -h * 0.38),
                Point(0, -h * 0.5),
            ].mirrored)
        canvas.fillLinear(from: (-w, -h), to: (w, -h), stops: [(0, cloth.lighter(0.08)), (1, cloth.darker(0.18))])
        canvas.shape(
            [
                Point(0, -h * 0.66), Point(w * 0.9, -h * 0.58), Point(w + 4, -h * 0.3), Point(w * 0.5, -h * 0.36),
                Point(0, -h * 0.38),
            ].mirrored,
            cloth.darker(0.3))
        canvas.dot(Point(0, -h - 6), 1.4, cloth.darker(0.3))
    }

    private func sunHat() {
        let straw = 0xe6c88a.colour.mixed(cloth, 0.12)
        canvas.oval(Point(0, -h * 0.62), w + 17, 8.2, straw.darker(0.12))
        canvas.shape(
            [Point(0, -h - 10), Point(w * 0.7, -h - 8), Point(w + 0.6, -h * 0.66), Point(0, -h * 0.54)].mirrored, straw)
        canvas.shape(
            [Point(0, -h * 0.9), Point(w + 0.2, -h * 0.84), Point(w + 0.8, -h * 0.64), Point(0, -h * 0.56)].mirrored,
            cloth)
    }
}
