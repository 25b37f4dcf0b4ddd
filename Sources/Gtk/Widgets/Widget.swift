import CGtk
public import GLib

/// Any widget. A handle and the widget tree each own a reference.
@MainActor
open class Widget: Object {
    /// The GObject type that an object must have.
    open class var gType: UInt { gtk_widget_get_type() }

    /// Takes the result of a GTK constructor.
    convenience init(made widget: UnsafeMutablePointer<GtkWidget>?) {
        guard let widget else { preconditionFailure("GTK made no widget") }
        self.init(sinking: UnsafeMutableRawPointer(widget))
    }

    final var widget: UnsafeMutablePointer<GtkWidget> { cast() }

    // MARK: Place and size

    /// The alignment in a place that is wider than the widget.
    public final var horizontalAlignment: Alignment {
        get { Alignment(gtk_widget_get_halign(widget)) }
        set { gtk_widget_set_halign(widget, newValue.gtk) }
    }

    /// The alignment in a place that is higher than the widget.
    public final var verticalAlignment: Alignment {
        get { Alignment(gtk_widget_get_valign(widget)) }
        set { gtk_widget_set_valign(widget, newValue.gtk) }
    }

    /// Whether it takes additional width.
    public final var expandsHorizontally: Bool {
        get { gtk_widget_get_hexpand(widget) != 0 }
        set { gtk_widget_set_hexpand(widget, newValue ? 1 : 0) }
    }

    /// Whether it takes additional height.
    public final var expandsVertically: Bool {
        get { gtk_widget_get_vexpand(widget) != 0 }
        set { gtk_widget_set_vexpand(widget, newValue ? 1 : 0) }
    }

    /// Sets the given margins, in application pixels.
    public final func setMargins(top: Int? = nil, bottom: Int? = nil, start: Int? = nil, end: Int? = nil) {
        if let top { gtk_widget_set_margin_top(widget, Int32(top)) }
        if let bottom { gtk_widget_set_margin_bottom(widget, Int32(bottom)) }
        if let start { gtk_widget_set_margin_start(widget, Int32(start)) }
        if let end { gtk_widget_set_margin_end(widget, Int32(end)) }
    }

    /// Sets the minimum size in application pixels; -1 leaves a side to the widget.
    public final func setMinimumSize(width: Int = -1, height: Int = -1) {
        gtk_widget_set_size_request(widget, Int32(width), Int32(height))
    }

    /// The width in application pixels; 0 before the layout.
    public final var width: Int { Int(gtk_widget_get_width(widget)) }
    /// The height in application pixels; 0 before the layout.
    public final var height: Int { Int(gtk_widget_get_height(widget)) }

    /// The distance of its top from the top of another widget around it, in application pixels. Nil if they share no window.
    public final func top(in other: Widget) -> Double? {
        var bounds = graphene_rect_t()
        guard gtk_widget_compute_bounds(widget, other.widget, &bounds) != 0 else { return nil }
        return Double(bounds.origin.y)
    }

    /// Its natural height at a width, in application pixels.
    public final func naturalHeight(forWidth width: Int) -> Int {
        var height: Int32 = 0
        gtk_widget_measure(widget, GTK_ORIENTATION_VERTICAL, Int32(clamping: width), nil, &height, nil, nil)
        return Int(height)
    }

    /// Device pixels for each application pixel of the output that shows the widget, a whole number.
    public final var scaleFactor: Int { Int(gtk_widget_get_scale_factor(widget)) }

    /// Whether the text direction is right to left.
    public final var isRightToLeft: Bool { gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL }

    // MARK: State

    /// Whether the widget is to be shown.
    public final var isVisible: Bool {
        get { gtk_widget_get_visible(widget) != 0 }
        set { gtk_widget_set_visible(widget, newValue ? 1 : 0) }
    }

    /// Whether it is on the screen.
    public final var isMapped: Bool { gtk_widget_get_mapped(widget) != 0 }

    /// Whether it is in a window, visible or not.
    public final var isInWindow: Bool { gtk_widget_get_root(widget) != nil }

    /// The opacity from 0 to 1. An invisible widget keeps its room.
    public final var opacity: Double {
        get { gtk_widget_get_opacity(widget) }
        set { gtk_widget_set_opacity(widget, newValue) }
    }

    /// Whether the widget receives pointer events; otherwise the widget behind it does.
    public final var canTarget: Bool {
        get { gtk_widget_get_can_target(widget) != 0 }
        set { gtk_widget_set_can_target(widget, newValue ? 1 : 0) }
    }

    /// Whether the widget reacts to input.
    public final var isSensitive: Bool {
        get { gtk_widget_get_sensitive(widget) != 0 }
        set { gtk_widget_set_sensitive(widget, newValue ? 1 : 0) }
    }

    /// The text that shows while the pointer rests on the widget; nil for none.
    public final var tooltip: String? {
        get { gtk_widget_get_tooltip_text(widget).map { String(cString: $0) } }
        set { gtk_widget_set_tooltip_text(widget, newValue) }
    }

    /// The parent; nil for none.
    public final var parent: Widget? {
        gtk_widget_get_parent(widget).map { Widget(borrowing: UnsafeMutableRawPointer($0)) }
    }

    /// The children, first to last.
    public final var children: [Widget] {
        var found: [Widget] = []
        var child = gtk_widget_get_first_child(widget)
        while let current = child {
            found.append(Widget(borrowing: UnsafeMutableRawPointer(current)))
            child = gtk_widget_get_next_sibling(current)
        }
        return found
    }

    /// Gives the keyboard focus to the widget; false if it cannot take it.
    @discardableResult
    public final func grabFocus() -> Bool {
        gtk_widget_grab_focus(widget) != 0
    }

    // MARK: Look

    /// Adds a style class.
    public final func addClass(_ name: String) {
        gtk_widget_add_css_class(widget, name)
    }

    /// Removes a style class.
    public final func removeClass(_ name: String) {
        gtk_widget_remove_css_class(widget, name)
    }

    /// Adds a style class, or removes it.
    public final func setClass(_ name: String, _ on: Bool) {
        if on { addClass(name) } else { removeClass(name) }
    }

    // MARK: Signals

    /// Calls back when the widget becomes visible in a mapped window: rows do so when they scroll into view.
    public final func onMap(_ handler: @escaping @MainActor () -> Void) {
        on("map") { _ in handler() }
    }

    /// Calls back when the widget is no longer visible.
    public final func onUnmap(_ handler: @escaping @MainActor () -> Void) {
        on("unmap") { _ in handler() }
    }

    /// Handles keys before the focused inner widget. The handler returns whether it used the key.
    public final func onKeyPressed(_ handler: @escaping @MainActor (Key) -> Bool) {
        answerKeys { _, arguments in handler(Key(arguments)) }
    }

    /// The same as `onKeyPressed`, with GDK's event.
    final func onKeyEvent(_ handler: @escaping @MainActor (OpaquePointer) -> Bool) {
        answerKeys { controller, _ in gtk_event_controller_get_current_event(controller).map(handler) ?? false }
    }

    private func answerKeys(_ answer: @escaping @MainActor (OpaquePointer, SignalArguments) -> Bool) {
        guard let controller = gtk_event_controller_key_new() else { return }
        gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE)
        Object(borrowing: UnsafeMutableRawPointer(controller)).answer("key-pressed") { answer(controller, $0) }
        // The widget takes the only reference of the new controller.
        gtk_widget_add_controller(widget, controller)
    }

    /// Calls back when a mouse or a finger presses the widget, before inner widgets get the event.
    public final func onPress(_ handler: @escaping @MainActor () -> Void) {
        guard let gesture = gtk_gesture_click_new() else { return }
        gtk_event_controller_set_propagation_phase(gesture, GTK_PHASE_CAPTURE)
        Object(borrowing: UnsafeMutableRawPointer(gesture)).on("pressed") { _ in handler() }
        gtk_widget_add_controller(widget, gesture)
    }

    /// Stops clicks on the widget from reaching its parent, such as a row.
    public final func keepsClicks() {
        guard let gesture = gtk_gesture_click_new() else { return }
        Object(borrowing: UnsafeMutableRawPointer(gesture)).on("pressed") { _ in
            gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
        }
        gtk_widget_add_controller(widget, gesture)
    }

    /// Calls back when the scale factor changes.
    public final func onScaleFactorChange(_ handler: @escaping @MainActor () -> Void) {
        onChange(of: "scale-factor", handler)
    }
}

/// The alignment of a widget in its place.
public enum Alignment: Sendable {
    case fill, start, end, center, baseline

    init(_ gtk: GtkAlign) {
        switch gtk {
        case GTK_ALIGN_START: self = .start
        case GTK_ALIGN_END: self = .end
        case GTK_ALIGN_CENTER: self = .center
        case GTK_ALIGN_BASELINE: self = .baseline
        default: self = .fill
        }
    }

    var gtk: GtkAlign {
        switch self {
        case .fill: GTK_ALIGN_FILL
        case .start: GTK_ALIGN_START
        case .end: GTK_ALIGN_END
        case .center: GTK_ALIGN_CENTER
        case .baseline: GTK_ALIGN_BASELINE
        }
    }
}

/// The direction of a sequence of children.
public enum Orientation: Sendable {
    case horizontal, vertical

    var gtk: GtkOrientation {
        self == .horizontal ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL
    }
}
