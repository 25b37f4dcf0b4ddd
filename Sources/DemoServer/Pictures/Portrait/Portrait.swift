import Foundation
import Gtk

/// An illustrated portrait, drawn from the back to the front. The middle of the head is the origin.
struct Portrait {
    let look: Look
    let canvas: Canvas

    /// Half the width of the face.
    var w: Double { look.faceWidth }
    /// Half the height of the face.
    let h = 23.0

    static func draw(_ person: Person, on canvas: Canvas, frame: Frame, _ random: inout Random) {
        let look = Look(person, &random)
        look.backdrop.draw(on: canvas, frame: frame)
        let zoom = random.real(0.96...1.12) * (look.isChild ? 0.94 : 1)
        canvas.saved {
            canvas.translate(x: random.real(-2.5...2.5), y: random.real(-4 ... -1) + (look.isChild ? 4 : 0))
            canvas.scale(x: zoom, y: zoom)
            Portrait(look: look, canvas: canvas).draw(tilt: random.real(-0.05...0.05))
        }
    }

    private func draw(tilt: Double) {
        canvas.saved {
            canvas.rotate(radians: tilt)
            hairBehind()
        }
        body()
        canvas.saved {
            canvas.rotate(radians: tilt)
            ears()
            head()
            face()
            hairInFront()
            glasses()
            headwear()
        }
    }
}

extension Portrait {
    /// The outline of the face: round above, the jaw below.
    var faceOutline: [Point] {
        [
            Point(0, -h), Point(w * 0.62, -h * 0.86), Point(w * 0.96, -h * 0.42), Point(w, 0.5),
            Point(w * 0.95, h * 0.38),
            Point(w * look.jaw, h * 0.7), Point(w * look.jaw * 0.52, h * 0.94), Point(0, h * 1.01),
        ].mirrored
    }

    private func head() {
        canvas.smooth(faceOutline)
        canvas.fillLinear(
            from: (-w, -h), to: (w * 0.9, h),
            stops: [(0, look.skin.lighter(0.14)), (0.5, look.skin), (1, look.skin.mixed(look.shade, 0.35))])
    }

    private func ears() {
        guard look.headwear != .scarf else { return }
        for side in [-1.0, 1] {
            canvas.oval(Point(side * (w + 0.6), 1.5), 3.2, 4.8, look.skin.mixed(look.shade, 0.3))
            canvas.oval(Point(side * (w + 0.9), 1.7), 1.5, 2.8, look.shade.mixed(look.skin, 0.25))
            if look.hasEarrings { canvas.dot(Point(side * (w + 1.3), 7.6), 1.1, 0xe6b84c.colour) }
        }
    }
}
