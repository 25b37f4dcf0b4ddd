import CGtk

/// One line of text, laid out by Pango; lengths are in the units of the Cairo context.
nonisolated final class TextLine {
    private let layout: OpaquePointer

    /// `font` is a description as Pango reads it.
    init(_ string: String, font: String, context: OpaquePointer) {
        layout = pango_cairo_create_layout(context)
        // Glyphs keep their shape and place at every size: what is drawn does not depend on the desktop's settings.
        let options = cairo_font_options_create()
        cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        let pango = pango_layout_get_context(layout)
        pango_cairo_context_set_font_options(pango, options)
        cairo_font_options_destroy(options)
        pango_context_set_round_glyph_positions(pango, 0)

        let description = pango_font_description_from_string(font)
        pango_layout_set_font_description(layout, description)
        pango_font_description_free(description)
        pango_layout_set_single_paragraph_mode(layout, 1)
        pango_layout_set_text(layout, string, -1)
    }

    deinit {
        g_object_unref(UnsafeMutableRawPointer(layout))
    }

    /// Where ink will be, from the start of the baseline.
    var ink: (x: Double, y: Double, width: Double, height: Double) {
        var ink = PangoRectangle()
        pango_layout_line_get_extents(pango_layout_get_line_readonly(layout, 0), &ink, nil)
        let unit = 1 / Double(PANGO_SCALE)
        return (Double(ink.x) * unit, Double(ink.y) * unit, Double(ink.width) * unit, Double(ink.height) * unit)
    }

    /// Draws with the context's source, the baseline beginning at the origin.
    func draw(in context: OpaquePointer) {
        var x = 0.0
        var runs = pango_layout_get_line_readonly(layout, 0)?.pointee.runs
        while let link = runs {
            runs = link.pointee.next
            guard let run = link.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self).pointee else { continue }
            let font = run.item.pointee.analysis.font
            cairo_move_to(context, x, -Double(run.y_offset) / Double(PANGO_SCALE))
            // As outlines, glyphs come to fractions of a pixel, which older Cairo rounds.
            pango_cairo_glyph_string_path(context, font, run.glyphs)
            if hasOutline(context) {
                cairo_fill(context)
            } else {
                // Emoji are pictures, not outlines.
                cairo_new_path(context)
                cairo_move_to(context, x, -Double(run.y_offset) / Double(PANGO_SCALE))
                pango_cairo_show_glyph_string(context, font, run.glyphs)
                cairo_new_path(context)
            }
            x += Double(pango_glyph_string_get_width(run.glyphs)) / Double(PANGO_SCALE)
        }
    }

    private func hasOutline(_ context: OpaquePointer) -> Bool {
        var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
        cairo_fill_extents(context, &left, &top, &right, &bottom)
        return right > left && bottom > top
    }
}
