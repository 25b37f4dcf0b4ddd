import Foundation
import Gtk

/// A place on the canvas.
struct Point {
    var x: Double
    var y: Double

    init(_ x: Double, _ y: Double) {
        self.x = x
        self.y = y
    }
}

extension [Point] {
    /// These, and then the same on the other side of the vertical axis, backwards: one closed outline from a half.
    var mirrored: [Point] {
        self + reversed().filter { $0.x != 0 }.map { Point(-$0.x, $0.y) }
    }

    /// A mirrored outline. These points are its outer edge from the right to the middle below; `inner` goes back above it.
    func mirrored(inner: [Point]) -> [Point] {
        mirrored + inner.map { Point(-$0.x, $0.y) } + inner.dropLast().reversed()
    }
}

extension Canvas {
    /// A closed curve through all the points (Catmull–Rom), as a part of the path.
    func smooth(_ points: [Point]) {
        guard points.count > 2 else { return }
        move(x: points[0].x, y: points[0].y)
        for index in points.indices {
            curve(points, index) { points[($0 + points.count) % points.count] }
        }
        closePath()
    }

    /// An open curve through all the points, as a part of the path.
    func smoothLine(_ points: [Point]) {
        guard let first = points.first, points.count > 1 else { return }
        move(x: first.x, y: first.y)
        for index in points.indices.dropLast() {
            curve(points, index) { points[min(max($0, 0), points.count - 1)] }
        }
    }

    /// A filled shape through the points.
    func shape(_ points: [Point], _ colour: Colour) {
        smooth(points)
        fill(colour)
    }

    /// A line through the points with round ends; the colour should be opaque.
    func brush(_ points: [Point], _ colour: Colour, width: Double) {
        smoothLine(points)
        stroke(colour, width: width)
        for end in [points.first, points.last].compactMap({ $0 }) { dot(end, width / 2, colour) }
    }

    func dot(_ center: Point, _ radius: Double, _ colour: Colour) {
        circle(centerX: center.x, centerY: center.y, radius: radius)
        fill(colour)
    }

    func oval(_ center: Point, _ radiusX: Double, _ radiusY: Double, _ colour: Colour) {
        ellipse(centerX: center.x, centerY: center.y, radiusX: radiusX, radiusY: radiusY)
        fill(colour)
    }

    /// Runs a body and restores the canvas settings afterwards.
    func saved(_ body: () -> Void) {
        save()
        body()
        restore()
    }

    private func curve(_ points: [Point], _ index: Int, _ at: (Int) -> Point) {
        let (before, from, to, after) = (at(index - 1), at(index), at(index + 1), at(index + 2))
        curve(
            x1: from.x + (to.x - before.x) / 6, y1: from.y + (to.y - before.y) / 6,
            x2: to.x - (after.x - from.x) / 6, y2: to.y - (after.y - from.y) / 6, x3: to.x, y3: to.y)
    }
}

extension Colour {
    func mixed(_ other: Colour, _ share: Double) -> Colour {
        Colour(
            red: red + (other.red - red) * share, green: green + (other.green - green) * share,
            blue: blue + (other.blue - blue) * share, alpha: alpha + (other.alpha - alpha) * share)
    }

    func lighter(_ share: Double) -> Colour { mixed(.white, share) }

    /// Towards a warm black, which looks less dirty than the true one.
    func darker(_ share: Double) -> Colour { mixed(Colour(red: 0.12, green: 0.05, blue: 0.08), share) }

    func faded(_ alpha: Double) -> Colour {
        Colour(red: red, green: green, blue: blue, alpha: alpha)
    }
}
