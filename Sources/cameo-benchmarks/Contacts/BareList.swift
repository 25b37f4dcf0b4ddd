import CGtk
import GLib
import Gtk

/// The least that a list of people can be: a GtkListView of a texture and a label, to compare ours with.
@MainActor
enum BareList {
    /// Rows as high as ours, with pictures of the same size.
    static func make(names: [String]) -> Widget {
        let pictures = (0..<64).map { SamplePhoto.picture(width: 50, height: 50, seed: UInt32($0 * 8)) }
        let strings = Object(adopting: UnsafeMutableRawPointer(gtk_string_list_new(nil)))
        for name in names { gtk_string_list_append(strings.opaque, name) }
        guard let factory = gtk_signal_list_item_factory_new(),
            let selection = gtk_single_selection_new(OpaquePointer(strings.retained())),
            let view = gtk_list_view_new(selection, factory), let scrolled = gtk_scrolled_window_new(),
            let box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
        else { preconditionFailure("GTK made no list") }
        let signals = Object(borrowing: UnsafeMutableRawPointer(factory))
        signals.on("setup") { arguments in
            guard let item = arguments.object(0) else { return }
            setUp(OpaquePointer(item))
        }
        signals.on("bind") { arguments in
            guard let item = arguments.object(0) else { return }
            bind(OpaquePointer(item), pictures)
        }
        gtk_scrolled_window_set_child(OpaquePointer(scrolled), view)
        gtk_scrolled_window_set_policy(OpaquePointer(scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_widget_set_size_request(scrolled, 320, -1)
        gtk_widget_set_halign(scrolled, GTK_ALIGN_START)
        gtk_box_append(UnsafeMutableRawPointer(box).assumingMemoryBound(to: GtkBox.self), scrolled)
        return Widget(sinking: UnsafeMutableRawPointer(box))
    }

    private static func setUp(_ item: OpaquePointer) {
        guard let row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12), let picture = gtk_picture_new(),
            let label = gtk_label_new(nil)
        else { return }
        gtk_widget_set_size_request(row, -1, 66)
        gtk_widget_set_size_request(picture, 50, 50)
        gtk_widget_set_valign(picture, GTK_ALIGN_CENTER)
        gtk_label_set_ellipsize(OpaquePointer(label), PANGO_ELLIPSIZE_END)
        let box = UnsafeMutableRawPointer(row).assumingMemoryBound(to: GtkBox.self)
        gtk_box_append(box, picture)
        gtk_box_append(box, label)
        gtk_list_item_set_child(item, row)
    }

    private static func bind(_ item: OpaquePointer, _ pictures: [Picture]) {
        guard let row = gtk_list_item_get_child(item), let picture = gtk_widget_get_first_child(row),
            let label = gtk_widget_get_last_child(row), let string = gtk_list_item_get_item(item)
        else { return }
        let position = Int(gtk_list_item_get_position(item))
        gtk_picture_set_paintable(OpaquePointer(picture), pictures[position % pictures.count].texture)
        gtk_label_set_text(OpaquePointer(label), gtk_string_object_get_string(OpaquePointer(string)))
    }
}
