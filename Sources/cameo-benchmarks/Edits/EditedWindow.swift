import CGtk
import GLib
import Gtk

/// The window of the application in this process, used to edit contacts.
@MainActor
final class EditedWindow {
    let window: Widget
    let list: ScrolledList
    private let selection: OpaquePointer
    /// That of the detail page.
    private let name: Widget

    /// Once all contacts are in the list; `contacts` is their number.
    init(contacts: Int) async throws {
        try await wait("the list") { (ScrolledList.ofApplication?.count ?? 0) >= contacts }
        guard let window = Widget.applicationWindow, let list = ScrolledList(in: window),
            let model = gtk_list_view_get_model(list.widget.opaque)
        else { throw Unmeasurable("there is no list") }
        self.window = window
        self.list = list
        selection = OpaquePointer(UnsafeMutableRawPointer(model))
        gtk_single_selection_set_selected(selection, 0)
        try await wait("a contact") { Self.name(in: window) != nil }
        guard let name = Self.name(in: window) else { throw Unmeasurable("there is no contact") }
        self.name = name
    }

    /// Until the program has little to do: at its start it asks the server, and brings things up to date.
    func rest() async throws {
        var computed = CPUClock.process.now
        for _ in 0..<60 {
            try await Task.sleep(for: .seconds(1))
            let now = CPUClock.process.now
            if now - computed < 0.1 { return }
            computed = now
        }
        throw Unmeasurable("the program does not come to rest")
    }

    /// Selects a contact, and waits until its page shows; returns its row.
    func select(_ position: Int) async throws -> TwoLines {
        gtk_widget_activate_action_variant(
            list.widget.cast(), "list.scroll-to-item", g_variant_new_uint32(guint32(position)))
        await list.drawn()
        await list.drawn()
        gtk_single_selection_set_selected(selection, guint(position))
        await list.drawn()
        let row = list.widget.children.first { row in
            gtk_widget_get_state_flags(row.cast()).rawValue & GTK_STATE_FLAG_SELECTED.rawValue != 0
        }
        let texts = row?.shown(g_type_from_name("CameoTwoLines")).first
        guard let texts else { throw Unmeasurable("the selected row is not on the screen") }
        let lines = TwoLines(borrowing: texts.pointer)
        try await wait("the contact") { lines.text.hasPrefix(self.shownName) && self.name.isMapped }
        return lines
    }

    /// Where the selected contact stands.
    var selectedPosition: Int? {
        let position = gtk_single_selection_get_selected(selection)
        return position == GTK_INVALID_LIST_POSITION ? nil : Int(position)
    }

    var shownName: String { String(cString: gtk_label_get_text(name.opaque)) }

    /// Opens the form of the selected contact; returns its lines, of which the first two are the names.
    func openForm() async throws -> [Widget] {
        activate("win.edit-contact")
        try await wait("the form") { self.isFormOpen }
        let rows = window.shown(adw_entry_row_get_type())
        guard rows.count > 2 else { throw Unmeasurable("there is nothing to type into") }
        return rows
    }

    var isFormOpen: Bool { !name.isMapped }

    func save() {
        activate("win.save")
    }

    /// Gives up a form in which nothing was typed.
    func cancel() throws {
        let button = window.shown(gtk_button_get_type()).first { gtk_widget_has_css_class($0.cast(), "form-way") != 0 }
        guard let button else { throw Unmeasurable("there is no way out of the form") }
        gtk_widget_activate(button.cast())
    }

    private func activate(_ action: String) {
        gtk_widget_activate_action_variant(window.cast(), action, nil)
    }

    private static func name(in window: Widget) -> Widget? {
        window.shown(gtk_label_get_type()).first { gtk_widget_has_css_class($0.cast(), "detail-name") != 0 }
    }
}
