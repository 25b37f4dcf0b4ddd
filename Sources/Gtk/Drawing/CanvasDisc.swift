import CGtk

/// The line along the edge of a disc.
public nonisolated struct DiscRim: Hashable, Sendable {
    /// The colour of the line.
    public var colour: Colour
    /// In application pixels.
    public var width: Double

    /// A line along the edge; `width` in application pixels.
    public init(colour: Colour, width: Double = 1) {
        self.colour = colour
        self.width = width
    }
}

nonisolated extension Canvas {
    /// Draws `content`, and a rim over it, inside the largest circle at the top left. Both share one smooth edge.
    func disc(diameter: Double, rim: DiscRim, content: () -> Void) {
        cairo_save(context)
        cairo_push_group(context)
        cairo_save(context)
        content()
        cairo_restore(context)
        circle(centerX: diameter / 2, centerY: diameter / 2, radius: diameter / 2)
        // The clip cuts the outer half away.
        stroke(rim.colour, width: 2 * rim.width)
        cairo_pop_group_to_source(context)
        circle(centerX: diameter / 2, centerY: diameter / 2, radius: diameter / 2)
        cairo_fill(context)
        cairo_restore(context)
    }

    /// Draws a picture at the top left corner, one of its pixels for each device pixel.
    func draw(_ picture: Picture) {
        picture.withPixels { pixels in
            // Cairo's type is mutable, but a source is only read.
            let data = UnsafeMutableRawPointer(mutating: pixels.baseAddress)?.assumingMemoryBound(to: UInt8.self)
            let image = cairo_image_surface_create_for_data(
                data, CAIRO_FORMAT_ARGB32, gint(picture.width), gint(picture.height), gint(picture.width * 4))
            cairo_save(context)
            cairo_identity_matrix(context)
            cairo_set_source_surface(context, image, 0, 0)
            cairo_paint(context)
            cairo_restore(context)
            // A cairo group keeps its source, but this source's pixels are only borrowed.
            cairo_surface_finish(image)
            cairo_surface_destroy(image)
        }
    }
}
