import CGtk

nonisolated extension Canvas {
    /// Begins a new subpath.
    public func move(x: Double, y: Double) {
        cairo_move_to(context, x, y)
    }

    /// A straight line from the last point.
    public func line(x: Double, y: Double) {
        cairo_line_to(context, x, y)
    }

    /// A cubic Bézier curve from the last point to the third one.
    public func curve(x1: Double, y1: Double, x2: Double, y2: Double, x3: Double, y3: Double) {
        cairo_curve_to(context, x1, y1, x2, y2, x3, y3)
    }

    /// A clockwise arc between two angles in radians, from the positive x axis, joined to the last point by a line.
    public func arc(centerX: Double, centerY: Double, radius: Double, from: Double, to: Double) {
        cairo_arc(context, centerX, centerY, radius, from, to)
    }

    /// A whole circle as a subpath of its own.
    public func circle(centerX: Double, centerY: Double, radius: Double) {
        cairo_new_sub_path(context)
        cairo_arc(context, centerX, centerY, radius, 0, 2 * Double.pi)
        cairo_close_path(context)
    }

    /// A whole ellipse as a subpath of its own.
    public func ellipse(centerX: Double, centerY: Double, radiusX: Double, radiusY: Double) {
        guard radiusX > 0, radiusY > 0 else { return }
        cairo_save(context)
        cairo_translate(context, centerX, centerY)
        cairo_scale(context, radiusX, radiusY)
        circle(centerX: 0, centerY: 0, radius: 1)
        cairo_restore(context)
    }

    /// A rectangle as a subpath of its own.
    public func rectangle(x: Double, y: Double, width: Double, height: Double) {
        cairo_rectangle(context, x, y, width, height)
    }

    /// A line back to the start of the subpath.
    public func closePath() {
        cairo_close_path(context)
    }

    /// Restricts later drawing to the path, and empties the path.
    public func clip() {
        cairo_clip(context)
    }
}

nonisolated extension Canvas {
    /// Fills the path, and empties the path.
    public func fill(_ colour: Colour) {
        setSource(colour)
        cairo_fill(context)
    }

    /// Fills the path with a linear gradient, and empties it; stops are from 0 to 1.
    public func fillLinear(
        from: (x: Double, y: Double), to: (x: Double, y: Double), stops: [(offset: Double, colour: Colour)]
    ) {
        fill(cairo_pattern_create_linear(from.x, from.y, to.x, to.y), stops)
    }

    /// Fills the path with a radial gradient, and empties it; stops are from 0 to 1.
    public func fillRadial(
        center: (x: Double, y: Double), radius: Double, stops: [(offset: Double, colour: Colour)]
    ) {
        fill(cairo_pattern_create_radial(center.x, center.y, 0, center.x, center.y, radius), stops)
    }

    /// Draws a line along the path, half of `width` on each side, and empties it.
    public func stroke(_ colour: Colour, width: Double) {
        setSource(colour)
        cairo_set_line_width(context, width)
        cairo_stroke(context)
    }

    func setSource(_ colour: Colour) {
        cairo_set_source_rgba(context, colour.red, colour.green, colour.blue, colour.alpha)
    }

    private func fill(_ pattern: OpaquePointer?, _ stops: [(offset: Double, colour: Colour)]) {
        for (offset, colour) in stops {
            cairo_pattern_add_color_stop_rgba(pattern, offset, colour.red, colour.green, colour.blue, colour.alpha)
        }
        cairo_set_source(context, pattern)
        cairo_pattern_destroy(pattern)
        cairo_fill(context)
    }
}
