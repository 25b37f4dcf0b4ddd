import Foundation
import Gtk

extension Portrait {
    private var light: Colour { look.hair.lighter(0.16) }
    private var dark: Colour { look.hair.darker(0.22) }

    /// Draws the hair behind head and shoulders.
    func hairBehind() {
        switch look.style {
        case .straight, .straightWithFringe:
            canvas.shape(
                [Point(0, -29), Point(w + 3, -20), Point(w + 5, 2), Point(w + 5.5, 30), Point(w + 2, 40), Point(0, 42)]
                    .mirrored, dark)
        case .bob, .bobWithFringe:
            canvas.shape(
                [
                    Point(0, -29), Point(w + 3.5, -19), Point(w + 5.5, 0), Point(w + 5, 17), Point(w - 2, 22),
                    Point(0, 22),
                ].mirrored, dark)
        case .waves:
            canvas.shape(
                [
                    Point(0, -29), Point(w + 3, -20), Point(w + 6, 0), Point(w + 4, 12), Point(w + 8, 24),
                    Point(w + 4, 34), Point(w + 6, 42), Point(0, 44),
                ].mirrored, dark)
        case .curlyLong:
            for (x, y, r) in [(0.0, -22.0, 14.0), (13, -18, 11), (20, -6, 9.5), (22, 6, 9), (21, 18, 9), (17, 27, 8)] {
                for side in [-1.0, 1] { canvas.dot(Point(side * x, y), r, dark) }
            }
        case .afro:
            canvas.shape(
                [Point(0, -37), Point(19, -32), Point(29, -17), Point(29, -1), Point(23, 10), Point(0, 10)].mirrored,
                dark)
        case .braids:
            for side in [-1.0, 1] {
                for step in 0..<7 {
                    let t = Double(step)
                    let center = Point(side * (w + 2.5 + t * 0.25), 12 + t * 5)
                    canvas.oval(center, 3.6 - t * 0.12, 3.4, step % 2 == 0 ? look.hair : dark)
                }
                canvas.dot(Point(side * (w + 4), 46), 2, look.secondCloth)
            }
        case .ponytail:
            canvas.shape(
                [
                    Point(8, -26), Point(24, -22), Point(30, -4), Point(27, 16), Point(22, 26), Point(20, 10),
                    Point(18, -8),
                ], dark)
        case .bun:
            canvas.dot(Point(0, -29), 9.5, dark)
            canvas.dot(Point(-1, -30), 7.6, look.hair)
        default: break
        }
    }

    func hairInFront() {
        switch look.style {
        case .bald: break
        case .fringeOfHair: sides()
        case .buzz: cap(line: 0.6, height: 1.6, look.hair.mixed(look.skin, 0.22))
        case .sidePart: sidePart()
        case .quiff: quiff()
        case .tousled: tousled()
        case .curls: curls(radius: 4.6, rise: 1.5)
        case .afro: curls(radius: 5.4, rise: 5.5)
        case .bowl: bowl()
        case .pixie: pixie()
        case .bob, .straight, .waves: curtains()
        case .bobWithFringe, .straightWithFringe: straightFringe()
        case .curlyLong: curls(radius: 5, rise: 3)
        case .bun, .ponytail: combedBack()
        case .braids: middlePart()
        }
    }

    /// The hair over the skull down to the ears; `line`: where the forehead begins, in heights of the face.
    private func cap(line: Double, height: Double, _ colour: Colour) {
        let outer = [
            Point(0, -h - height), Point(w * 0.7, -h * 0.93 - height * 0.7), Point(w + height * 0.6, -h * 0.42),
            Point(w + 0.9, 0),
        ]
        let inner = [Point(w - 1.6, -h * 0.3), Point(w * 0.66, -h * line), Point(0, -h * (line + 0.05))]
        // Out along the outer edge, back along the inner one, then the same on the other side.
        canvas.smooth((outer + inner).mirrored)
        fillHair(colour)
    }

    private func fillHair(_ colour: Colour? = nil) {
        let base = colour ?? look.hair
        canvas.fillLinear(
            from: (-w, -h - 6), to: (w, 4), stops: [(0, base.lighter(0.16)), (0.45, base), (1, base.darker(0.18))])
    }

    private func strands(_ lines: [[Point]]) {
        for line in lines {
            canvas.smoothLine(line)
            canvas.stroke(light.faded(0.5), width: 0.8)
        }
    }

    private func sides() {
        for side in [-1.0, 1] {
            canvas.shape(
                [
                    Point(side * (w - 1.2), -h * 0.45), Point(side * (w + 2.2), -h * 0.32), Point(side * (w + 2), 1),
                    Point(side * (w - 0.6), 3), Point(side * (w - 1.4), -4),
                ], look.hair)
        }
    }

    private func sidePart() {
        canvas.smooth(
            [
                Point(-w - 0.9, 1), Point(-w - 2, -h * 0.42), Point(-w * 0.8, -h - 1.2), Point(-w * 0.25, -h - 4.2),
                Point(w * 0.45, -h - 3.6), Point(w + 0.4, -h * 0.76), Point(w + 1.8, -h * 0.36), Point(w + 0.9, 1),
                Point(w - 1.6, -h * 0.26), Point(w * 0.78, -h * 0.52), Point(w * 0.2, -h * 0.6),
                Point(-w * 0.45, -h * 0.72),
                Point(-w * 0.78, -h * 0.46), Point(-w + 1.6, -h * 0.22),
            ])
        fillHair()
        strands([
            [Point(-w * 0.42, -h * 0.78), Point(0, -h - 1.4), Point(w * 0.5, -h - 1.6)],
            [Point(-w * 0.2, -h * 0.7), Point(w * 0.3, -h * 0.9), Point(w * 0.8, -h * 0.74)],
        ])
    }

    private func quiff() {
        canvas.smooth(
            [
                Point(-w - 0.7, 0), Point(-w - 1, -h * 0.4), Point(-w * 0.86, -h * 0.92), Point(-w * 0.5, -h - 6),
                Point(w * 0.2, -h - 9), Point(w * 0.82, -h - 5), Point(w + 0.5, -h * 0.72), Point(w + 1, -h * 0.34),
                Point(w + 0.7, 0), Point(w - 1.4, -h * 0.3), Point(w * 0.7, -h * 0.6), Point(0, -h * 0.68),
                Point(-w * 0.7, -h * 0.56), Point(-w + 1.4, -h * 0.28),
            ])
        fillHair()
        strands([
            [Point(-w * 0.5, -h * 0.74), Point(-w * 0.3, -h - 2), Point(w * 0.3, -h - 6)],
            [Point(0, -h * 0.72), Point(w * 0.2, -h - 1), Point(w * 0.7, -h - 3)],
        ])
    }

    private func tousled() {
        var outline = [Point(-w - 0.9, 1), Point(-w - 2.4, -h * 0.34)]
        for (index, x) in stride(from: -1.0, through: 1.0, by: 0.25).enumerated() {
            let arch = (1 - x * x).squareRoot()
            outline.append(Point(x * (w + 2.2), -h * 0.5 - (h * 0.5 + 4.5) * arch - (index % 2 == 0 ? 2.2 : -0.6)))
        }
        outline += [Point(w + 2.4, -h * 0.34), Point(w + 0.9, 1), Point(w - 1.5, -h * 0.24)]
        for (index, x) in stride(from: 0.8, through: -0.8, by: -0.2).enumerated() {
            outline.append(Point(x * w, -h * (index % 2 == 0 ? 0.36 : 0.54)))
        }
        outline.append(Point(-w + 1.5, -h * 0.24))
        canvas.smooth(outline)
        fillHair()
    }

    private func curls(radius: Double, rise: Double) {
        for (row, fade) in [(0.0, 0.0), (1, 0.08), (2, 0)] {
            let count = 9
            for index in 0...count {
                let angle = Double.pi * (0.95 - 0.9 * Double(index) / Double(count))
                let (rx, ry) = (w + rise * 0.55 - row * 4.2, h + rise - row * 4.6 - (row == 2 ? 1 : 0))
                let wobble = (index + Int(row)) % 2 == 0 ? 0.9 : -0.5
                let center = Point(cos(angle) * rx, -sin(angle) * (ry + wobble) - 1)
                guard center.y < -h * 0.5 || row == 0 else { continue }
                // Smaller towards the ears.
                let size = radius * (0.72 + 0.28 * sin(angle).magnitude.squareRoot())
                canvas.dot(center, size, index % 2 == 0 ? look.hair.lighter(fade) : look.hair.darker(0.1))
            }
        }
        for index in 0...6 {
            let angle = Double.pi * (0.85 - 0.7 * Double(index) / 6)
            canvas.smoothLine(
                (0...4).map { step in
                    let turn = Double(step) * 0.7
                    return Point(cos(angle) * w + cos(turn) * 1.8, -sin(angle) * h * 0.98 - 2 + sin(turn) * 1.8)
                })
            canvas.stroke(light.faded(0.55), width: 0.7)
        }
    }

    private func bowl() {
        canvas.smooth(
            ([
                Point(0, -h - 4.5), Point(w * 0.75, -h - 1.4), Point(w + 2.2, -h * 0.45), Point(w + 1.8, 2),
                Point(w - 1, 2.5),
                Point(w - 1.6, -h * 0.26), Point(w * 0.6, -h * 0.36), Point(0, -h * 0.33),
            ]).mirrored)
        fillHair()
        strands([
            [Point(-w * 0.3, -h * 0.4), Point(-w * 0.2, -h * 0.8)],
            [Point(w * 0.3, -h * 0.4), Point(w * 0.25, -h * 0.85)],
        ])
    }

    private func pixie() {
        canvas.smooth(
            [
                Point(-w - 1.2, 4), Point(-w - 2.4, -h * 0.35), Point(-w * 0.85, -h - 1.6), Point(0, -h - 5),
                Point(w * 0.8, -h - 2), Point(w + 2.3, -h * 0.4), Point(w + 1.2, 4), Point(w - 1.4, 0),
                Point(w - 2, -h * 0.3),
                Point(w * 0.45, -h * 0.64), Point(0, -h * 0.52), Point(-w * 0.6, -h * 0.3), Point(-w + 1.3, -h * 0.16),
                Point(-w + 1, 0),
            ])
        fillHair()
        strands([
            [Point(w * 0.45, -h * 0.7), Point(0, -h * 0.66), Point(-w * 0.55, -h * 0.4)],
            [Point(w * 0.6, -h * 0.86), Point(0, -h * 0.92), Point(-w * 0.7, -h * 0.56)],
        ])
    }

    /// Two halves that fall from a part down beside the face.
    private func curtains() {
        let isLong = look.style != .bob
        let end = isLong ? 30.0 : 18.0
        for (side, part) in [(-1.0, -4.0), (1, -4.0)] {
            let x = { (value: Double) in side * value }
            canvas.smooth(
                [
                    Point(part, -h - 4), Point(part + x(w * 0.65), -h - 2.4), Point(x(w + 3.4), -h * 0.55),
                    Point(x(w + 4.2), 2),
                    Point(x(w + (look.style == .waves ? 6.5 : 4)), end * 0.6), Point(x(w + 2), end),
                    Point(x(w - 2.6), end * 0.92),
                    Point(x(w - 1.4), end * 0.4), Point(x(w - 0.8), 2), Point(x(w - 3), -h * 0.32),
                    Point(part + x(w * 0.36), -h * 0.66), Point(part, -h * 0.86),
                ])
            fillHair(side < 0 ? look.hair : look.hair.darker(0.06))
            strands([
                [
                    Point(part + x(5), -h * 0.92), Point(x(w - 1), -h * 0.5), Point(x(w + 1.6), 4),
                    Point(x(w + 1.4), end * 0.7),
                ]
            ])
        }
    }

    private func straightFringe() {
        let end = look.style == .bobWithFringe ? 17.0 : 30.0
        for side in [-1.0, 1] {
            canvas.shape(
                [
                    Point(side * (w - 1), -h * 0.6), Point(side * (w + 3.4), -h * 0.4), Point(side * (w + 4.4), 4),
                    Point(side * (w + 3.4), end), Point(side * (w - 2.4), end), Point(side * (w - 1.2), 3),
                    Point(side * (w - 2), -h * 0.3),
                ], look.hair.darker(0.06))
        }
        canvas.smooth(
            [
                Point(0, -h - 5), Point(w * 0.78, -h - 2), Point(w + 3, -h * 0.5), Point(w - 0.6, -h * 0.22),
                Point(w * 0.5, -h * 0.34),
                Point(0, -h * 0.32),
            ].mirrored)
        fillHair()
        strands(
            (-2...2).map { index in
                let x = Double(index) * w * 0.3
                return [Point(x * 0.7, -h * 0.95), Point(x, -h * 0.4)]
            })
    }

    private func combedBack() {
        cap(line: 0.62, height: 3.4, look.hair)
        strands(
            (-2...2).map { index in
                let x = Double(index) * w * 0.34
                return [Point(x, -h * 0.74), Point(x * 0.7, -h - 2.2)]
            })
    }

    private func middlePart() {
        cap(line: 0.6, height: 3, look.hair)
        canvas.brush([Point(0, -h * 0.66), Point(0, -h - 2)], look.skin.mixed(dark, 0.45), width: 0.7)
    }
}
