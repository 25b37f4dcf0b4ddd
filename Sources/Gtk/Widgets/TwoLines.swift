import CGtk
public import GLib

/// A line of text and below it a smaller one, shortened with an ellipsis if they do not fit.
///
/// A widget class of its own, for rows that show changing texts during scrolling. Its size does not depend on the texts. A new
/// text is only drawn again, while a label would measure all widgets around it again. Assistive technologies do not see the
/// texts; the row tells them.
@MainActor
public final class TwoLines: Widget {
    /// A line with some of its parts in bold and underlined.
    public struct Line {
        var text: String
        var marks: [Range<String.Index>]

        /// A text with the ranges of `marks` in bold.
        public init(_ text: String, marks: [Range<String.Index>] = []) {
            self.text = text
            self.marks = marks
        }
    }

    /// Two empty lines.
    public convenience init() {
        guard let object = g_object_new_with_properties(twoLinesType, 0, nil, nil) else {
            preconditionFailure("GTK made no widget")
        }
        self.init(sinking: UnsafeMutableRawPointer(object))
        guard let layout = gtk_widget_create_pango_layout(widget, nil) else {
            preconditionFailure("Pango made no layout")
        }
        attach(TwoLinesState(layout: Object(adopting: UnsafeMutableRawPointer(layout))), as: stateKey)
        pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
        // Lines start where the interface does (see `place`), also in a script of the other direction.
        pango_layout_set_auto_dir(layout, 0)
        setAccessibleHidden()
    }

    /// The shown text: one line or two.
    public var text: String {
        twoLinesState(of: widget).map { String(cString: pango_layout_get_text($0.layout.opaque)) } ?? ""
    }

    /// The first line is in the middle if the second is empty. `secondOpacity` is 0 to 1 and blends only the second line's
    /// colour: this costs less than a widget's opacity. A struck text is crossed out. With a subject, drawing the texts is
    /// noted.
    public func show(
        _ first: Line, _ second: Line, secondOpacity: Double, isStruck: Bool = false,
        subject: CrashNotes.Subject? = nil
    ) {
        guard let state = twoLinesState(of: widget) else { return }
        state.subject = subject
        let attributes = TextAttributes()
        if isStruck { attributes.add(pango_attr_strikethrough_new(1), from: 0) }
        attributes.mark(first.marks, of: first.text, from: 0)
        var text = first.text
        if !second.text.isEmpty {
            text += "\n"
            let start = text.utf8.count
            text += second.text
            attributes.add(pango_attr_scale_new(captionScale), from: start)
            attributes.add(pango_attr_foreground_alpha_new(guint16(secondOpacity * Double(UInt16.max))), from: start)
            attributes.mark(second.marks, of: second.text, from: start)
        }
        pango_layout_set_text(state.layout.opaque, text, Int32(text.utf8.count))
        pango_layout_set_attributes(state.layout.opaque, attributes.list)
        gtk_widget_queue_draw(widget)
    }
}

/// The layout of the texts, for tests.
extension TwoLines {
    /// The distance of each line from the left edge, in application pixels.
    var leftGaps: [Int] { areas.map { Int($0.x / PANGO_SCALE) } }

    /// The distance of each line from the right edge, in application pixels.
    var rightGaps: [Int] { areas.map { width - Int(($0.x + $0.width) / PANGO_SCALE) } }

    private var areas: [PangoRectangle] {
        guard let layout = placedLayout, let lines = pango_layout_get_iter(layout) else { return [] }
        defer { pango_layout_iter_free(lines) }
        var areas: [PangoRectangle] = []
        repeat {
            var area = PangoRectangle()
            pango_layout_iter_get_line_extents(lines, nil, &area)
            areas.append(area)
        } while pango_layout_iter_next_line(lines) != 0
        return areas
    }

    /// Whether a line is shortened with an ellipsis.
    var isShortened: Bool { placedLayout.map { pango_layout_is_ellipsized($0) != 0 } ?? false }

    /// The attributes of parts of the texts, in Pango's format: "first byte, end, attribute" on each line.
    var attributes: [String] {
        guard let layout = twoLinesState(of: widget)?.layout.opaque,
            let text = pango_attr_list_to_string(pango_layout_get_attributes(layout))
        else { return [] }
        defer { g_free(text) }
        return String(cString: text).split(separator: "\n").map(String.init)
    }

    private var placedLayout: OpaquePointer? {
        let layout = twoLinesState(of: widget)?.layout.opaque
        if let layout { place(layout, in: widget) }
        return layout
    }
}

/// The ratio of the widget's height to the lines' height: rows with large text must not touch either.
private let roomAround = 1.35
/// The same as in Adwaita's `caption` class.
private let captionScale = 0.82
private let stateKey: AttachmentKey = "cameo-two-lines"

@MainActor
private final class TwoLinesState {
    let layout: Object
    var subject: CrashNotes.Subject?

    init(layout: Object) {
        self.layout = layout
    }
}

@MainActor
private func twoLinesState(of widget: UnsafeMutablePointer<GtkWidget>) -> TwoLinesState? {
    Object.attachment(stateKey, of: UnsafeMutableRawPointer(widget))
}

@MainActor
private let twoLinesType: GType = {
    var parent = GTypeQuery()
    g_type_query(gtk_widget_get_type(), &parent)
    return g_type_register_static_simple(
        gtk_widget_get_type(), "CameoTwoLines", parent.class_size,
        { type, _ in
            guard let type else { return }
            let widgetClass = type.assumingMemoryBound(to: GtkWidgetClass.self)
            widgetClass.pointee.measure = { widget, orientation, _, minimum, natural, _, _ in
                guard let widget, let minimum, let natural, orientation == GTK_ORIENTATION_VERTICAL else { return }
                minimum.pointee = Int32((Double(heightOfTwoLines(in: widget)) * roomAround).rounded())
                natural.pointee = minimum.pointee
            }
            widgetClass.pointee.snapshot = { widget, snapshot in
                guard let widget, let snapshot, let state = twoLinesState(of: widget) else { return }
                if let subject = state.subject {
                    subject.noting { draw(state.layout.opaque, in: widget, on: snapshot) }
                } else {
                    draw(state.layout.opaque, in: widget, on: snapshot)
                }
            }
        }, parent.instance_size, nil, GTypeFlags(rawValue: 0))
}()

/// The height in application pixels, with the present font.
@MainActor
private func heightOfTwoLines(in widget: UnsafeMutablePointer<GtkWidget>) -> Int32 {
    guard let pointer = gtk_widget_create_pango_layout(widget, "\n") else { return 0 }
    let layout = Object(adopting: UnsafeMutableRawPointer(pointer))
    let attributes = TextAttributes()
    attributes.add(pango_attr_scale_new(captionScale), from: 1)
    pango_layout_set_attributes(layout.opaque, attributes.list)
    var height: Int32 = 0
    pango_layout_get_pixel_size(layout.opaque, nil, &height)
    return height
}

/// Gives the lines the widget's width, and aligns them with the start of the interface.
@MainActor
private func place(_ layout: OpaquePointer, in widget: UnsafeMutablePointer<GtkWidget>) {
    pango_layout_set_width(layout, gtk_widget_get_width(widget) * PANGO_SCALE)
    let isRightToLeft = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
    pango_layout_set_alignment(layout, isRightToLeft ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_LEFT)
}

@MainActor
private func draw(_ layout: OpaquePointer, in widget: UnsafeMutablePointer<GtkWidget>, on snapshot: OpaquePointer) {
    place(layout, in: widget)
    var height: Int32 = 0
    pango_layout_get_pixel_size(layout, nil, &height)
    var colour = GdkRGBA()
    gtk_style_context_get_color(gtk_widget_get_style_context(widget), &colour)
    var origin = graphene_point_t(x: 0, y: Float((gtk_widget_get_height(widget) - height) / 2))
    gtk_snapshot_save(snapshot)
    gtk_snapshot_translate(snapshot, &origin)
    gtk_snapshot_append_layout(snapshot, layout, &colour)
    gtk_snapshot_restore(snapshot)
}
