import CGtk
public import Foundation

/// A Cairo surface to draw on. It needs no display, and works on any thread, but on one at a time. The origin is at the top
/// left. Lengths are in application pixels unless noted.
public nonisolated final class Canvas {
    /// In application pixels.
    public let width: Int
    /// In application pixels.
    public let height: Int
    /// Device pixels of the surface for one application pixel.
    public let scale: Int

    let surface: OpaquePointer
    let context: OpaquePointer

    /// A transparent surface of `width * scale` × `height * scale` pixels, at most 16,384 each way.
    public init(width: Int, height: Int, scale: Int = 1) {
        let sides = 1...16_384
        precondition(scale > 0 && sides.contains(width * scale) && sides.contains(height * scale))
        self.width = width
        self.height = height
        self.scale = scale
        surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, gint(width * scale), gint(height * scale))
        context = cairo_create(surface)
        cairo_scale(context, Double(scale), Double(scale))
    }

    deinit {
        cairo_destroy(context)
        cairo_surface_destroy(surface)
    }

    /// The present drawing, `width * scale` × `height * scale` pixels.
    public func picture() -> Picture {
        cairo_surface_flush(surface)
        let (columns, rows) = (width * scale, height * scale)
        // Rows of 32-bit pixels have no gaps in Cairo.
        precondition(Int(cairo_image_surface_get_stride(surface)) == columns * 4)
        guard let bytes = g_bytes_new(cairo_image_surface_get_data(surface), gsize(columns * rows * 4)) else {
            preconditionFailure("g_bytes_new aborts rather than returning nothing")
        }
        return Picture(adopting: bytes, width: columns, height: rows)
    }

    /// The drawing as PNG; nil only if the system's PNG writer is missing.
    public func pngData() -> Data? {
        picture().pngData()
    }

    /// The drawing as JPEG of `quality` 0 to 100, with black behind transparent parts. Nil only if the system's JPEG writer is
    /// missing.
    public func jpegData(quality: Int) -> Data? {
        picture().jpegData(quality: quality)
    }
}

nonisolated extension Canvas {
    /// Saves the transformation and the clip until `restore()`.
    public func save() {
        cairo_save(context)
    }

    /// Restores the state of the matching `save()`.
    public func restore() {
        cairo_restore(context)
    }

    /// Moves the origin.
    public func translate(x: Double, y: Double) {
        cairo_translate(context, x, y)
    }

    /// Scales later drawing.
    public func scale(x: Double, y: Double) {
        cairo_scale(context, x, y)
    }

    /// Rotates later drawing clockwise.
    public func rotate(radians: Double) {
        cairo_rotate(context, radians)
    }
}
