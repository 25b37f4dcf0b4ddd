import CGtk
import CameoApp
import GLib
import Gtk

/// A window for a widget that is measured alone.
@MainActor
final class TestWindow {
    private let window: Widget

    /// Needs `prepare()` before its content is made.
    init(_ content: Widget, width: Int, height: Int) {
        guard let made = adw_window_new() else { preconditionFailure("GTK made no window") }
        window = Widget(sinking: UnsafeMutableRawPointer(made))
        gtk_window_set_default_size(window.cast(), Int32(width), Int32(height))
        // As the program's: with the corners and the shadow that libadwaita draws.
        adw_window_set_content(window.cast(), content.cast())
        present()
    }

    /// Starts GTK where no application does.
    static func prepare() {
        Log.start()
        adw_init()
    }

    func present() {
        gtk_window_present(window.cast())
    }

    /// The list in it, once it is on the screen.
    var list: ScrolledList? { ScrolledList(in: window) }

    func close() {
        gtk_window_destroy(window.cast())
    }
}

/// A list that is on the screen, found among the widgets of a window, and how far it is scrolled.
@MainActor
struct ScrolledList {
    /// The list view itself.
    let widget: Widget
    private let adjustment: UnsafeMutablePointer<GtkAdjustment>

    init?(in root: Widget) {
        guard let found = root.shown(gtk_list_view_get_type()).first,
            let adjustment = gtk_scrollable_get_vadjustment(found.opaque)
        else { return nil }
        widget = found
        self.adjustment = adjustment
    }

    /// Of the application that runs in this process.
    static var ofApplication: ScrolledList? { Widget.applicationWindow.flatMap { ScrolledList(in: $0) } }

    /// In application pixels.
    var position: Double {
        get { gtk_adjustment_get_value(adjustment) }
        nonmutating set { gtk_adjustment_set_value(adjustment, newValue) }
    }

    var pageHeight: Double { gtk_adjustment_get_page_size(adjustment) }

    /// The last position.
    var end: Double { gtk_adjustment_get_upper(adjustment) - pageHeight }

    /// Waits for the next frame.
    func drawn() async {
        await withCheckedContinuation { continuation in widget.afterNextFrame { continuation.resume() } }
    }

    /// How many rows the list has.
    var count: Int {
        Int(gtk_list_view_get_model(widget.opaque).map { g_list_model_get_n_items($0) } ?? 0)
    }

    /// The rows that are on the screen, as a whole or in part. All have one height.
    func visibleRows(of rows: Int) -> (top: Int, bottom: Int) {
        let height = gtk_adjustment_get_upper(adjustment) / Double(max(rows, 1))
        guard height > 0 else { return (0, 0) }
        return (Int(position / height), min(Int(((position + pageHeight) / height).rounded(.up)), rows))
    }
}

extension Widget {
    /// The window of the application that runs in this process.
    static var applicationWindow: Widget? {
        guard let application = g_application_get_default(),
            let window = gtk_application_get_active_window(
                UnsafeMutableRawPointer(application).assumingMemoryBound(to: GtkApplication.self))
        else { return nil }
        return Widget(borrowing: UnsafeMutableRawPointer(window))
    }

    func isOf(_ type: GType) -> Bool {
        g_type_check_instance_is_a(pointer.assumingMemoryBound(to: GTypeInstance.self), type) != 0
    }

    /// The widgets of a type here and below that are on the screen, from the first to the last, and not those in them.
    func shown(_ type: GType) -> [Widget] {
        guard isMapped else { return [] }
        return isOf(type) ? [self] : children.flatMap { $0.shown(type) }
    }
}
