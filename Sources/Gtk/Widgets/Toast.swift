import CGtk
public import GLib

/// Shows short messages over its child.
@MainActor
public final class ToastOverlay: Widget {
    /// The toast without a button that was shown last.
    private var sentence: Toast?
    /// The toast that still comes. Another one is added after its animation.
    fileprivate weak var coming: Toast?

    /// An overlay over a widget.
    public convenience init(_ child: Widget) {
        self.init(made: adw_toast_overlay_new())
        adw_toast_overlay_set_child(opaque, child.widget)
    }

    /// The room below a toast, in application pixels.
    public var bottomMargin = 0 {
        didSet { for toast in toasts { toast.setMargins(bottom: bottomMargin) } }
    }

    /// The visible message, if there is one.
    public var shownToast: Widget? { toasts.last(where: \.isMapped) }

    private var toasts: [Widget] {
        // The overlay's other child is the page below.
        children.filter { $0.pointer != UnsafeMutableRawPointer(adw_toast_overlay_get_child(opaque)) }
    }

    /// The text takes the place of the shown toast at once. A toast with a button stays until a person closes it, or the
    /// caller dismisses it. It comes again after a later text.
    @discardableResult
    public func show(
        _ text: String, button: String? = nil, onClick: @escaping @MainActor () -> Void = {}
    ) -> Toast {
        guard let made = adw_toast_new("") else { preconditionFailure("GTK made no toast") }
        // The toast's own label is cut where one line has not enough room.
        let label = Label(text, classes: ["heading"])
        label.wraps()
        label.lineAlignment = 0
        let toast = Toast(adopting: UnsafeMutableRawPointer(made))
        // Both outlive the handler, which ends with the label; a wrapper would keep the label.
        let (line, overlay) = (label.widget, widget)
        label.onMap { [weak self, weak toast] in
            let shown = toastWidget(around: line, in: overlay)
            nameButtons(of: Widget(borrowing: UnsafeMutableRawPointer(shown)))
            narrow(line, of: shown, in: overlay)
            guard let self else { return }
            gtk_widget_set_margin_bottom(shown, Int32(clamping: self.bottomMargin))
            // The caller may keep no reference to it.
            let toast = toast ?? Toast(borrowing: UnsafeMutableRawPointer(made))
            toast.comes(over: self, as: Widget(borrowing: UnsafeMutableRawPointer(shown)), onClick)
        }
        adw_toast_set_custom_title(made, label.widget)
        toast.on("dismissed") { [weak toast] _ in toast?.isDismissed = true }
        if let button {
            adw_toast_set_button_label(made, button)
            adw_toast_set_timeout(made, 0)
            toast.on("button-clicked") { [weak toast] _ in if toast?.isToGo != true { onClick() } }
        }
        adw_toast_set_priority(made, ADW_TOAST_PRIORITY_HIGH)
        push(toast)
        sentence?.dismiss()
        sentence = button == nil ? toast : nil
        // libadwaita announces only titles of its own.
        announce(text)
        return toast
    }

    /// Shows a toast at once, or after the animation of the shown one.
    private func push(_ toast: Toast) {
        if let coming { return coming.onCome.append { [weak self] in self?.push(toast) } }
        // The overlay takes over the reference.
        if !toast.isToGo { adw_toast_overlay_add_toast(opaque, OpaquePointer(toast.retained())) }
    }
}

/// The widget of the toast that contains a text.
@MainActor
private func toastWidget(
    around text: UnsafeMutablePointer<GtkWidget>, in overlay: UnsafeMutablePointer<GtkWidget>
) -> UnsafeMutablePointer<GtkWidget> {
    var toast = text
    while let parent = gtk_widget_get_parent(toast), parent != overlay { toast = parent }
    return toast
}

/// libadwaita gives the toast's close button no name; GTK has a translated one.
@MainActor
private func nameButtons(of toast: Widget) {
    toast.nameButtonsByLabels()
    for child in toast.children where gtk_widget_has_css_class(child.widget, closingClass) != 0 {
        child.setAccessibleLabel(String(cString: g_dgettext("gtk40", "Close")))
    }
}

/// Wraps a toast's text where there is no room for it. libadwaita gives a toast the height of its text at its natural width, so
/// that width has to fit.
@MainActor
private func narrow(
    _ text: UnsafeMutablePointer<GtkWidget>, of toast: UnsafeMutablePointer<GtkWidget>,
    in overlay: UnsafeMutablePointer<GtkWidget>
) {
    func width(of widget: UnsafeMutablePointer<GtkWidget>) -> (minimum: Int32, natural: Int32) {
        var (minimum, natural): (Int32, Int32) = (0, 0)
        gtk_widget_measure(widget, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, &natural, nil, nil)
        return (minimum, natural)
    }
    let natural = width(of: text).natural
    /// The width that the toast leaves for its text, while the text has its natural width.
    func room() -> Int32 { gtk_widget_get_width(overlay) - (width(of: toast).natural - natural) }
    var most = room()
    guard gtk_widget_get_width(overlay) > 0, most < natural else { return }
    let label = OpaquePointer(text)
    let sample: Int32 = 20
    gtk_label_set_width_chars(label, sample)
    let character = max(width(of: text).minimum / sample, 1)
    gtk_label_set_width_chars(label, -1)
    gtk_widget_add_css_class(toast, "many-lines")
    if most / character < minCharacters {
        layOutBelow(toast)
        most = room()
    }
    // Most letters are narrower than GTK's average letter: lines may have more of them, as long as they fit.
    var characters = max(most / character, 1)
    repeat {
        gtk_label_set_max_width_chars(label, characters)
        characters += 1
    } while width(of: text).natural <= most && characters <= most
    gtk_label_set_max_width_chars(label, max(characters - 2, 1))
}

/// Moves the buttons of a toast below its text, on one line. The text then has the whole width.
@MainActor
private func layOutBelow(_ toast: UnsafeMutablePointer<GtkWidget>) {
    guard let layout = gtk_grid_layout_new() else { return }
    // The toast takes the reference.
    gtk_widget_set_layout_manager(toast, layout)
    for child in Widget(borrowing: UnsafeMutableRawPointer(toast)).children {
        let place = OpaquePointer(gtk_layout_manager_get_layout_child(layout, child.widget))
        if g_type_check_instance_is_a(child.cast(), gtk_button_get_type()) == 0 {
            gtk_grid_layout_child_set_column_span(place, 2)
        } else {
            gtk_grid_layout_child_set_row(place, 1)
            gtk_widget_set_margin_start(child.widget, textMargin)
        }
        if gtk_widget_has_css_class(child.widget, closingClass) != 0 {
            gtk_grid_layout_child_set_column(place, 1)
            child.horizontalAlignment = .end
        }
    }
}

/// The style class of only the close button of a message.
private let closingClass = "circular"
/// With fewer in a line, words are broken.
private let minCharacters: Int32 = 16
/// libadwaita's margin before the text of a toast, in application pixels.
private let textMargin: Int32 = 6

/// A short message over a page.
@MainActor
public final class Toast: Object {
    fileprivate var isDismissed = false
    /// Whether the toast is dismissed, at once or after its animation: its button has no effect any more.
    fileprivate private(set) var isToGo = false
    private var isComing = false
    /// The toasts that are shown when the animation has ended.
    fileprivate var onCome: [@MainActor () -> Void] = []
    /// libadwaita's animation takes at most half a second.
    private static let comingTime = Duration.milliseconds(600)

    /// Calls back when the message has disappeared, by itself or because a person closed it.
    public func onDismissed(_ handler: @escaping @MainActor () -> Void) {
        on("dismissed") { _ in handler() }
    }

    /// Removes the message, if it is still there: at once, or after its animation.
    public func dismiss() {
        isToGo = true
        if !isComing, !isDismissed { adw_toast_dismiss(opaque) }
    }

    /// Before 1.3, libadwaita crashes when a toast is dismissed before its animation has ended. So a dismissal waits until
    /// then.
    fileprivate func comes(over overlay: ToastOverlay, as widget: Widget, _ onClick: @escaping @MainActor () -> Void) {
        let isFragile = (adw_get_major_version(), adw_get_minor_version()) < (1, 3)
        guard isFragile, adw_get_enable_animations(overlay.widget) != 0 else { return }
        isComing = true
        overlay.coming = self
        widget.interceptClicks { [weak self] button in
            guard let self, self.isComing else { return false }
            if !self.isToGo, gtk_widget_has_css_class(button.widget, closingClass) == 0 { onClick() }
            self.dismiss()
            return true
        }
        Task { [weak overlay] in
            try? await Task.sleep(for: Self.comingTime)
            let end = { @MainActor in
                if overlay?.coming === self { overlay?.coming = nil }
                self.hasCome()
            }
            // An overlay in no window has no frame. Later toasts wait for the end all the same.
            if overlay?.afterNextFrame(end) != true { end() }
        }
    }

    private func hasCome() {
        isComing = false
        for show in onCome { show() }
        onCome = []
        if isToGo { dismiss() }
    }
}

private extension Widget {
    /// Calls back for each click on a button in the widget. The click has no effect if the handler returns true.
    func interceptClicks(_ takes: @escaping @MainActor (_ button: Widget) -> Bool) {
        guard let gesture = gtk_gesture_click_new() else { return }
        gtk_event_controller_set_propagation_phase(gesture, GTK_PHASE_CAPTURE)
        // The gesture ends with the widget.
        let address = widget
        Object(borrowing: UnsafeMutableRawPointer(gesture)).on("pressed") { arguments in
            let picked = gtk_widget_pick(address, arguments.double(1), arguments.double(2), GTK_PICK_DEFAULT)
            guard let button = picked.flatMap({ gtk_widget_get_ancestor($0, gtk_button_get_type()) }),
                takes(Widget(borrowing: UnsafeMutableRawPointer(button)))
            else { return }
            gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
        }
        gtk_widget_add_controller(widget, gesture)
    }
}
