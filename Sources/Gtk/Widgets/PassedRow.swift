import CGtk
import GLib

// A list box only moves the focus to the next row. If that row takes no focus, the focus leaves the list, and all rows after it
// are skipped. So these rows pass the focus on, though they are not focusable themselves.

@MainActor let noteRowType = passedRowType("CameoNoteRow", of: adw_preferences_row_get_type())
@MainActor let actionRowType = passedRowType("CameoActionRow", of: adw_action_row_get_type())

@MainActor
private func passedRowType(_ name: String, of parentType: GType) -> GType {
    var parent = GTypeQuery()
    g_type_query(parentType, &parent)
    return g_type_register_static_simple(
        parentType, name, parent.class_size,
        { type, _ in
            guard let widgets = type?.assumingMemoryBound(to: GtkWidgetClass.self) else { return }
            widgets.pointee.focus = { row, direction in
                guard let row else { return 0 }
                guard isPassed(row) else { return parentClass(of: row)?.pointee.focus?(row, direction) ?? 0 }
                return passFocus(from: row, direction) ? 1 : 0
            }
            widgets.pointee.grab_focus = { row in
                guard let row else { return 0 }
                guard isPassed(row) else { return parentClass(of: row)?.pointee.grab_focus?(row) ?? 0 }
                return gtk_widget_get_first_child(row).map { gtk_widget_child_focus($0, GTK_DIR_TAB_FORWARD) } ?? 0
            }
        }, parent.instance_size, nil, GTypeFlags(rawValue: 0))
}

@MainActor
private func parentClass(of row: UnsafeMutablePointer<GtkWidget>) -> UnsafeMutablePointer<GtkWidgetClass>? {
    let instance = UnsafeMutableRawPointer(row).assumingMemoryBound(to: GTypeInstance.self)
    return g_type_class_peek_parent(instance.pointee.g_class)?.assumingMemoryBound(to: GtkWidgetClass.self)
}

/// Gives the focus to a widget inside a row, or else to the nearest focusable row on the other side.
@MainActor
private func passFocus(from passed: UnsafeMutablePointer<GtkWidget>, _ direction: GtkDirectionType) -> Bool {
    let isForward = direction == GTK_DIR_TAB_FORWARD
    guard isForward || direction == GTK_DIR_TAB_BACKWARD else { return false }
    let child = gtk_widget_get_first_child(passed)
    if let child, gtk_widget_child_focus(child, direction) != 0 { return true }
    let next = isForward ? gtk_widget_get_next_sibling : gtk_widget_get_prev_sibling
    var sibling = next(passed)
    while let row = sibling {
        if gtk_widget_get_mapped(row) != 0 {
            if gtk_widget_child_focus(row, direction) != 0 { return true }
            // An earlier call has tried the rows after it.
            if isPassed(row) { return false }
        }
        sibling = next(row)
    }
    return false
}

/// Whether a row passes the focus on.
@MainActor
private func isPassed(_ row: UnsafeMutablePointer<GtkWidget>) -> Bool {
    let instance = UnsafeMutableRawPointer(row).assumingMemoryBound(to: GTypeInstance.self)
    let isOurs = [noteRowType, actionRowType].contains { g_type_check_instance_is_a(instance, $0) != 0 }
    return isOurs && gtk_widget_get_focusable(row) == 0
}

/// Whether a row is a note below another one.
@MainActor
func isNote(_ row: UnsafeMutablePointer<GtkWidget>) -> Bool {
    let instance = UnsafeMutableRawPointer(row).assumingMemoryBound(to: GTypeInstance.self)
    return g_type_check_instance_is_a(instance, noteRowType) != 0
}
