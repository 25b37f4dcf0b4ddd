// The least that a libadwaita program with a list of people can be: an application, a window, and a GtkListView over a
// lazy model of 100,000 rows, a texture and a label each; nothing is stored. The start of Cameo is measured against its
// start, so it uses GTK alone.
import CGtk

private let rows: UInt32 = 100_000

private func cast<Target>(_ pointer: UnsafeMutableRawPointer?, to type: Target.Type) -> UnsafeMutablePointer<Target>? {
    pointer?.assumingMemoryBound(to: type)
}

// MARK: A list model whose items are made when GTK asks for them

private func makeListModel() -> OpaquePointer? {
    var parent = GTypeQuery()
    g_type_query(cgtk_type_object(), &parent)
    let type = g_type_register_static_simple(
        cgtk_type_object(), "BareListModel", parent.class_size, nil, parent.instance_size, nil, GTypeFlags(rawValue: 0))
    var interface = GInterfaceInfo()
    interface.interface_init = { interface, _ in
        let list = cast(interface, to: GListModelInterface.self)
        list?.pointee.get_item_type = { _ in gtk_string_object_get_type() }
        list?.pointee.get_n_items = { _ in rows }
        list?.pointee.get_item = { _, position in
            UnsafeMutableRawPointer(gtk_string_object_new("Somebody With a Name \(position)"))
        }
    }
    g_type_add_interface_static(type, g_list_model_get_type(), &interface)
    return g_object_new_with_properties(type, 0, nil, nil).map { OpaquePointer($0) }
}

// MARK: A row: a texture of one colour and a label

private func makeTexture(_ number: Int) -> OpaquePointer? {
    let side = 50
    let colour: [UInt8] = [UInt8(number * 37 % 256), UInt8(number * 91 % 256), UInt8(number * 59 % 256), 255]
    let pixels = (0..<side * side).flatMap { _ in colour }
    let bytes = g_bytes_new(pixels, gsize(pixels.count))
    defer { g_bytes_unref(bytes) }
    return gdk_memory_texture_new(Int32(side), Int32(side), GDK_MEMORY_R8G8B8A8, bytes, gsize(side * 4))
}

private nonisolated(unsafe) let textures = (0..<64).map(makeTexture)

private func makeFactory() -> OpaquePointer? {
    guard let factory = gtk_signal_list_item_factory_new() else { return nil }
    let signals = UnsafeMutableRawPointer(factory)
    let setup: @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutableRawPointer?) -> Void = {
        _, item, _ in
        guard let row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12), let picture = gtk_picture_new(),
            let label = gtk_label_new(nil)
        else { return }
        gtk_widget_set_size_request(row, -1, 66)
        gtk_widget_set_size_request(picture, 50, 50)
        gtk_widget_set_valign(picture, GTK_ALIGN_CENTER)
        gtk_label_set_ellipsize(OpaquePointer(label), PANGO_ELLIPSIZE_END)
        let box = cast(row, to: GtkBox.self)
        gtk_box_append(box, picture)
        gtk_box_append(box, label)
        gtk_list_item_set_child(item, row)
    }
    let bind: @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutableRawPointer?) -> Void = {
        _, item, _ in
        guard let row = gtk_list_item_get_child(item), let picture = gtk_widget_get_first_child(row),
            let label = gtk_widget_get_last_child(row), let string = gtk_list_item_get_item(item)
        else { return }
        gtk_picture_set_paintable(
            OpaquePointer(picture), textures[Int(gtk_list_item_get_position(item)) % textures.count])
        gtk_label_set_text(OpaquePointer(label), gtk_string_object_get_string(OpaquePointer(string)))
    }
    g_signal_connect_data(
        signals, "setup", unsafeBitCast(setup, to: GCallback.self), nil, nil, GConnectFlags(rawValue: 0))
    g_signal_connect_data(
        signals, "bind", unsafeBitCast(bind, to: GCallback.self), nil, nil, GConnectFlags(rawValue: 0))
    return factory
}

// MARK: The application

private let activate: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void = { application, _ in
    guard let window = adw_application_window_new(cast(application, to: GtkApplication.self)),
        let list = gtk_list_view_new(gtk_single_selection_new(makeListModel()), makeFactory()),
        let scrolled = gtk_scrolled_window_new()
    else { return }
    gtk_scrolled_window_set_child(OpaquePointer(scrolled), list)
    adw_application_window_set_content(cast(window, to: AdwApplicationWindow.self), scrolled)
    gtk_window_set_default_size(cast(window, to: GtkWindow.self), 960, 680)
    gtk_window_present(cast(window, to: GtkWindow.self))
}

let application = adw_application_new("io.github.cameo_contacts.BareList", G_APPLICATION_NON_UNIQUE)
g_signal_connect_data(
    application, "activate", unsafeBitCast(activate, to: GCallback.self), nil, nil, GConnectFlags(rawValue: 0))
exit(g_application_run(cast(application, to: GApplication.self), 0, nil))
