import CGtk
public import GLib

/// A line of text and below it a smaller one, shortened with an ellipsis if they do not fit. A picture may stand before the
/// lines, and signs after them.
///
/// A widget class of its own, for rows that show changing texts during scrolling. Its size does not depend on the texts. A new
/// text is only drawn again, while a label would measure all widgets around it again. Assistive technologies do not see the
/// texts; the row tells them. It is a GtkBox for them, with another layout: a box of its own around each row costs more.
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
        self.init(spacing: 0)
        setAccessibleHidden()
    }

    /// Two empty lines after a picture. `spacing` is between all parts, in application pixels.
    public convenience init(after picture: Widget, spacing: Int) {
        self.init(spacing: spacing)
        gtk_box_append(cast(), picture.widget)
        twoLinesState(of: widget)?.picture = picture.widget
    }

    private convenience init(spacing: Int) {
        guard let object = g_object_new_with_properties(twoLinesType, 0, nil, nil) else {
            preconditionFailure("GTK made no widget")
        }
        self.init(sinking: UnsafeMutableRawPointer(object))
        guard let layout = gtk_widget_create_pango_layout(widget, nil) else {
            preconditionFailure("Pango made no layout")
        }
        // The class has its own layout.
        gtk_widget_set_layout_manager(widget, nil)
        let state = TwoLinesState(layout: Object(adopting: UnsafeMutableRawPointer(layout)), spacing: Int32(spacing))
        attach(state, as: stateKey)
        pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
        // Lines start where the interface does (see `place`), also in a script of the other direction.
        pango_layout_set_auto_dir(layout, 0)
    }

    /// Inserts a sign after the lines, or after another sign. A sign must be no higher than the lines.
    public func insert(_ sign: Widget, after other: Widget?) {
        let former = other?.widget ?? twoLinesState(of: widget)?.picture
        gtk_box_insert_child_after(cast(), sign.widget, former)
    }

    /// Shows a sign, or hides it. The lines have its room then. No widget is measured again.
    public func setShown(_ sign: Widget, _ isShown: Bool) {
        gtk_widget_set_child_visible(sign.widget, isShown ? 1 : 0)
        gtk_widget_queue_allocate(widget)
    }

    /// The shown text: one line or two.
    public var text: String {
        twoLinesState(of: widget).map { String(cString: pango_layout_get_text($0.layout.opaque)) } ?? ""
    }

    /// The first line is in the middle if the second is empty. `secondOpacity` is 0 to 1 and blends only the second line's
    /// colour: this costs less than the opacity of both lines. A struck text is crossed out. With a subject, drawing the texts
    /// is noted.
    public func show(
        _ first: Line, _ second: Line, secondOpacity: Double, opacity: Double = 1, isStruck: Bool = false,
        subject: CrashNotes.Subject? = nil
    ) {
        guard let state = twoLinesState(of: widget) else { return }
        state.subject = subject
        state.opacity = opacity
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
    /// The place of the lines, as distances from the left edge, in application pixels.
    public var textPlace: Range<Int> {
        guard let state = twoLinesState(of: widget) else { return 0..<0 }
        return Int(state.textX)..<Int(state.textX + state.textWidth)
    }

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
        guard let state = twoLinesState(of: widget) else { return nil }
        place(state, in: widget)
        return state.layout.opaque
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
    let spacing: Int32
    /// The child before the lines; it lives as long as the widget.
    var picture: UnsafeMutablePointer<GtkWidget>?
    var subject: CrashNotes.Subject?
    var opacity = 1.0
    /// The distance of the lines from the left edge.
    var textX: Int32 = 0
    var textWidth: Int32 = 0

    init(layout: Object, spacing: Int32) {
        self.layout = layout
        self.spacing = spacing
    }
}

@MainActor
private func twoLinesState(of widget: UnsafeMutablePointer<GtkWidget>) -> TwoLinesState? {
    Object.attachment(stateKey, of: UnsafeMutableRawPointer(widget))
}

@MainActor
private let twoLinesType: GType = {
    var parent = GTypeQuery()
    g_type_query(gtk_box_get_type(), &parent)
    return g_type_register_static_simple(
        gtk_box_get_type(), "CameoTwoLines", parent.class_size,
        { type, _ in
            guard let type else { return }
            let widgetClass = type.assumingMemoryBound(to: GtkWidgetClass.self)
            widgetClass.pointee.measure = { widget, orientation, _, minimum, natural, _, _ in
                guard let widget, let minimum, let natural else { return }
                minimum.pointee = orientation == GTK_ORIENTATION_VERTICAL ? height(of: widget) : width(of: widget)
                natural.pointee = minimum.pointee
            }
            widgetClass.pointee.size_allocate = { widget, width, height, _ in
                guard let widget, let state = twoLinesState(of: widget) else { return }
                allocate(widget, state, width: width, height: height)
            }
            widgetClass.pointee.snapshot = { widget, snapshot in
                guard let widget, let snapshot, let state = twoLinesState(of: widget) else { return }
                if let subject = state.subject {
                    subject.noting { draw(state, in: widget, on: snapshot) }
                } else {
                    draw(state, in: widget, on: snapshot)
                }
                for child in children(of: widget) { gtk_widget_snapshot_child(widget, child, snapshot) }
            }
        }, parent.instance_size, nil, GTypeFlags(rawValue: 0))
}()

@MainActor
private func children(of widget: UnsafeMutablePointer<GtkWidget>) -> [UnsafeMutablePointer<GtkWidget>] {
    var children: [UnsafeMutablePointer<GtkWidget>] = []
    var next = gtk_widget_get_first_child(widget)
    while let child = next {
        children.append(child)
        next = gtk_widget_get_next_sibling(child)
    }
    return children
}

@MainActor
private func height(of widget: UnsafeMutablePointer<GtkWidget>) -> Int32 {
    var ofPicture: Int32 = 0
    if let picture = twoLinesState(of: widget)?.picture {
        gtk_widget_measure(picture, GTK_ORIENTATION_VERTICAL, -1, &ofPicture, nil, nil, nil)
    }
    return max(Int32((Double(heightOfTwoLines(in: widget)) * roomAround).rounded()), ofPicture)
}

/// The least width, with all signs and without the lines.
@MainActor
private func width(of widget: UnsafeMutablePointer<GtkWidget>) -> Int32 {
    let spacing = twoLinesState(of: widget)?.spacing ?? 0
    return children(of: widget).reduce(0) { $0 + ownWidth(of: $1) + spacing }
}

@MainActor
private func ownWidth(of child: UnsafeMutablePointer<GtkWidget>) -> Int32 {
    var width: Int32 = 0
    gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, nil, &width, nil, nil)
    return width
}

/// Gives the picture and the signs their own widths, and the lines the rest.
@MainActor
private func allocate(
    _ widget: UnsafeMutablePointer<GtkWidget>, _ state: TwoLinesState, width: Int32, height: Int32
) {
    let isRightToLeft = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
    // The lines, from the start of the interface.
    var (start, end) = (Int32(0), width)
    for child in children(of: widget).reversed() where gtk_widget_get_child_visible(child) != 0 {
        let own = ownWidth(of: child)
        let isPicture = child == state.picture
        let x = isPicture ? 0 : end - own
        var place = GtkAllocation(x: isRightToLeft ? width - x - own : x, y: 0, width: own, height: height)
        gtk_widget_size_allocate(child, &place, -1)
        if isPicture { start = own + state.spacing } else { end = x - state.spacing }
    }
    state.textWidth = max(end - start, 0)
    state.textX = isRightToLeft ? width - start - state.textWidth : start
}

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

/// Gives the lines their width, and aligns them with the start of the interface.
@MainActor
private func place(_ state: TwoLinesState, in widget: UnsafeMutablePointer<GtkWidget>) {
    let layout = state.layout.opaque
    pango_layout_set_width(layout, state.textWidth * PANGO_SCALE)
    let isRightToLeft = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
    pango_layout_set_alignment(layout, isRightToLeft ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_LEFT)
}

@MainActor
private func draw(_ state: TwoLinesState, in widget: UnsafeMutablePointer<GtkWidget>, on snapshot: OpaquePointer) {
    place(state, in: widget)
    let layout = state.layout.opaque
    var height: Int32 = 0
    pango_layout_get_pixel_size(layout, nil, &height)
    var colour = GdkRGBA()
    gtk_style_context_get_color(gtk_widget_get_style_context(widget), &colour)
    var origin = graphene_point_t(x: Float(state.textX), y: Float((gtk_widget_get_height(widget) - height) / 2))
    if state.opacity < 1 { gtk_snapshot_push_opacity(snapshot, state.opacity) }
    gtk_snapshot_save(snapshot)
    gtk_snapshot_translate(snapshot, &origin)
    gtk_snapshot_append_layout(snapshot, layout, &colour)
    gtk_snapshot_restore(snapshot)
    if state.opacity < 1 { gtk_snapshot_pop(snapshot) }
}
