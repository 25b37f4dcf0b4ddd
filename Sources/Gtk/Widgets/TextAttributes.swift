import CGtk

/// Attributes of parts of a text; positions are in bytes of UTF-8.
@MainActor
final class TextAttributes {
    let list = pango_attr_list_new()

    isolated deinit {
        pango_attr_list_unref(list)
    }

    /// Adds an attribute from a position to another, or to the end of the text.
    func add(_ attribute: UnsafeMutablePointer<PangoAttribute>?, from start: Int, to end: Int? = nil) {
        attribute?.pointee.start_index = guint(start)
        attribute?.pointee.end_index = end.map { guint($0) } ?? guint.max
        // The list takes over the new attribute.
        pango_attr_list_insert(list, attribute)
    }

    /// `start` is the position of the text.
    func mark(_ ranges: [Range<String.Index>], of text: String, from start: Int) {
        for range in ranges {
            let lower = start + text.utf8.distance(from: text.startIndex, to: range.lowerBound)
            let upper = start + text.utf8.distance(from: text.startIndex, to: range.upperBound)
            add(pango_attr_weight_new(PANGO_WEIGHT_BOLD), from: lower, to: upper)
            add(pango_attr_underline_new(PANGO_UNDERLINE_SINGLE), from: lower, to: upper)
        }
    }
}
