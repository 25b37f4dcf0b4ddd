import CGtk
import Foundation

/// One line of text in Pango's layout. Lengths are in the units of the Cairo context. Only for use within `exclusively`, from
/// its creation to its release.
nonisolated final class TextLine {
    let layout: OpaquePointer

    private static let lock = NSLock()

    /// Runs `body` under a lock. Cairo keeps few font files open at once, and closes a file that another thread has just begun
    /// to use. Letters of a dozen scripts on two threads crash it within a second.
    static func exclusively<Result>(_ body: () throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body()
    }

    /// `font` is a Pango font description.
    convenience init(_ string: String, font: String, context: OpaquePointer) {
        self.init(string, description: pango_font_description_from_string(font), context: context)
    }

    /// Semibold letters of a font family, `size` high.
    convenience init(_ string: String, semibold family: String, size: Double, context: OpaquePointer) {
        let description = pango_font_description_new()
        pango_font_description_set_family(description, family)
        pango_font_description_set_weight(description, PANGO_WEIGHT_SEMIBOLD)
        pango_font_description_set_absolute_size(description, size * Double(PANGO_SCALE))
        self.init(string, description: description, context: context)
    }

    private init(_ string: String, description: OpaquePointer?, context: OpaquePointer) {
        layout = pango_cairo_create_layout(context)
        // Glyphs keep their shape and place at every size. So the drawing does not depend on the desktop's settings.
        let options = cairo_font_options_create()
        cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        let pango = pango_layout_get_context(layout)
        pango_cairo_context_set_font_options(pango, options)
        cairo_font_options_destroy(options)
        pango_context_set_round_glyph_positions(pango, 0)

        pango_layout_set_font_description(layout, description)
        pango_font_description_free(description)
        pango_layout_set_single_paragraph_mode(layout, 1)
        pango_layout_set_text(layout, string, -1)
    }

    deinit {
        g_object_unref(UnsafeMutableRawPointer(layout))
    }

    /// The rectangle of the ink, relative to the start of the baseline.
    var ink: (x: Double, y: Double, width: Double, height: Double) {
        var ink = PangoRectangle()
        pango_layout_line_get_extents(pango_layout_get_line_readonly(layout, 0), &ink, nil)
        let unit = 1 / Double(PANGO_SCALE)
        return (Double(ink.x) * unit, Double(ink.y) * unit, Double(ink.width) * unit, Double(ink.height) * unit)
    }

    /// Draws with the context's source. The baseline begins at the origin.
    func draw(in context: OpaquePointer) {
        var x = 0.0
        var runs = pango_layout_get_line_readonly(layout, 0)?.pointee.runs
        while let link = runs {
            runs = link.pointee.next
            guard let run = link.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self).pointee else { continue }
            let font = run.item.pointee.analysis.font
            cairo_new_path(context)
            cairo_move_to(context, x, -Double(run.y_offset) / Double(PANGO_SCALE))
            if hasColours(font) {
                pango_cairo_show_glyph_string(context, font, run.glyphs)
            } else {
                // As outlines, glyphs keep fractional positions, which older versions of Cairo round.
                pango_cairo_glyph_string_path(context, font, run.glyphs)
                cairo_fill(context)
            }
            x += Double(pango_glyph_string_get_width(run.glyphs)) / Double(PANGO_SCALE)
        }
        cairo_new_path(context)
    }

    /// Whether the font has colour glyphs, such as emoji: Cairo would trace only their outer edge.
    private func hasColours(_ font: UnsafeMutablePointer<PangoFont>?) -> Bool {
        guard let face = hb_font_get_face(pango_font_get_hb_font(font)) else { return false }
        return ["CBDT", "COLR", "sbix", "SVG "].contains { name in
            let table = hb_face_reference_table(face, name.utf8.reduce(0) { $0 << 8 | hb_tag_t($1) })
            defer { hb_blob_destroy(table) }
            return hb_blob_get_length(table) > 0
        }
    }
}
