import Foundation
import Gtk

extension Portrait {
    func face() {
        canvas.saved {
            canvas.smooth(faceOutline)
            canvas.clip()
            cheeks()
            beard()
        }
        nose()
        eyes()
        brows()
        mouth()
        if look.isOld { wrinkles() }
    }

    private var eyeX: Double { look.isChild ? 7.9 : 7.4 }
    private var eyeY: Double { look.isChild ? 1.5 : -1.5 }
    private var mouthY: Double { look.isChild ? 13.2 : 12.6 }

    private func cheeks() {
        let radius = look.isWoman || look.isChild ? 5.5 : 4.5
        for side in [-1.0, 1] {
            canvas.circle(centerX: side * 11, centerY: 7, radius: radius)
            canvas.fillRadial(
                center: (side * 11, 7), radius: radius,
                stops: [(0, look.blush.faded(0.55)), (1, look.blush.faded(0))])
        }
        guard look.hasFreckles else { return }
        for (x, y) in [(9.0, 5.0), (11.5, 6.2), (13, 4.6), (8, 7.2), (10.6, 8.2), (12.6, 7.6)] {
            for side in [-1.0, 1] { canvas.dot(Point(side * x, y), 0.42, look.shade.darker(0.1).faded(0.55)) }
        }
    }

    private func nose() {
        let line = [Point(-0.6, 0.5), Point(1.9, 5.8), Point(1.1, 7.2), Point(-1.6, 7.1)]
        let small = line.map { Point($0.x * 0.75, $0.y * 0.8 + 1.5) }
        canvas.brush(look.isChild ? small.dropFirst().map { $0 } : line, look.shade.mixed(look.skin, 0.12), width: 1.0)
    }

    private func eyes() {
        let ink = look.hair.mixed(0x241a1c.colour, 0.75)
        for side in [-1.0, 1] {
            let center = Point(side * eyeX, eyeY)
            if look.mouth == .laugh {
                let lid = [
                    Point(center.x - 2.9, eyeY + 0.9), Point(center.x, eyeY - 1.3), Point(center.x + 2.9, eyeY + 0.9),
                ]
                canvas.brush(lid, ink, width: 1.25)
                continue
            }
            let size = look.isChild ? 1.18 : 1.0
            canvas.saved {
                canvas.ellipse(centerX: center.x, centerY: center.y, radiusX: 3.3 * size, radiusY: 2.35 * size)
                canvas.clip()
                canvas.oval(center, 3.4 * size, 2.5 * size, 0xfffdfa.colour)
                canvas.dot(Point(center.x, center.y), 2.05 * size, look.iris)
                canvas.dot(Point(center.x, center.y), 1.15 * size, 0x15100f.colour)
                canvas.oval(Point(center.x, center.y - 2.4 * size), 3.6 * size, 0.9, look.shade.faded(0.35))
            }
            canvas.dot(Point(center.x + 0.75, center.y - 0.8), 0.62 * size, .white)
            let lid = [
                Point(center.x - 3.3 * size, center.y - 0.1), Point(center.x - 1.4, center.y - 2.2 * size),
                Point(center.x + 1.4, center.y - 2.2 * size), Point(center.x + 3.3 * size, center.y - 0.1),
            ]
            canvas.brush(lid, ink, width: look.isWoman ? 1.05 : 0.75)
            guard look.isWoman, !look.isChild else { continue }
            let lash = [Point(center.x + side * 2.9, center.y - 0.9), Point(center.x + side * 4.3, center.y - 1.9)]
            canvas.brush(lash, ink, width: 0.75)
        }
    }

    private func brows() {
        let lift = look.mouth == .laugh || look.mouth == .grin ? -0.8 : 0
        for side in [-1.0, 1] {
            let y = eyeY - 5 + lift
            let line = [
                Point(side * (eyeX - 3.6), y + 0.5), Point(side * eyeX, y - 0.9), Point(side * (eyeX + 3.9), y + 0.7),
            ]
            canvas.brush(line, look.browColour, width: look.brow)
        }
    }

    private func mouth() {
        let y = mouthY
        switch look.mouth {
        case .smile: canvas.brush([Point(-5, y - 0.6), Point(0, y + 1.7), Point(5, y - 0.6)], look.lip, width: 1.25)
        case .slight:
            canvas.brush([Point(-3.6, y + 0.3), Point(0.4, y + 1.1), Point(4.4, y - 0.5)], look.lip, width: 1.2)
        case .closed:
            let upper = [
                Point(-4.3, y), Point(-1.2, y - 1.3), Point(0, y - 0.9), Point(1.2, y - 1.3), Point(4.3, y),
                Point(0, y + 0.5),
            ]
            canvas.shape(upper, look.lip.darker(0.08))
            canvas.shape([Point(-4, y + 0.1), Point(0, y + 0.5), Point(4, y + 0.1), Point(0, y + 2.3)], look.lip)
        case .grin, .laugh:
            let depth = look.mouth == .laugh ? 5.2 : 3.7
            let opening = [
                Point(-5.8, y - 1.3), Point(0, y - 0.5), Point(5.8, y - 1.3), Point(3.9, y + depth * 0.55),
                Point(0, y + depth * 0.85), Point(-3.9, y + depth * 0.55),
            ]
            canvas.saved {
                canvas.smooth(opening)
                canvas.clip()
                canvas.rectangle(x: -8, y: y - 4, width: 16, height: 14)
                canvas.fill(0x5e1f26.colour)
                canvas.rectangle(x: -8, y: y - 4, width: 16, height: 4.6)
                canvas.fill(0xfffdf9.colour)
                canvas.oval(Point(0, y + depth), 3.4, 2.3, 0xd06a6c.colour)
            }
            canvas.smooth(opening)
            canvas.stroke(look.lip, width: look.isWoman ? 1.0 : 0.6)
        }
    }

    private func wrinkles() {
        let ink = look.shade.mixed(look.skin, 0.35)
        for side in [-1.0, 1] {
            canvas.brush([Point(side * 5.2, 6.5), Point(side * 7.3, 9.6), Point(side * 7.4, 12)], ink, width: 0.55)
            canvas.brush([Point(side * 12.4, -1.6), Point(side * 14.2, -2.6)], ink, width: 0.5)
            canvas.brush([Point(side * 12.4, -0.4), Point(side * 14.4, -0.3)], ink, width: 0.5)
        }
        canvas.brush([Point(-6, -10.6), Point(0, -11.3), Point(6, -10.6)], ink, width: 0.5)
    }

    /// Drawn inside the outline of the face.
    private func beard() {
        let hair = look.hair.mixed(look.skin, 0.1)
        switch look.beard {
        case .none: break
        case .stubble: jawline(from: 3, lip: 9.6, look.hair.mixed(look.skin, 0.4).faded(0.38))
        case .short: jawline(from: 2, lip: 10, hair.mixed(look.skin, 0.22))
        case .full:
            jawline(from: 0, lip: 9.4, hair)
            moustache(hair.darker(0.1))
        case .moustache: moustache(hair)
        case .goatee:
            canvas.shape(
                [
                    Point(0, 15.5), Point(4.4, 15), Point(5, 19), Point(3, 25), Point(-3, 25), Point(-5, 19),
                    Point(-4.4, 15),
                ],
                hair)
            moustache(hair)
        }
    }

    /// From one ear around the chin to the other, and back above the mouth, which is drawn on top.
    private func jawline(from top: Double, lip: Double, _ colour: Colour) {
        canvas.smooth(
            [
                Point(w - 1.6, top - 5), Point(w + 3, top - 3), Point(w + 3, 16), Point(10, 28), Point(0, h + 6),
            ].mirrored(
                inner: [
                    Point(w - 3, top + 1), Point(w * 0.72, lip + 1.4), Point(w * 0.5, lip + 0.4), Point(4.4, lip - 1.2),
                    Point(0, lip - 0.4),
                ]))
        canvas.fill(colour)
    }

    private func moustache(_ colour: Colour) {
        let half = [Point(0, 8.9), Point(3.6, 8.7), Point(7.2, 11.6), Point(6.4, 12.3), Point(3, 11), Point(0, 10.9)]
        canvas.shape(half.mirrored, colour)
    }

    func glasses() {
        let ink = look.glasses == .sun ? 0x2a2426.colour : look.secondCloth.darker(0.72)
        let y = eyeY + 0.4
        guard look.glasses != .none else { return }
        for side in [-1.0, 1] {
            let x = side * eyeX
            switch look.glasses {
            case .round: canvas.circle(centerX: x, centerY: y, radius: 5.6)
            default:
                canvas.smooth(
                    [
                        Point(x - 5.6, y - 4), Point(x, y - 4.7), Point(x + 5.6, y - 4), Point(x + 5.6, y + 2.2),
                        Point(x + 2.6, y + 4.6), Point(x - 2.6, y + 4.6), Point(x - 5.6, y + 2.2),
                    ])
            }
            if look.glasses == .sun {
                canvas.fillLinear(
                    from: (x, y - 5), to: (x, y + 5), stops: [(0, ink), (1, 0x5a5158.colour)])
            } else {
                canvas.stroke(ink, width: 1.0)
            }
            canvas.brush([Point(side * (eyeX + 5.5), y - 1.2), Point(side * (w + 0.4), y - 2.2)], ink, width: 0.9)
        }
        canvas.brush([Point(-eyeX + 5.6, y - 1), Point(0, y - 2), Point(eyeX - 5.6, y - 1)], ink, width: 0.9)
    }
}
