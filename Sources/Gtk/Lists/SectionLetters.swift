import CGtk
import GLib

/// The letters of a list's sections, drawn beside its rows: one is always in sight.
///
/// A widget class of its own, which lies over a list with rows of one height. GTK has sections only from 4.12 on, and no
/// letters that stay in sight. While the list scrolls it draws a few letters without a new layout. Assistive technologies
/// ignore them, since the rows say the names.
@MainActor
public final class SectionLetters: Widget {
    /// The letters are in the middle of a width in application pixels.
    public convenience init(of list: Widget, in scroll: ScrolledWindow, width: Int) {
        guard let object = g_object_new_with_properties(sectionLettersType, 0, nil, nil) else {
            preconditionFailure("GTK made no widget")
        }
        self.init(sinking: UnsafeMutableRawPointer(object))
        attach(SectionLettersState(list: list, scroll: scroll), as: stateKey)
        setMinimumSize(width: width)
        horizontalAlignment = .start
        gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
        // Clicks reach the rows below.
        canTarget = false
        setAccessibleHidden()
        scroll.onScroll { [weak self] in self?.moved() }
    }

    /// The sections with letters, in the order of the list.
    public var sections: [ListSection] {
        get { state?.sections ?? [] }
        set {
            state?.sections = newValue
            redraw()
        }
    }

    /// Draws the letters again: the rows may have another height.
    public func redraw() {
        gtk_widget_queue_draw(widget)
    }

    private var state: SectionLettersState? { sectionLettersState(of: widget) }

    /// The visible letters, with their distance from the top of the list.
    var places: [LetterPlaces.Place] { state?.places(in: widget) ?? [] }
    /// The letters of the last frame.
    var drawn: [LetterPlaces.Place] { state?.drawn ?? [] }

    private func moved() {
        guard let state, !state.sections.isEmpty, state.drawn != state.places(in: widget) else { return }
        redraw()
    }
}

private let stateKey: AttachmentKey = "cameo-section-letters"
/// More letters than most scripts have; names may begin with any character.
private let maxLayouts = 200

@MainActor
private final class SectionLettersState {
    var sections: [ListSection] = []
    var drawn: [LetterPlaces.Place] = []

    private let list: Widget
    private let scroll: ScrolledWindow
    private var layouts: [String: Object] = [:]

    init(list: Widget, scroll: ScrolledWindow) {
        self.list = list
        self.scroll = scroll
    }

    func places(in widget: UnsafeMutablePointer<GtkWidget>) -> [LetterPlaces.Place] {
        guard !sections.isEmpty, let row = gtk_widget_get_first_child(list.widget) else { return [] }
        var padding = GtkBorder()
        gtk_style_context_get_padding(gtk_widget_get_style_context(list.widget), &padding)
        var rowHeight: Int32 = 0
        gtk_widget_measure(row, GTK_ORIENTATION_VERTICAL, -1, nil, &rowHeight, nil, nil)
        return LetterPlaces(
            rowHeight: Double(rowHeight), letterHeight: Double(height(of: "A", in: widget)),
            position: scroll.position - Double(padding.top), pageHeight: Double(gtk_widget_get_height(widget))
        ).places(of: sections)
    }

    /// A layout follows the font of the widget by itself.
    func layout(of letter: String, in widget: UnsafeMutablePointer<GtkWidget>) -> OpaquePointer? {
        if let known = layouts[letter] { return known.opaque }
        guard let made = gtk_widget_create_pango_layout(widget, letter) else { return nil }
        if layouts.count >= maxLayouts { layouts = [:] }
        layouts[letter] = Object(adopting: UnsafeMutableRawPointer(made))
        return made
    }

    private func height(of letter: String, in widget: UnsafeMutablePointer<GtkWidget>) -> Int32 {
        var height: Int32 = 0
        if let layout = layout(of: letter, in: widget) { pango_layout_get_pixel_size(layout, nil, &height) }
        return height
    }
}

@MainActor
private func sectionLettersState(of widget: UnsafeMutablePointer<GtkWidget>) -> SectionLettersState? {
    Object.attachment(stateKey, of: UnsafeMutableRawPointer(widget))
}

@MainActor
private let sectionLettersType: GType = {
    var parent = GTypeQuery()
    g_type_query(gtk_widget_get_type(), &parent)
    return g_type_register_static_simple(
        gtk_widget_get_type(), "CameoSectionLetters", parent.class_size,
        { type, _ in
            guard let type else { return }
            type.assumingMemoryBound(to: GtkWidgetClass.self).pointee.snapshot = { widget, snapshot in
                guard let widget, let snapshot, let state = sectionLettersState(of: widget) else { return }
                draw(state, in: widget, on: snapshot)
            }
        }, parent.instance_size, nil, GTypeFlags(rawValue: 0))
}()

@MainActor
private func draw(
    _ state: SectionLettersState, in widget: UnsafeMutablePointer<GtkWidget>, on snapshot: OpaquePointer
) {
    state.drawn = state.places(in: widget)
    var colour = GdkRGBA()
    gtk_style_context_get_color(gtk_widget_get_style_context(widget), &colour)
    for place in state.drawn {
        guard let layout = state.layout(of: place.letter, in: widget) else { continue }
        var width: Int32 = 0
        pango_layout_get_pixel_size(layout, &width, nil)
        var origin = graphene_point_t(x: Float((gtk_widget_get_width(widget) - width) / 2), y: Float(place.y))
        gtk_snapshot_save(snapshot)
        gtk_snapshot_translate(snapshot, &origin)
        gtk_snapshot_append_layout(snapshot, layout, &colour)
        gtk_snapshot_restore(snapshot)
    }
}
