import CGtk
import GLib

/// Shows a texture at its exact size, and fades from one to another.
///
/// A widget class of its own: drawing one texture costs less than a GtkPicture in each row. Assistive technologies get the role
/// of an image.
@MainActor
public final class TextureView: Widget {
    /// The length of a fade; the HIG recommends short ones.
    private static let fade = Duration.milliseconds(150)

    /// A square without a picture; `size` is its edge in application pixels.
    public convenience init(size: Int) {
        guard let object = g_object_new_with_properties(textureViewType, 0, nil, nil) else {
            preconditionFailure("GTK made no widget")
        }
        self.init(sinking: UnsafeMutableRawPointer(object))
        attach(TextureViewState(), as: stateKey)
        setMinimumSize(width: size, height: size)
        horizontalAlignment = .center
        verticalAlignment = .center
    }

    private var state: TextureViewState? { attachment(stateKey) }

    /// The picture that is shown.
    public var picture: Picture? { state?.shown }

    /// Shows a turning arc over the picture while an operation runs.
    public var isBusy: Bool {
        get { state?.isBusy ?? false }
        set {
            guard let state, state.isBusy != newValue else { return }
            state.isBusy = newValue
            gtk_widget_queue_draw(widget)
            if newValue, !Application.reducesMotion { animate() }
        }
    }

    /// Shows a picture at once, or over 150 ms when `fading` and the person has not turned animations off.
    public func show(_ picture: Picture?, fading: Bool = false) {
        guard let state, state.shown !== picture else { return }
        state.previous = nil
        if fading, isMapped, state.shown != nil, !Application.reducesMotion {
            state.previous = state.shown
            state.fadeStart = .now
            state.fadeLength = Self.fade
            animate()
        }
        state.shown = picture
        gtk_widget_queue_draw(widget)
    }

    /// Draws each frame until the animation ends.
    private func animate() {
        guard let state, !state.isAnimating else { return }
        state.isAnimating = true
        gtk_widget_add_tick_callback(
            widget,
            { widget, _, _ in
                guard let widget, let state = textureViewState(of: widget) else { return 0 }
                if state.fadeProgress >= 1 { state.previous = nil }
                gtk_widget_queue_draw(widget)
                state.isAnimating = state.previous != nil || state.isBusy
                return state.isAnimating ? 1 : 0
            }, nil, nil)
    }
}

private let stateKey: AttachmentKey = "cameo-texture-view"

@MainActor
private final class TextureViewState {
    var shown: Picture?
    /// The picture that fades out during a fade.
    var previous: Picture?
    var fadeStart = ContinuousClock.now
    var fadeLength = Duration.zero
    var isBusy = false
    var isAnimating = false

    /// 0 to 1.
    var fadeProgress: Double {
        guard fadeLength > .zero else { return 1 }
        return min((ContinuousClock.now - fadeStart) / fadeLength, 1)
    }
}

@MainActor
private func textureViewState(of widget: UnsafeMutablePointer<GtkWidget>) -> TextureViewState? {
    Object.attachment(stateKey, of: UnsafeMutableRawPointer(widget))
}

/// A GObject subtype needs no C: the parent tells its sizes, and the class function sets the differences.
@MainActor
private let textureViewType: GType = {
    var parent = GTypeQuery()
    g_type_query(gtk_widget_get_type(), &parent)
    return g_type_register_static_simple(
        gtk_widget_get_type(), "CameoTextureView", parent.class_size,
        { type, _ in
            guard let type else { return }
            let widgetClass = type.assumingMemoryBound(to: GtkWidgetClass.self)
            gtk_widget_class_set_accessible_role(widgetClass, GTK_ACCESSIBLE_ROLE_IMG)
            widgetClass.pointee.snapshot = { widget, snapshot in
                guard let widget, let snapshot, let state = textureViewState(of: widget) else { return }
                draw(state, in: widget, on: snapshot)
            }
        }, parent.instance_size, nil, GTypeFlags(rawValue: 0))
}()

@MainActor
private func draw(_ state: TextureViewState, in widget: UnsafeMutablePointer<GtkWidget>, on snapshot: OpaquePointer) {
    var bounds = graphene_rect_t()
    let width = Float(gtk_widget_get_width(widget))
    let height = Float(gtk_widget_get_height(widget))
    // A square in the middle: the widget may have more room than its natural size.
    let side = min(width, height)
    let x = ((width - side) / 2).rounded()
    let y = ((height - side) / 2).rounded()
    graphene_rect_init(&bounds, x, y, side, side)
    if let previous = state.previous, let shown = state.shown {
        drawFade(from: previous, to: shown, progress: state.fadeProgress, in: bounds, on: snapshot)
    } else if let shown = state.shown {
        gtk_snapshot_append_texture(snapshot, shown.texture, &bounds)
    }
    if state.isBusy { drawSpinner(in: bounds, on: snapshot) }
}

/// Cairo draws a fade on two surfaces as large as its clip, so the clip is the picture. A clip that cuts nothing off needs a
/// node of its own: `gtk_snapshot_push_clip` leaves it out.
@MainActor
private func drawFade(
    from previous: Picture, to shown: Picture, progress: Double, in bounds: graphene_rect_t, on snapshot: OpaquePointer
) {
    var bounds = bounds
    guard let start = gsk_texture_node_new(previous.texture, &bounds),
        let end = gsk_texture_node_new(shown.texture, &bounds),
        let fade = gsk_cross_fade_node_new(start, end, Float(progress)), let clip = gsk_clip_node_new(fade, &bounds)
    else { return }
    gtk_snapshot_append_node(snapshot, clip)
    for node in [start, end, fade, clip] { gsk_render_node_unref(node) }
}

/// A quarter of a ring, which turns once a second.
@MainActor
private func drawSpinner(in bounds: graphene_rect_t, on snapshot: OpaquePointer) {
    var bounds = bounds
    guard let cairo = gtk_snapshot_append_cairo(snapshot, &bounds) else { return }
    defer { cairo_destroy(cairo) }
    let side = Double(graphene_rect_get_width(&bounds))
    let turn = Application.reducesMotion ? 0 : Double(g_get_monotonic_time() % 1_000_000) / 1_000_000
    let start = (turn * 2 - 0.5) * .pi
    let width = max(side / 20, 2)
    cairo_translate(
        cairo, Double(graphene_rect_get_x(&bounds)) + side / 2, Double(graphene_rect_get_y(&bounds)) + side / 2)
    cairo_set_line_width(cairo, width)
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
    // White on a dark edge has contrast on any colour.
    for (colour, extra) in [(0.0, 1.5), (1.0, 0.0)] {
        cairo_set_source_rgba(cairo, colour, colour, colour, colour == 0 ? 0.35 : 0.95)
        cairo_set_line_width(cairo, width + extra)
        cairo_arc(cairo, 0, 0, side / 2 - width - 1, start, start + .pi / 2)
        cairo_stroke(cairo)
    }
}
